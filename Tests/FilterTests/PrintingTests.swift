import Bytes
import Filter
import Testing

@Suite struct PrintingTests {
    @Test(arguments: [
        ("", ""), ("  a   b ", "a b"), ("a and b", "a b"), ("a or (b or c)", "a or b or c"), ("(a b) c", "a b c"),
        ("a b or c", "(a b) or c"), ("a (b or c)", "a (b or c)"), ("not not a", "a"), ("not a", "-a"),
        ("-(a b)", "-(a b)"),
        ("KIND:Silent", "kind:silent"), ("displays:1", "displays:yes"), ("priority:=high", "priority:high"),
        ("priority:==high", "priority:==high"), ("priority:\"\"", "priority:\"\""),
        ("title:\"x\"", "title:x"), ("title:\"x y\"", "title:\"x y\""), ("title:\"=x\"", "title:\"=x\""),
        ("title:==x", "title:==x"), ("\"kind:x\"", "\"kind:x\""), ("\"-x\"", "\"-x\""), ("a-x", "a-x"),
        ("\"OR\"", "\"OR\""), ("\"title=x\"", "\"title=x\""), ("a=b", "\"a=b\""),
        ("\"a\\\"b\\\\\"", "\"a\\\"b\\\\\""), ("a\\b", "a\\b"),
        ("json:/a", "json:/a"), ("json:/a:\"\"", "json:/a"), ("json:/a=1", "json:/a=1"), ("json:/a:=1", "json:/a=1"),
        ("json:/a==1", "json:/a==1"), ("json:/a:1", "json:/a:1"), ("json:\"/a b\"=1", "json:\"/a b\"=1"),
        ("json:/a=\"=x\"", "json:/a=\"=x\""), ("json:\"\"", "json:\"\""),
        ("Header.X-A:1", "header.x-a:1"), ("data.\"a:b\":1", "data.\"a:b\":1"), ("data.A:1", "data.A:1"),
        ("status:=200", "status:200"), ("status:>400", "status:>=401"), ("status:<400", "status:<=399"),
        ("status:4xx", "status:400..499"), ("status:0..999", "status:>=0"),
        ("after:2026-11-29", "after:2026-11-29T00:00:00.000000Z"),
        ("before:2026-11-29t23:59:59.5+01:00", "before:2026-11-29T22:59:59.500000Z"),
    ])
    func `a filter is printed in one spelling that reads back`(filter: String, printed: String) throws {
        let parsed = try Filter(parsing: Array(filter.utf8))
        #expect(parsed.description == printed)
        #expect(try Filter(parsing: parsed.text.bytes) == parsed)
    }
}
