import Bytes
import PushModel
import Testing

@Suite struct JSONPointerTests {
    @Test(arguments: [
        ("", []), ("/", [""]), ("/a/b", ["a", "b"]), ("/a~1b/m~0n", ["a/b", "m~n"]), ("/~01", ["~1"]),
        ("/a//b", ["a", "", "b"]),
        ("/0/-", ["0", "-"]),
    ])
    func `a pointer is its tokens`(text: String, tokens: [String]) {
        let pointer = JSONPointer(parsing: Text(text))
        #expect(pointer?.tokens == tokens.map { Text($0) })
        #expect(pointer?.text == Text(text))
    }

    @Test(arguments: ["a", "a/b", "/~", "/a~2", "/~a/b"])
    func `other text is no pointer`(text: String) {
        #expect(JSONPointer(parsing: Text(text)) == nil)
    }
}
