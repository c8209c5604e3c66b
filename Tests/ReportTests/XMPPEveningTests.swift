import Bytes
import CaptureLog
import Foundation
import Report
import TestSupport
import Testing

/// `samples/xmpp-evening`, made again and compared byte for byte; `UPDATE_GOLDEN=1` rewrites it.
@Suite struct XMPPEveningTests {
    private static let folder = "\(Places.package)/samples/xmpp-evening"

    @Test func `the sample is what the sources make of it`() async throws {
        let log = try XMPPEvening().log
        let folder = try TemporaryFolder()
        let path = try folder.write(log, to: "captures.ndjson")
        var options = ReportOptions()
        options.title = "An XMPP server's evening"
        let report = try await RenderedReport(ReportSource(logs: try LogSet.open([path])), options)
        for (name, bytes) in [
            ("captures.ndjson", log), ("report.html", report.html), ("report.md", report.markdown),
            ("report.json", report.json),
        ] {
            let path = "\(Self.folder)/\(name)"
            if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
            }
            #expect(
                try TemporaryFolder.bytes(at: path) == bytes, "\(name) differs; UPDATE_GOLDEN=1 swift test rewrites it")
        }
    }

    @Test func `a card shows what was posted and what would have gone out, each with its label`() throws {
        let page = HTMLTree(parsing: try TemporaryFolder.bytes(at: "\(Self.folder)/report.html"))
        let summaries = try page.card(0).all(named: "summary").map(\.text.description)
        #expect(summaries.contains { $0.hasPrefix("Payload as posted to MongoosePush") })
        #expect(summaries.contains { $0.hasPrefix("As it would have gone out to APNs") })
        let texts = try page.card(0).all(named: "pre").map(\.text.description)
        #expect(texts.contains { $0.contains(#""title":"juliet@capulet.example","tag":"#) })
        #expect(texts.contains { $0.contains("apns-topic: com.example.xmpp") })
        #expect(texts.contains { $0.contains(#"{"aps":{"alert":{"title":"juliet@capulet.example""#) })
        let refused = try page.card(8).all(named: "summary").map(\.text.description)
        #expect(!refused.contains { $0.hasPrefix("As it would have gone out") })
    }
}
