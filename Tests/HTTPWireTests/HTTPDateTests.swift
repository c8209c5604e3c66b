import HTTPWire
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ])
    func `a moment is an IMF-fixdate`(seconds: Int64, expected: String) {
        #expect(String(decoding: HTTPDate.format(secondsSince1970: seconds), as: UTF8.self) == expected)
    }
}
