import Bytes
import Digest
import Testing

@Suite struct SHA256Tests {
    /// FIPS 180-4 examples and the empty message.
    static let vectors: [(String, Text)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test(arguments: vectors) func `digests`(text: String, digest: Text) {
        #expect(SHA256.hex(of: Array(text.utf8)[...]) == digest)
    }

    @Test func `pieces give the digest of the whole`() {
        let bytes = Array(Self.vectors[2].0.utf8)
        for cut in 0...bytes.count {
            var digest = SHA256()
            digest.update(bytes[..<cut])
            digest.update(bytes[cut...])
            var hex: [UInt8] = []
            hex.appendHex(digest.finish())
            #expect(Text(repairing: hex) == Self.vectors[2].1)
        }
    }
}
