import HTTPServer
import Testing

@Suite struct ServerAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1:8822", "127.0.0.1", 8822),
            ("localhost:0", "localhost", 0),
            ("[::1]:65535", "::1", 65_535),
            ("0.0.0.0:80", "0.0.0.0", 80),
        ] as [(String, String, UInt16)])
    func `an address is read and written back`(text: String, host: String, port: UInt16) throws {
        let address = try ServerAddress(text)
        #expect(address == ServerAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(arguments: ["", ":", "8822", "127.0.0.1", "127.0.0.1:", ":8822", "a:65536", "a:-1", "a:b", "::1:80", "[]:80"])
    func `another text is refused`(text: String) {
        #expect(throws: HTTPServerError.addressMalformed(text)) { try ServerAddress(text) }
    }
}
