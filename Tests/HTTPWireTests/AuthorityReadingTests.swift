import HTTPMessage
import Testing

@Suite struct AuthorityReadingTests {
    @Test(
        arguments: [
            ("fcm.googleapis.com:443", "fcm.googleapis.com", 443, false), ("localhost", "localhost", nil, false),
            ("[::1]:8822", "::1", 8822, false), ("[::1]", "::1", nil, false), ("u:p@h:1", "h", 1, true),
            ("u@v@h", "h", nil, true), ("H.:0", "H.", 0, false), ("h:65535", "h", 65535, false),
        ] as [(String, String, UInt16?, Bool)])
    func `host and port are told apart`(text: String, host: String, port: UInt16?, hasUser: Bool) throws {
        let authority = try #require(Authority(Array(text.utf8)[...]))
        #expect(authority.host.elementsEqual(host.utf8))
        #expect(authority.port == port)
        #expect(authority.hasUserInformation == hasUser)
    }

    @Test(arguments: ["", ":443", "h:", "h:65536", "h:-1", "h:4a", "h:1:2", "[::1", "[]:1", "[::1]x", "u@", "::1"])
    func `what is neither is refused`(text: String) {
        #expect(Authority(Array(text.utf8)[...]) == nil)
    }

    @Test(
        arguments: [
            ("http://h/p", "h"), ("https://u@h:1?q=/", "u@h:1"), ("http://h", "h"), ("/http://h/p", nil), ("*", nil),
            ("h:443", nil), ("http:///p", ""),
        ] as [(String, String?)])
    func `only a target in absolute form has an authority`(target: String, authority: String?) {
        let found = HTTPRequest(target: Array(target.utf8)).targetAuthority
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == authority)
    }
}
