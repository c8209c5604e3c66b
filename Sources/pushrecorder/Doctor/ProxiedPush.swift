import Bytes
import Glibc
import HTTPServer
import LoopbackClient

/// A push as an unmodified sender makes it: through the recorder as a proxy, over TLS with the vendor's name, in HTTP/2.
struct ProxiedPush {
    /// The proxy.
    let proxy: ServerAddress
    /// The path of a PEM file with what is trusted.
    let roots: String

    /// The host that it asks for.
    static let host = "api.sandbox.push.apple.com"
    /// Where its tunnel leads.
    static let target = "\(host):443"

    private static let established = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

    /// Sends it and waits for the head of the answer.
    func send() throws {
        let client = HTTPClient(proxy)
        let descriptor = try client.connected()
        do {
            try client.send(Array("CONNECT \(Self.target) HTTP/1.1\r\n\r\n".utf8), to: descriptor)
            var answer: [UInt8] = []
            while answer.count < Self.established.count {
                var byte: UInt8 = 0
                guard unsafe recv(descriptor, &byte, 1, 0) == 1 else { break }
                answer.append(byte)
            }
            guard answer == Self.established else {
                throw RefusedTunnel(line: Text(repairing: answer.prefix { $0 != 0x0D }))
            }
        } catch {
            close(descriptor)
            throw error
        }
        let stream = try TLSClient(on: descriptor, host: Self.host, roots: roots, protocols: ["h2"])
        try stream.send(Self.request)
        var input: [UInt8] = []
        while !Self.hasAnswer(input) {
            let bytes = try stream.receive()
            guard !bytes.isEmpty else { throw TLSClientError.library("the connection was closed before the answer") }
            input += bytes
        }
    }

    /// The preface and one request (RFC 9113 sections 3.4 and 6), in fields that no table keeps (RFC 7541 section 6.2.2).
    private static var request: [UInt8] {
        let fields = [
            (":method", "POST"), (":scheme", "https"), (":authority", host), (":path", "/3/device/d0c702"),
            ("apns-topic", "doctor.pushrecorder"), ("apns-push-type", "alert"),
        ]
        var block: [UInt8] = []
        for (name, value) in fields {
            // A length below 127 is one byte.
            block += [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
        }
        let body = Array(#"{"aps":{"alert":"pushrecorder doctor"}}"#.utf8)
        let (endHeaders, endStream): (UInt8, UInt8) = (0x04, 0x01)
        return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, flags: 0, stream: 0, [])
            + frame(type: headers, flags: endHeaders, stream: 1, block)
            + frame(type: 0, flags: endStream, stream: 1, body)
    }

    private static let headers: UInt8 = 1

    private static func frame(type: UInt8, flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream] + payload
    }

    /// True when a HEADERS frame has begun.
    private static func hasAnswer(_ input: [UInt8]) -> Bool {
        var position = 0
        while position + 9 <= input.count {
            if input[position + 3] == headers { return true }
            position += 9 + Int(input[position]) << 16 + Int(input[position + 1]) << 8 + Int(input[position + 2])
        }
        return false
    }
}

/// A proxy that opens no tunnel.
private struct RefusedTunnel: Error, CustomStringConvertible {
    let line: Text

    /// One lower-case sentence.
    var description: String { "the tunnel was refused: \(line)" }
}
