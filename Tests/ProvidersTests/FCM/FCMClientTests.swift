import Bytes
import Foundation
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

/// Requests that nobody here wrote: those of real clients, and those with damage done to them.
@Suite struct FCMClientTests {
    private struct Line: Decodable {
        let client: String
        let method: String
        let path: String
        let body: String
    }

    /// The requests to FCM in the recordings of real clients.
    private static func requests() throws -> [HTTPRequest] {
        let file = URL(fileURLWithPath: "\(Places.package)/Tests/ProgramTests/Fixtures/clients.ndjson")
        return try Data(contentsOf: file).split(separator: 0x0A).compactMap { data in
            let line = try JSONDecoder().decode(Line.self, from: Data(data))
            // The recordings cut bodies that only filled a window, and say so in the middle of them.
            guard !line.body.contains("…") else { return nil }
            return HTTPRequest.fixture(Text(line.method), Text(line.path), body: Text(line.body))
        }.filter(FCM().owns)
    }

    @Test func `Every send of a real client is accepted`() throws {
        let sends = try Self.requests().filter { ASCII.hasSuffix($0.path, "messages:send") }
        #expect(sends.count > 70)
        for request in sends {
            let response = FCM().answer(to: request, in: FCMFixture.context()).response
            #expect(response.status == 200, "\(Text(repairing: request.body)) \(Text(repairing: response.body))")
            let reading = FCMFixture.reading(request)
            #expect(!reading.findings.contains { $0.severity == .error }, "\(reading.codes)")
            #expect(!reading.message.target.value.isEmpty)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `Damage never stops the answer or the reading`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bodies =
            try Self.requests().map(\.body)
            + FCMFindingTests.rows.map { Array(#"{"message":{"token":"t",\#($0.members)}}"#.utf8) }
            + FCMSchemaTests.rows.map { Array($0.body($0.camelCase, $0.good).utf8) }
        for _ in 0..<400 {
            var request = FCMFixture.request("")
            request.body = Self.damaged(bodies.randomElement(using: &generator) ?? [], &generator)
            for rules in [AnswerRules(), FCMFixture.lenient] {
                let response = FCM().answer(to: request, in: FCMFixture.context(rules)).response
                let reading = FCMFixture.reading(request, rules)
                #expect(reading.codes.contains("fcm-refused") == (response.status != 200))
                #expect(reading.verdicts.all.count == 3)
            }
        }
    }

    private static func damaged(_ body: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var body = body
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !body.isEmpty {
            let place = Int.random(in: body.indices, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: body.removeSubrange(place..<Swift.min(body.count, place + 9))
            default:
                guard let colon = body[place...].firstIndex(of: UInt8(ascii: ":")),
                    let value = values.randomElement(using: &generator)
                else { continue }
                let end = body[colon...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
                body.replaceSubrange(colon + 1..<(end ?? body.count), with: Array(value.utf8))
            }
        }
        return body
    }

    private static let values = [
        "null", "1", "-1", "1e400", "\"\"", "[]", "{}", "true", #""\ud800""#, "99999999999999999999", #""\u0000""#,
        #""9223372036854775807s""#, #""-9223372036854775808s""#, "[null]", #"{"":{}}"#,
    ]
}
