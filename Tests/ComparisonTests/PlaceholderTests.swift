import Bytes
import Comparison
import Testing

/// Values that are others in every run.
@Suite struct PlaceholderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let sort: Placeholder?
        var testDescription: String { old }
    }

    static let cases = [
        Case(
            old: "6ecf888e-0507-45fb-a297-c315705d34bb", new: "5D3D6A5E-2C1B-4C1E-8F5E-6D7E6A0D6C1B", sort: .uuid),
        Case(
            old: "order-6ecf888e-0507-45fb-a297-c315705d34bb.", new: "order-5d3d6a5e-2c1b-4c1e-8f5e-6d7e6a0d6c1b.",
            sort: .uuid),
        Case(old: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", new: "01JDX0Q6W5T5V0ZK7M3N8R2B4D", sort: .ulid),
        Case(old: "2026-11-29T23:59:59Z", new: "2026-11-30T23:59:59.123+01:00", sort: .timestamp),
        Case(old: "At 2026-11-29T23:59:59Z.", new: "At 2026-11-30T08:00:00Z.", sort: .timestamp),
        Case(old: "1796169599", new: "1796256000", sort: .epoch),
        Case(old: "1796169599123", new: "1796256000456", sort: .epoch),
        Case(old: "1796169599.25", new: "1796256000.5", sort: .epoch),
        Case(
            old: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln", new: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJiIn0.c2lm",
            sort: .jwt),
        Case(old: "00fc13adff785122b4ad28809a342098", new: "9f86d081884c7d659a2feaa0c55ad015", sort: .hex),
        Case(old: "9f86d081884c7d65", new: "10fc13adff785122", sort: .hex),
        // What only looks like one.
        Case(old: "9f86d081884c7d6", new: "00fc13adff78512", sort: nil),
        Case(old: "6ecf888e-0507-45fb-a297-c315705d34b", new: "5d3d6a5e-2c1b-4c1e-8f5e-6d7e6a0d6c1", sort: nil),
        Case(old: "81JDX0Q6W5T5V0ZK7M3N8R2B4C", new: "91JDX0Q6W5T5V0ZK7M3N8R2B4D", sort: nil),
        Case(old: "2026-11-29", new: "2026-11-30", sort: nil),
        Case(old: "999999999", new: "999999998", sort: nil),
        Case(old: "0999999999", new: "4070908800", sort: nil),
        Case(old: "call 1796169599", new: "call 1796256000", sort: nil),
        Case(old: "abcdefabcdefabcdef", new: "fedcbafedcbafedcba", sort: nil),
        Case(old: "1234567890123456789012", new: "2234567890123456789012", sort: nil),
        Case(old: "eyJhbGciOiJFUzI1NiJ9.x", new: "eyJhbGciOiJFUzI1NiJ9.y", sort: nil),
    ]

    @Test(arguments: cases) func `is compared by its sort, in a body and in a header`(_ example: Case) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        for (text, isHead) in [(example.old, false), (example.new, true)] {
            var run = CapturedRun(number: isHead ? 2 : 1)
            run.apns(alert("a", "b", #","key":"\#(text)""#), headers: ["x-key": Text(text)])
            if isHead { head = run } else { base = run }
        }
        var rules = ComparisonRules()
        let comparison = try Comparison(base, head, rules)
        #expect(comparison.totals.changed == (example.sort == nil ? 1 : 0))
        if let sort = example.sort {
            #expect(comparison.base.digests.ignored[.placeholder(sort)] == 2)
            #expect(comparison.head.digests.ignored[.placeholder(sort)] == 2)
            rules.placeholders.sorts.remove(sort)
            #expect(try Comparison(base, head, rules).dump == ["changed 0→0 payload /key, header x-key"])
        } else {
            #expect(comparison.base.digests.ignored[.placeholder(.uuid)] == 0)
        }
    }

    @Test(arguments: [
        (#""6ecf888e-0507-45fb-a297-c315705d34bb""#, #""01JDX0Q6W5T5V0ZK7M3N8R2B4C""#),
        ("1796169599", "1796169599123"), (#""1796169599123""#, #""1796169599123456""#),
    ])
    func `another sort or unit of value is a difference`(old: String, new: String) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a", "b", ",\"key\":\(old)"))
        head.apns(alert("a", "b", ",\"key\":\(new)"))
        #expect(try Comparison(base, head).dump == ["changed 0→0 payload /key"])
    }
}
