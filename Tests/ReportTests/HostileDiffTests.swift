import Bytes
import CaptureLog
import Comparison
import Filter
import HTTPMessage
import PushModel
import Report
import TestSupport
import Testing

/// Hostile strings in every place that a diff shows.
@Suite struct HostileDiffTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: Text
        var testDescription: String { name }
    }

    static let cases = HostileText.all.map { Case(name: $0.name, text: $0.text) }

    @Test(arguments: cases) func `changes no element and no attribute`(of hostile: Case) async throws {
        let diff = try await diff(of: hostile.text)
        let twin = try await self.diff(of: HostileText.twin(of: hostile.text))
        #expect(Set(diff.page.shape) == Set(twin.page.shape))
        for element in diff.page.root.all {
            for (name, value) in element.attributes {
                #expect(!name.hasPrefix("on"))
                #expect(!value.description.contains("probe"), "\(element.name) \(name)")
            }
        }
        for name in ["script", "iframe", "img", "object", "embed", "base"] {
            #expect(diff.page.root.all(named: name).isEmpty)
        }
        #expect(Set(diff.markdownPage.shape) == Set(twin.markdownPage.shape))
        #expect(diff.markdownPage.root.all(named: "a").isEmpty)
        #expect(diff.markdownPage.root.all(named: "img").isEmpty)
        #expect(shape(ofXML: diff.junit) == shape(ofXML: twin.junit))
    }

    /// The tags and attribute names of XML, in which no captured text may be one.
    private func shape(ofXML bytes: [UInt8]) -> [String] {
        HTMLTree(parsing: bytes).shape
    }

    /// A push whose every part is the text, changed in every part, one that is gone and one that is new.
    private func diff(of text: Text) async throws -> RenderedDiff {
        let names: [Text] = ["a", "b", "c"]
        let base = names.enumerated().map { event(text, $1, second: $0, isHead: false) }
        let head = (["a", "b", "d"] as [Text]).enumerated().map { event(text, $1, second: $0, isHead: true) }
        var rules = ComparisonRules()
        rules.key = [.header("x-name")]
        // One of which the notes say that it met nothing.
        rules.targets = [text: text, Text("\(text) gone"): text]
        var options = DiffOptions()
        options.title = text
        let mark = Event(id: "m", time: Instant(microseconds: 0), content: .mark(label: text))
        return try await RenderedDiff([mark] + base, [mark] + head, rules, options, names: (text, text))
    }

    private func event(_ text: Text, _ name: Text, second: Int, isHead: Bool) -> Event {
        let more: Text = isHead ? Text("\(text) new") : text
        var string: [UInt8] = []
        string.appendJSONString(more.bytes)
        let json = Text(repairing: string)
        var headers = HeaderList([
            "x-name": name, "apns-topic": more, "apns-push-type": "alert", "apns-collapse-id": more,
        ])
        headers.append(isHead ? Array("y-hostile".utf8)[...] : text.bytes[...], more.bytes[...])
        let body = Text(
            #"{"aps":{"alert":{"title":\#(json),"subtitle":\#(json),"body":\#(json)},"sound":\#(json),"category":\#(json)},\#(json):\#(json)}"#
        )
        let exchange = Exchange(
            provider: "apns",
            request: HTTPRequest(
                method: Array("POST".utf8), target: Array("/3/device/".utf8) + text.bytes, version: .http2,
                headers: headers, body: body.bytes),
            response: HTTPResponse(status: 200)
        )
        return Event(id: text, time: Instant(microseconds: Int64(second + 1) * 1_000_000), content: .push(exchange))
    }
}
