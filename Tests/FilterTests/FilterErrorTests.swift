import Bytes
import Filter
import Testing

@Suite struct FilterErrorTests {
    static func error(_ filter: [UInt8]) -> FilterError? {
        do {
            _ = try Filter(parsing: filter)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("kidn:silent", 1, 4, "there is no field kidn, did you mean kind; quote the whole to look for it as a word"),
        (
            "a (b or tilte:x)", 9, 5,
            "there is no field tilte, did you mean title; quote the whole to look for it as a word"
        ),
        ("http://x", 1, 4, "there is no field http; quote the whole to look for it as a word"),
        (":x", 1, 1, "there is no field ; quote the whole to look for it as a word"),
        (
            "targetkind:topic", 1, 10,
            "there is no field targetkind, did you mean target_kind; quote the whole to look for it as a word"
        ),
        (
            "data:x", 1, 4,
            "there is no field data, did you mean data_key or data.KEY; quote the whole to look for it as a word"
        ),
        ("kind:silnt", 6, 5, "kind cannot be silnt: it takes notification, silent or empty, did you mean silent"),
        ("kind:\"\"", 6, 2, "kind cannot be : it takes notification, silent or empty"),
        (
            "é kind:=noti", 9, 4,
            "kind cannot be noti: it takes notification, silent or empty, did you mean notification"
        ),
        (
            "provider:gcm", 10, 3,
            "provider cannot be gcm: it takes apns, fcm or mongoosepush; == finds any other, did you mean fcm"
        ),
        (
            "kind:silent (-provider:=mongoose)", 25, 8,
            "provider cannot be mongoose: it takes apns, fcm or mongoosepush; == finds any other, did you mean mongoosepush"
        ),
        (
            "priority:urgent", 10, 6,
            "priority cannot be urgent: it takes high, normal, low, very-low, 10, 5 or 1; == finds any other"
        ),
        (
            "a outgoing.header.apns-priority=10", 3, 32,
            """
            outgoing.header.apns-priority is a field with a colon behind it: outgoing.header.apns-priority:VALUE; quote \
            the whole to look for it as a word
            """
        ),
        (
            "Title=x", 1, 7,
            "Title is a field with a colon behind it: Title:VALUE; quote the whole to look for it as a word"
        ),
        ("mode:test", 6, 4, "mode cannot be test: it takes prod or dev; == finds any other"),
        ("displays:maybe", 10, 5, "displays cannot be maybe: it takes yes or no"),
        ("shown:iso", 7, 3, "shown cannot be iso: it takes ios, android or web, did you mean ios"),
        ("status:20x", 8, 3, "status cannot be 20x: it takes a status such as 200, >=400, 400..499 or 4xx"),
        ("status:500..400", 8, 8, "status cannot be 500..400: it takes a status such as 200, >=400, 400..499 or 4xx"),
        ("status:>999", 8, 4, "status cannot be >999: it takes a status such as 200, >=400, 400..499 or 4xx"),
        (
            "status:99999999999999999999", 8, 20,
            "status cannot be 99999999999999999999: it takes a status such as 200, >=400, 400..499 or 4xx"
        ),
        (
            "after:yesterday", 7, 9,
            "after cannot be yesterday: it takes a date or a time in RFC 3339 such as 2026-11-29T23:59:59Z"
        ),
        (
            "before:2026-02-30", 8, 10,
            "before cannot be 2026-02-30: it takes a date or a time in RFC 3339 such as 2026-11-29T23:59:59Z"
        ),
        (
            "after:0000-01-01T00:00:00+23:59", 7, 25,
            "after cannot be 0000-01-01T00:00:00+23:59: it takes a date or a time in RFC 3339 such as 2026-11-29T23:59:59Z"
        ),
        (
            "json:aps", 6, 3,
            "json cannot be aps: it takes a JSON pointer, with / before each step, ~1 for / and ~0 for ~ in it"
        ),
        (
            "json:/a~2=x", 6, 4,
            "json cannot be /a~2: it takes a JSON pointer, with / before each step, ~1 for / and ~0 for ~ in it"
        ),
        ("title:", 1, 6, "title needs a value; \"\" is the empty one"),
        ("title:= x", 1, 7, "title needs a value; \"\" is the empty one"),
        ("json:", 1, 5, "json needs a value; \"\" is the empty one"),
        ("json:/a=", 1, 8, "json:/a needs a value; \"\" is the empty one"),
        ("data.\"a b\" x", 1, 10, "data.a b needs a value; \"\" is the empty one"),
        ("a =", 3, 1, "= needs a value; \"\" is the empty one"),
        ("a or", 3, 2, "a term is missing here"), ("or a", 1, 2, "a term is missing here"),
        ("a or or b", 6, 2, "a term is missing here"), ("a and", 3, 3, "a term is missing here"),
        ("a not", 3, 3, "a term is missing here"), ("-", 1, 1, "a term is missing here"),
        ("a - b", 3, 1, "a term is missing here"), ("()", 2, 1, "a term is missing here"),
        ("(a or )", 7, 1, "a term is missing here"), ("(", 1, 1, "a term is missing here"),
        ("(a", 1, 1, "this parenthesis has no partner"), ("a (b (c)", 3, 1, "this parenthesis has no partner"),
        ("a)", 2, 1, "this parenthesis has no partner"), (")", 1, 1, "this parenthesis has no partner"),
        ("-)", 2, 1, "a term is missing here"),
        ("title:\"a", 7, 1, "this quotation mark has no partner"),
        ("\"a\\", 1, 1, "this quotation mark has no partner"),
        ("\"a\\n\"", 3, 1, "only \\\" and \\\\ can be written with a backslash in quotes"),
        ("a\"b\"", 2, 1, "a space is missing here, or quotes around the whole value"),
        ("title:a\"b\"", 8, 1, "a space is missing here, or quotes around the whole value"),
        ("title:a(b)", 8, 1, "a space is missing here, or quotes around the whole value"),
        ("\"a\"é", 4, 2, "a space is missing here, or quotes around the whole value"),
        ("(a)b", 4, 1, "a space is missing here, or quotes around the whole value"),
        ("or\"x\"", 3, 1, "a space is missing here, or quotes around the whole value"),
    ])
    func `a mistake is named with its place`(filter: String, column: Int, length: Int, message: String) throws {
        let error = try #require(Self.error(Array(filter.utf8)))
        #expect(error.place?.column == column)
        #expect(error.place?.length == length)
        #expect(error.description == "column \(column): \(message)")
    }

    @Test func `bytes that are not UTF-8 are refused where they stand`() {
        #expect(Self.error(Array("é ".utf8) + [0xFF])?.description == "column 3: this is not UTF-8")
    }

    @Test func `the longest filter is read and one byte more is refused`() {
        let longest = [UInt8](repeating: UInt8(ascii: "a"), count: Filter.maximumLength)
        #expect(Self.error(longest) == nil)
        #expect(Self.error(longest + longest.prefix(1)) == .tooLong(limit: 16_384))
    }

    @Test(arguments: [("(", "a", ")"), ("-", "a", ""), ("not ", "a", ""), ("-(", "a", ")")])
    func `nesting is read up to its limit`(opening: String, middle: String, closing: String) {
        let levels = Filter.maximumDepth / (opening == "-(" ? 2 : 1)
        func nested(_ count: Int) -> [UInt8] {
            Array((String(repeating: opening, count: count) + middle + String(repeating: closing, count: count)).utf8)
        }
        #expect(Self.error(nested(levels)) == nil)
        guard case .tooDeep(limit: 64, at: _) = Self.error(nested(levels + 1)) else {
            Issue.record("one level more is read")
            return
        }
    }
}
