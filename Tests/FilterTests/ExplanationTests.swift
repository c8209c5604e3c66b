import Bytes
import CaptureLog
import Filter
import HTTPMessage
import PushModel
import Testing

@Suite struct ExplanationTests {
    static func lines(_ filter: String, _ subject: FilterSubject) throws -> [String] {
        var reader = FieldReader(subject)
        return try Filter(parsing: Array(filter.utf8)).explanation(&reader).lines.map { line in
            let actual = line.actual.map(\.description).joined(separator: "|")
            return "\(line.holds ? "+" : "-") \(line.term): \(line.wanted); \(actual)"
        }
    }

    @Test(arguments: [
        (
            "kind:silent target:00fc",
            ["- kind:silent: is silent; notification", "+ target:00fc: contains 00fc; 00FC13ADFF78"]
        ),
        ("-app:shop", ["- -app:shop: does not contain shop; com.example.Shop"]),
        ("priority:normal", ["- priority:normal: is normal; high|10"]),
        ("header.none:x", ["- header.none:x: contains x; "]),
        ("status:4xx", ["- status:400..499: is 400..499; 200"]),
        ("-status:200", ["- -status:200: is not 200; 200"]),
        (
            "before:2027-01-15",
            ["- before:2027-01-15T00:00:00.000000Z: is before 2027-01-15T00:00:00.000000Z; 2027-01-15T08:00:01.000000Z"]
        ),
        ("json:/aps/badge==4", ["- json:/aps/badge==4: is exactly 4; 3"]),
        ("json:/none", ["- json:/none: is present; "]), ("-title:\"\"", ["- -title:\"\": is absent; Order shipped"]),
        ("nowhere", ["- nowhere: contains nowhere; "]),
        ("kind:silent or title:shipment", ["- title:shipment: contains shipment; Order shipped"]),
        ("-(kind:notification title:order)", ["- -kind:notification: is not notification; notification"]),
        (
            "-(kind:silent or title:order)",
            ["+ -kind:silent: is not silent; notification", "- -title:order: does not contain order; Order shipped"]
        ),
        ("", []),
    ])
    func `each term is told with what was wanted and what was there`(filter: String, expected: [String]) throws {
        #expect(try Self.lines(filter, Samples.order) == expected)
    }

    @Test func `the nearest three come first and the earlier of equals wins`() throws {
        let filter = try Filter(parsing: Array("kind:notification target:00fd title:\"order shipped\"".utf8))
        var misses = NearMisses()
        for subject in Samples.all + Samples.all {
            var reader = FieldReader(subject)
            if !filter.matches(&reader) { misses.add(&reader, for: filter) }
        }
        #expect(misses.nearest.map(\.subject.id) == ["01A", "01A", "01D"])
        #expect(misses.nearest.map(\.explanation.distance.terms) == [1, 1, 2])
        #expect(misses.nearest.first?.subject.title == "Order shipped")
    }

    @Test func `among equally many failing terms the more similar value is nearer`() throws {
        let filter = try Filter(parsing: Array("target:=fcm-token-2".utf8))
        var misses = NearMisses()
        for subject in Samples.all {
            var reader = FieldReader(subject)
            misses.add(&reader, for: filter)
        }
        #expect(misses.nearest.first?.subject.id == "01B")
    }

    @Test func `a long value is not near because what is asked for is short`() throws {
        let filter = try Filter(parsing: Array("json:/a:storm".utf8))
        var misses = NearMisses()
        for (id, value) in [("long", String(repeating: "x", count: 200)), ("near", "the strom of the century is near")]
        {
            let request = HTTPRequest(method: Array("POST".utf8), body: Array("{\"a\":\"\(value)\"}".utf8))
            let exchange = Exchange(provider: "fcm", request: request, response: HTTPResponse(status: 200))
            let reading = PushReading(message: Message(), verdicts: Verdicts(), findings: [])
            var reader = FieldReader(
                FilterSubject(
                    id: Text(id), time: Instant(microseconds: 0), exchange: exchange, reading: reading))
            misses.add(&reader, for: filter)
        }
        #expect(misses.nearest.map(\.subject.id) == ["near", "long"])
    }
}
