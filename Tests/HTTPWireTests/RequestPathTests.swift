import HTTPMessage
import Testing

@Suite struct RequestPathTests {
    @Test(arguments: [
        ("/3/device/ab", "/3/device/ab"), ("/v1?a=/b", "/v1"), ("/", "/"), ("*", "*"), ("", ""),
        ("http://h/v1/projects/p/messages:send", "/v1/projects/p/messages:send"),
        ("https://user@h:443/3/device/ab?c", "/3/device/ab"), ("http://h", ""), ("http://h?a=/b", ""),
        ("fcm.googleapis.com:443", "fcm.googleapis.com:443"), ("/a://b/c", "/a://b/c"), ("?http://h/p", ""),
    ])
    func `the path is that of the target in any form`(target: String, path: String) {
        #expect(HTTPRequest(target: Array(target.utf8)).path == Array(path.utf8)[...])
    }
}
