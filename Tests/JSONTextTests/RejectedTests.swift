import Foundation
import JSONText
import Testing

@Suite struct RejectedTests {
    static let empty = ["", " ", "\r\n\t "]

    /// A document and the offset of the first byte that cannot stand there.
    static let unexpected: [(String, Int)] = [
        ("{", 1), ("[", 1), ("[1", 2), ("[1,", 3), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7),
        ("[[]", 3), ("[{}", 3), ("]", 0), ("}", 0), (",", 0), (":", 0), ("[,]", 1), ("[1,]", 3), ("[,1]", 1),
        ("[1,,2]", 3), ("[1 2]", 3), ("[1:2]", 2), ("[\"a\":1]", 4), ("[}", 1), ("[1}", 2), ("{]", 1), ("{\"a\"]", 4),
        ("{\"a\":1]", 6), ("{1:1}", 1), ("{a:1}", 1), ("{'a':1}", 1), ("{\"a\",1}", 4), ("{\"a\":}", 5),
        ("{\"a\":1,}", 7), ("{,}", 1), ("{\"a\":1 \"b\":2}", 7), ("{\"a\"::1}", 5), ("{\"a\" 1}", 5), ("{null:1}", 1),
        ("{[]:1}", 1), ("{\"a\":1,,\"b\":2}", 7), ("tru", 3), ("[tru]", 4), ("{\"a\":tru}", 8), ("truE", 3),
        ("True", 0), ("nul", 3), ("nullx", 4), ("fals", 4), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1),
        ("undefined", 0), ("true\"\"", 4), ("-", 1), ("+1", 0), ("01", 1), ("-01", 2), ("00", 1), ("1.", 2), (".5", 0),
        ("-.5", 1), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("1E-", 3), ("1.5.5", 3), ("1e5e5", 3), ("1-1", 1), ("0x10", 1),
        ("1a", 1), ("1_000", 1), ("--1", 1), ("[1\u{C}]", 2), ("1\u{0}", 1), ("\u{0}", 0), ("[\u{0}]", 1),
        ("\u{FEFF}1", 0), ("\u{A0}1", 0), ("\u{2028}", 0), ("'a'", 0), ("\"", 1), ("\"a", 2), ("\"\\\"", 3),
        ("[\"a", 3), ("\"\\", 2), ("\"\\x41\"", 2), ("\"\\'\"", 2), ("\"\\u\"", 3), ("\"\\u00\"", 5),
        ("\"\\u00g0\"", 5),
        ("\"\\U0041\"", 2), ("\"\\\u{E9}\"", 2), ("\"\\a\"", 2), ("\"a\nb\"", 2), ("\"a\tb\"", 2), ("\"a\u{0}b\"", 2),
        ("\"\u{1F}\"", 1), ("{\"a\nb\":1}", 3), ("\"a\r\n\"", 2), ("// c\n1", 0), ("[1/**/]", 2),
        ("\\\"a\"", 0), ("{x:\"open", 1), ("[1 2,\"a\nb\"]", 3), ("[\"a\" \"b\u{1}\"]", 5),
    ]

    static let trailing: [(String, Int)] = [
        ("1 2", 2), ("[1] x", 4), ("[]]", 2), ("{}}", 2), ("{}{}", 2), ("\"a\"\"b\"", 3), ("\"a\"b", 3), ("null,", 4),
        ("[1]\n[2]", 4), ("1 \u{0}", 2), ("{} \"open", 3), ("[1]#", 3),
    ]

    static let notUTF8: [([UInt8], Int)] = [
        ([0xFF], 0), ([0x22, 0x80, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
        ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0x61, 0xE2, 0x82, 0x22], 2), ([0x22, 0x61, 0xE2, 0x82], 2),
        ([0x22, 0x5C, 0xFF, 0x22], 2), ([0x5B, 0x31, 0x5D, 0xFE], 3), ([0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], 1),
    ]

    @Test func `nothing is no document on a thread that has parsed nothing yet`() async {
        let error = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                do throws(JSONTextError) {
                    _ = try JSONText(parsing: [])
                    continuation.resume(returning: nil as JSONTextError?)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        #expect(error == .empty)
    }

    @Test(arguments: empty) func `nothing is no document`(document: String) {
        #expect(throws: JSONTextError.empty) { try JSONText(parsing: Array(document.utf8)) }
    }

    @Test(arguments: unexpected) func `names the byte that cannot stand there`(document: String, offset: Int) {
        #expect(throws: JSONTextError.unexpected(offset: offset)) { try JSONText(parsing: Array(document.utf8)) }
    }

    @Test(arguments: trailing) func `names what follows the document`(document: String, offset: Int) {
        #expect(throws: JSONTextError.trailing(offset: offset)) { try JSONText(parsing: Array(document.utf8)) }
    }

    @Test(arguments: notUTF8) func `names the byte that is not UTF-8`(document: [UInt8], offset: Int) {
        #expect(throws: JSONTextError.notUTF8(offset: offset)) { try JSONText(parsing: document) }
    }

    @Test func `every prefix of a document is refused without reading past it`() {
        let document = Array(#"{"a":[1,-2.5e+3,"\u00e9\\",true,false,null,{"b":{}}],"c":"d"}"#.utf8)
        for length in 0..<document.count {
            #expect(throws: JSONTextError.self) { try JSONText(parsing: Array(document.prefix(length))) }
        }
    }

    @Test func `a number does not borrow a digit that stands behind the document`() throws {
        var bytes = Array("[1".utf8)
        bytes.reserveCapacity(64)
        #expect(throws: JSONTextError.unexpected(offset: 2)) { try JSONText(parsing: bytes) }
        bytes = Array("12345".utf8)
        bytes.removeLast(3)
        #expect(try JSONText(parsing: bytes).root.integer == 12)
    }
}
