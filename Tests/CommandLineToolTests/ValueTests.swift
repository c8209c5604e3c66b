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

    @Test(
        arguments: [
            ("0", .zero), ("250us", .microseconds(250)), ("1ms", .milliseconds(1)), ("30s", .seconds(30)),
            ("5m", .seconds(300)), ("1m30s", .seconds(90)), ("1h", .seconds(3600)),
        ] as [(String, Duration)])
    func `a length of time is read and written the same way`(text: String, duration: Duration) throws {
        #expect(try Duration(argument: text) == duration)
        #expect(duration.argumentText == text)
    }

    @Test(arguments: ["", "1", "ms", "1w", "-1s", "9223372036854775807m"])
    func `what is no length of time is refused`(text: String) {
        #expect(throws: ValueError.self) { try Duration(argument: text) }
    }

    @Test(arguments: ["", "-1", "x", "1.0", "9223372036854775808"])
    func `what is no whole number is refused`(text: String) {
        #expect(throws: ValueError.self) { try Int(argument: text) }
    }
}
