import Testing

@testable import CommandLineTool

@Suite struct ValueTests {
    @Test(arguments: [
        ("0", 0), ("1", 1), ("65537", 65537), ("64KiB", 1 << 16), ("4MiB", 4 << 20), ("1GiB", 1 << 30),
    ])
    func `a byte count is read and written the same way`(text: String, bytes: Int) throws {
        #expect(try ByteCount(argument: text).bytes == bytes)
        #expect(ByteCount(bytes).argumentText == text)
    }

    @Test(arguments: ["", "KiB", "-1", "1kb", "1 KiB", "1.5MiB", "9223372036854775808", "9223372036854775807GiB", "١"])
    func `what is no byte count is refused`(text: String) {
        #expect(throws: ValueError.self) { try ByteCount(argument: text) }
    }

    @Test(arguments: [("0", 0), ("250us", 250), ("1ms", 1000), ("30s", 30_000_000), ("5m", 300_000_000)])
    func `an interval is read and written the same way`(text: String, microseconds: Int) throws {
        #expect(try Interval(argument: text).microseconds == microseconds)
        #expect(Interval(microseconds: microseconds).argumentText == text)
    }

    @Test(arguments: ["", "1", "ms", "1h", "-1s", "9223372036854775807m"])
    func `what is no interval is refused`(text: String) {
        #expect(throws: ValueError.self) { try Interval(argument: text) }
    }

    @Test(arguments: [(0, 0), (1, 1), (999, 1), (1000, 1), (1001, 2), (Int.max, Int.max / 1000 + 1)])
    func `a part of a millisecond counts as one`(microseconds: Int, milliseconds: Int) {
        #expect(Interval(microseconds: microseconds).milliseconds == milliseconds)
    }

    @Test(arguments: ["", "-1", "x", "1.0", "9223372036854775808"])
    func `what is no whole number is refused`(text: String) {
        #expect(throws: ValueError.self) { try Int(argument: text) }
    }
}
