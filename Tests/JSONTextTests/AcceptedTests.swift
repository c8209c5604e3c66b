import Bytes
import JSONText
import Testing

@Suite struct AcceptedTests {
    static let documents = [
        "null", "true", "false", "0", "-0", "1", "-1", "10", "1.10", "-1.5", "0.1", "1e5", "1E5", "1e+5", "1e-5",
        "1.5E+10", "0e0", "1e400", "-1e400", "1e-400", "1234567890123456789012345678901234567890",
        "18446744073709551616", "0.1234567890123456789012345678901234567890", "\"\"", "\"a\"", "\" \"", "\"\u{7F}\"",
        #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9\u00E9""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00\ud800""#,
        #""\ud800\u0041""#, #""\ud800x""#, #""\uD800\n""#, "\"\u{FEFF}\u{2028}\u{10FFFF}\u{0301}\"", "\"{}[]:,\"",
        #""\\""#, #""a\\\"b""#, "[]", "[ ]", "[1]", "[1,2]", "[[]]", "[[],[]]", "[{}]",
        "[null,true,false,0,\"\",[],{}]",
        "{}", "{ }", #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, #"{"":0}"#, #"{"a":{"b":[{"c":null}]}}"#,
        #"{"\u0061":1}"#, " null ", "\t\r\n[\r\n1\t,\n2 ]\r\n", "{\r\n\"a\"\r\n:\r\n1\r\n}\r\n",
    ]

    @Test(arguments: documents) func `is JSON`(document: String) throws {
        let text = try JSONText(parsing: Array(document.utf8))
        let value = document.trimmingSpaces
        #expect(Array(text.root.raw) == value)
        #expect(text.bytes == Array(document.utf8))
    }

    @Test func `a large document is JSON whatever the order of sizes`() throws {
        let large = "[" + String(repeating: #"{"key":"value\n"},"#, count: 100_000) + "0]"
        for document in ["[1]", large, "[1]", large, "{}"] {
            #expect(try JSONText(parsing: Array(document.utf8)).root.raw.count == document.utf8.count)
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: [UInt8] { Array(ASCII.trimmed(Array(utf8)[...])) }
}
