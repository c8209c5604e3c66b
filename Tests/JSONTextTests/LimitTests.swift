import Testing

@testable import JSONText

@Suite struct LimitTests {
    static func nested(_ open: String, _ inner: String, _ close: String, depth: Int) -> [UInt8] {
        Array((String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
    }

    @Test(arguments: [("[", "1", "]"), ("{\"a\":", "1", "}"), ("[", "", "]")])
    func `nests as deep as the limit and no deeper`(open: String, inner: String, close: String) throws {
        let limit = JSONText.maximumDepth
        let deepest = try JSONText(parsing: Self.nested(open, inner, close, depth: limit))
        #expect(deepest.root.count == 1)
        #expect(throws: JSONTextError.tooDeep(limit: limit)) {
            try JSONText(parsing: Self.nested(open, inner, close, depth: limit + 1))
        }
    }

    @Test func `a million open brackets are too deep`() {
        #expect(throws: JSONTextError.tooDeep(limit: 1024)) {
            try JSONText(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test func `siblings do not add up to depth`() throws {
        let many = "[" + String(repeating: "[[]],", count: 5_000) + "[]]"
        #expect(try JSONText(parsing: Array(many.utf8)).root.count == 5_001)
    }

    @Test func `takes as many bytes as the limit and no more`() throws {
        let bytes = Array("[1,2]".utf8)
        #expect(try JSONDocument(parsing: bytes, maximumLength: 5).nodes.count == 3)
        #expect(throws: JSONTextError.tooLarge(limit: 4)) { try JSONDocument(parsing: bytes, maximumLength: 4) }
    }
}
