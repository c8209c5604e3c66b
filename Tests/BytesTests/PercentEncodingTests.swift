import Bytes
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", "", ""), ("abc", "abc", "abc"), ("a%3Ab", "a:b", "a:b"), ("a%3ab", "a:b", "a:b"),
        ("%25%32%35", "%25", "%25"),
        ("a+b", "a+b", "a+b"), ("%", nil, "%"), ("a%4", nil, "a%4"), ("%zz%41", nil, "%zzA"), ("%%41", nil, "%A"),
    ])
    func `decodes, and tells or keeps a percent sign that is none`(text: String, strictly: String?, leniently: String) {
        let bytes = Array(text.utf8)[...]
        #expect(PercentEncoding.decoded(bytes) == strictly.map { Array($0.utf8) })
        #expect(PercentEncoding.decodedLeniently(bytes) == Array(leniently.utf8))
    }

    @Test func `what was encoded is decoded, every byte`() {
        let bytes = (0...255).map { UInt8($0) }
        for digits in [PercentEncoding.Digits.upperCase, .lowerCase] {
            let encoded = PercentEncoding.encoded(bytes, digits)
            #expect(encoded.count == 66 + 190 * 3)
            #expect(PercentEncoding.decoded(encoded[...]) == bytes)
        }
    }
}
