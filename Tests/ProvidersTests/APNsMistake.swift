import Bytes
import Providers
import PushModel
import Testing

/// A push with a mistake: what is found, how bad it is and where.
struct Mistake: CustomTestStringConvertible, Sendable {
    let name: String
    let reading: PushReading
    let code: Text
    let severity: Finding.Severity
    let place: Finding.Place

    /// A mistake in the payload, sent with a type and a priority.
    init(
        _ name: String,
        type: Text = "alert",
        priority: Text = "",
        topic: Text = "com.example.MyApp",
        _ body: Text,
        _ code: Text,
        _ severity: Finding.Severity,
        _ place: Finding.Place
    ) {
        let headers: KeyValuePairs<StaticString, Text> = [
            "apns-topic": topic, "apns-push-type": type, "apns-priority": priority,
        ]
        self.init(name, headers: headers, body, code, severity, place)
    }

    /// A mistake in the headers.
    init(
        _ name: String,
        headers: KeyValuePairs<StaticString, Text>,
        target: Text = deviceTarget,
        _ body: Text,
        _ code: Text,
        _ severity: Finding.Severity,
        _ place: Finding.Place
    ) {
        self.name = name
        reading = readAPNs(body, headers: headers, target: target)
        self.code = code
        self.severity = severity
        self.place = place
    }

    /// Expects the mistake to be found once, as bad as it is and where it is.
    func expectFound() throws {
        let found = reading.findings.filter { $0.code == code && $0.place == place }
        #expect(found.count == 1)
        let finding = try #require(found.first)
        #expect(finding.severity == severity)
        #expect(finding.message.description.hasSuffix("."))
        #expect(!finding.help.isEmpty)
    }

    var testDescription: String { "\(name) \(code)" }
}
