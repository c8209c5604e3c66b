import Bytes
import Expectations
import Filter
import Foundation
import FoundationXML
import JSONText
import Testing

@Suite struct ResultWriterTests {
    static let expectations = #"""
        {"name":"shipped","filter":"kind:notification target:=token-1 title:shipped"},
        {"name":"two at most","filter":"target:token","at_most":2},
        {"name":"any","filter":""}
        """#
    static let pushes = [
        push("A", at: 1, title: "Order shipped", target: "token-2"), push("B", at: 2, target: "token-1"),
        push("C", at: 3, title: "Sale", target: "other"), push("D", at: 4, target: "token-9", status: 400),
    ]

    @Test func `what failed and what came closest is told in lines`() throws {
        let lines = ResultLines.lines(try report(Self.expectations, Self.pushes)).map(\.description)
        #expect(
            lines == [
                "failed  shipped",
                "  expected at least 1 of: kind:notification target:=token-1 title:shipped",
                "  0 matched, expected at least 1",
                "  nearest 1: A at 2027-01-15T08:00:01.000000Z \"Order shipped\"",
                "    holds  kind:notification",
                "    fails  target:=token-1: expected that it is token-1, but it is token-2",
                "    holds  title:shipped",
                "  nearest 2: C at 2027-01-15T08:00:03.000000Z \"Sale\"",
                "    holds  kind:notification",
                "    fails  target:=token-1: expected that it is token-1, but it is other",
                "    fails  title:shipped: expected that it contains shipped, but it is Sale",
                "  nearest 3: B at 2027-01-15T08:00:02.000000Z",
                "    fails  kind:notification: expected that it is notification, but it is silent",
                "    holds  target:=token-1",
                "    fails  title:shipped: expected that it contains shipped, but there is none",
                "failed  two at most",
                "  expected at most 2 of: target:token",
                "  3 matched, expected at most 2",
                "  matched: A at 2027-01-15T08:00:01.000000Z \"Order shipped\"",
                "  matched: B at 2027-01-15T08:00:02.000000Z",
                "  matched: D at 2027-01-15T08:00:04.000000Z",
                "ok      any (4 matched)",
                "1 of 3 expectations hold, 4 pushes captured",
            ])
    }

    @Test func `an empty run says that nothing was captured and why that may be`() throws {
        var report = try report(#"{"name":"a"}"#, [])
        report.notes = ["the recorder listened on 127.0.0.1:8822"]
        #expect(
            ResultLines.lines(report).suffix(3) == [
                "0 of 1 expectations hold, 0 pushes captured", "nothing was captured",
                "the recorder listened on 127.0.0.1:8822",
            ])
    }

    static let hostile = "]]></failure><x a='b\"&amp;\u{0}\u{1B}[31m\u{FFFE}\r\n\t::error::x%0A,\u{85}\u{1F600}\u{202E}"

    @Test func `JUnit XML is well-formed whatever was captured`() throws {
        let name = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
        let expectation = #"{"name":\#(name),"filter":"title:x","fields":{"title":"y"}},{"name":"fine"}"#
        let report = try report(expectation, [push("A", title: Self.hostile)])
        let document = JUnitReport.bytes(report, suite: Text(Self.hostile))
        let collector = Collector()
        let parser = XMLParser(data: Data(document))
        parser.delegate = collector
        #expect(parser.parse())
        #expect(collector.elements == ["testsuites", "testsuite", "testcase", "failure", "testcase"])
        #expect(collector.attributes["testsuite"]?["failures"] == "1")
        #expect(collector.attributes["testsuite"]?["tests"] == "2")
        let shown = VisibleText.visible(Text(Self.hostile), in: .payload)
        #expect(collector.attributes["testsuite"]?["name"].map { Array($0.utf8) } == shown)
        #expect(Array(collector.text.utf8).firstRange(of: shown) != nil)
    }

    @Test func `JUnit XML cuts a long failure and says how much is left out`() throws {
        let title = String(repeating: "é", count: JUnitReport.maximumFailureBytes)
        let report = try report(#"{"name":"a","fields":{"title":"y"}}"#, [push("A", title: title)])
        let document = JUnitReport.bytes(report, suite: "s")
        #expect(document.count < JUnitReport.maximumFailureBytes + 2000)
        #expect(UTF8Text.isValid(document))
        #expect(document.firstRange(of: Array(" bytes more)".utf8)) != nil)
    }

    @Test(arguments: [#""filter":"title:none""#, #""filter":"","at_most":0"#, #""fields":{"title":"y"}"#])
    func `a line cuts what is long and says how much is left out`(rule: String) throws {
        let title = String(repeating: "é", count: 1_000_000)
        let lines = ResultLines.lines(try report(#"{"name":"a",\#(rule)}"#, [push("A", title: title)]))
        #expect(lines.allSatisfy { $0.bytes.count < ResultLines.maximumLineBytes + 30 })
        #expect(lines.contains { $0.description.hasSuffix(" bytes more)") })
    }

    @Test func `GitHub annotations are one line each with everything escaped`() throws {
        let report = try report(
            #"{"name":"a, b: 100%","filter":"title:x","fields":{"title":"y"}}"#, [push("A", title: Self.hostile)])
        let text = String(decoding: GitHubAnnotations.bytes(report), as: UTF8.self)
        #expect(
            text
                == "::error title=a%2C b%3A 100%25::expected at least 1 of: title:x%0AA: title should be y, but it is "
                + "]]></failure><x a='b\"&amp;⟦U+0000⟧⟦U+001B⟧[31m⟦U+FFFE⟧%0D%0A\t::error::x%250A,⟦U+0085⟧\u{1F600}⟦U+202E⟧\n"
        )
    }

    @Test(arguments: [
        (0, 0, nil), (1, 1, nil), (10, 10, nil), (11, 10, "and 2 more do not hold"),
        (50, 10, "and 41 more do not hold"),
    ])
    func `GitHub gets no more annotations than it shows`(failing: Int, lines: Int, last: String?) throws {
        let holding = #"{"name":"holds","none":true}"#
        let expectations = ([holding] + (0..<failing).map { #"{"name":"e\#($0)"}"# }).joined(separator: ",")
        let written = GitHubAnnotations.bytes(try report(expectations, [])).split(separator: UInt8(ascii: "\n"))
        #expect(written.count == lines)
        if let last {
            #expect(written.last.map { String(decoding: $0, as: UTF8.self) } == "::error title=Expectations::\(last)")
        }
    }

    @Test func `the JSON report says the same`() throws {
        let document = try JSONText(parsing: JSONReport.bytes(try report(Self.expectations, Self.pushes))).root
        #expect(document.last("holds")?.bool == false)
        #expect(document.last("captured")?.integer == 4)
        let results = document.last("results").map { Array($0.elements) } ?? []
        #expect(results.map { $0.last("holds")?.bool } == [false, false, true])
        #expect(results.map { $0.last("matched")?.integer } == [0, 3, 4])
        let nearest = try #require(results.first?.last("nearest")?.elements.first { _ in true })
        #expect(nearest.last("id")?.text == "A")
        #expect(nearest.last("failing_terms")?.integer == 1)
        let terms = nearest.last("terms").map { Array($0.elements) } ?? []
        #expect(terms.map { $0.last("holds")?.bool } == [true, false, true])
        #expect(
            terms.map { $0.last("actual")?.elements.map { $0.text } } == [
                ["notification"], ["token-2"], ["Order shipped"],
            ])
    }
}

/// The element names, attributes and text of an XML document.
private final class Collector: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var attributes: [String: [String: String]] = [:]
    var text = ""

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(element)
        self.attributes[element] = attributes
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
