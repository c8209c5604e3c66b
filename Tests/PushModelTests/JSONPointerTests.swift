import Bytes
import PushModel
import Testing

@Suite struct JSONPointerTests {
    @Test func `members and elements are appended`() {
        let root: JSONPointer = ""
        #expect(root.text.isEmpty)
        #expect(root.member("aps").member("loc-args").element(1).text == "/aps/loc-args/1")
    }

    @Test func `tilde and slash are escaped`() {
        let root: JSONPointer = "/data"
        #expect(root.member("a/b~1").text == "/data/a~1b~01")
        #expect(root.member("").place == .body(pointer: "/data/"))
    }
}
