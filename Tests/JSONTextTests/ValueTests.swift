import Bytes
import JSONText
import Testing

@Suite struct ValueTests {
    static func root(_ document: String) throws -> JSONValue { try JSONText(parsing: Array(document.utf8)).root }

    @Test(
        arguments: [
            ("1e400", nil, Double.infinity), ("-1e400", nil, -Double.infinity), ("-0", 0, -0.0), ("1.10", nil, 1.1),
            ("1234567890123456789012345678901234567890", nil, 1234567890123456789012345678901234567890.0),
            ("9223372036854775807", 9_223_372_036_854_775_807, 9223372036854775807.0),
            ("-9223372036854775808", -9_223_372_036_854_775_808, -9223372036854775808.0),
            ("9223372036854775808", nil, 9223372036854775808.0), ("1e2", nil, 100.0), ("7", 7, 7.0),
        ] as [(String, Int64?, Double)])
    func `keeps a number as it was written`(document: String, integer: Int64?, double: Double) throws {
        let value = try Self.root("[ \(document) ]").elements.first { _ in true }
        #expect(value?.numberText.map(Array.init) == Array(document.utf8))
        #expect(value?.integer == integer)
        #expect(value?.double == double)
        #expect(value?.double?.sign == double.sign)
    }

    @Test(arguments: [
        (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0000""#, "\u{0}"), (#""\u007f\u0080\u07ff\u0800\uffff""#, "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}"),
        (#""\ud83d\ude00""#, "\u{1F600}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
        (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800\ud800\udc00""#, "\u{FFFD}\u{10000}"),
        (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\n""#, "\u{FFFD}\n"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
        (#""\\u0041""#, "\\u0041"), (#""e\u0301""#, "e\u{301}"), (#""\"\u0301""#, "\"\u{301}"),
    ])
    func `decodes the text of a string`(document: String, text: String) throws {
        let value = try Self.root(document)
        #expect(value.text?.bytes == Array(text.utf8))
        #expect(Array(value.raw) == Array(document.utf8))
        let member = try Self.root("{\(document):0}").members.first { _ in true }
        #expect(member?.key.bytes == Array(text.utf8))
        #expect(member.map { Array($0.rawKey) } == Array(document.utf8))
    }

    @Test func `keeps keys in order and duplicates as they came`() throws {
        let root = try Self.root(#"{"b":1,"a":{"x":[1,[2]],"y":{}},"b":2,"\u0062":3}"#)
        #expect(root.members.map(\.key) == ["b", "a", "b", "b"])
        #expect(root.members.map { Array($0.rawKey) }.last == Array(#""\u0062""#.utf8))
        #expect(
            root.members.map { String(decoding: $0.value.raw, as: UTF8.self) } == [
                "1", #"{"x":[1,[2]],"y":{}}"#, "2", "3",
            ])
        #expect(root.count == 4)
        #expect(root.last("b")?.integer == 3)
        #expect(root.last(named: "b")?.integer == 3)
        #expect(root.last("a")?.last("x")?.elements.map(\.count) == [0, 1])
        #expect(root.last("c") == nil)
        #expect(root.last("a")?.offset == 11)
    }

    @Test func `keys are equal by bytes, not by canonical equivalence`() throws {
        let root = try Self.root("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(root.last("\u{E9}")?.integer == 1)
        #expect(root.last("e\u{301}")?.integer == 2)
    }

    @Test func `tells kinds apart`() throws {
        let root = try Self.root(#"[null,false,true,0,"",[],{}]"#)
        #expect(root.elements.map(\.kind) == [.null, .false, .true, .number, .string, .array, .object])
        #expect(root.elements.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(root.elements.map(\.bool) == [nil, false, true, nil, nil, nil, nil])
        #expect(root.elements.map { $0.text != nil } == [false, false, false, false, true, false, false])
        #expect(root.elements.map { $0.numberText != nil } == [false, false, false, true, false, false, false])
        #expect(root.members.map(\.key).isEmpty)
        #expect(try Self.root("{\"a\":1}").elements.map(\.kind).isEmpty)
    }

    @Test func `many threads parse at once`() async throws {
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var total = 0
                    for round in 0..<200 {
                        let elements = String(repeating: "\"\(task)\",", count: round)
                        total += try Self.root("[\(elements)\(task)]").elements.count { _ in true }
                    }
                    return total
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 20_100, count: 8))
    }
}
