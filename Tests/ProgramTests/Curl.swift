import Bytes
import JSONText
import TestSupport

/// Requests sent by curl.
struct Curl {
    let port: Int

    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    /// What curl got.
    struct Answer {
        let status: Int
        /// The version of the protocol as curl writes it: `1.1` or `2`.
        let version: String
        /// The header fields as they came, one per line.
        let head: String
        let body: [UInt8]
    }

    /// Sends a body to the FCM stand-in.
    func fcm(_ body: String, _ options: [String] = []) async throws -> Answer {
        try await send(
            "http://localhost:\(port)/v1/projects/my-project/messages:send",
            ["-H", "Authorization: Bearer any", "-H", "Content-Type: application/json", "-d", body] + options
        )
    }

    /// Sends a body to the APNs stand-in over HTTP/2 with prior knowledge.
    func apns(_ body: String, type: String = "alert", _ options: [String] = []) async throws -> Answer {
        try await send(
            "http://localhost:\(port)/3/device/\(Curl.token)",
            ["--http2-prior-knowledge", "-H", "apns-topic: com.example.MyApp", "-H", "apns-push-type: \(type)"]
                + ["-d", body] + options
        )
    }

    /// Sends a POST.
    func send(_ url: String, _ options: [String]) async throws -> Answer {
        let folder = try TemporaryFolder()
        let result = try await RunningProgram.run(
            "curl",
            ["-sS", "-X", "POST", "--max-time", "60", "-D", folder.file("head"), "-o", folder.file("body")]
                + ["-w", "%{http_code} %{http_version}"] + options + [url]
        )
        guard result.status == 0 else { throw CurlFailure(description: result.errorText) }
        let words = result.outputText.split(separator: " ")
        return Answer(
            status: Int(words.first ?? "") ?? 0,
            version: String(words.last ?? ""),
            head: String(decoding: try folder.read("head"), as: UTF8.self),
            body: (try? folder.read("body")) ?? []
        )
    }
}

/// Why curl has no answer.
struct CurlFailure: Error, CustomStringConvertible {
    let description: String
}
