package import Bytes

/// Where events came from.
package struct LogInput: Sendable, Equatable {
    /// The name without folders, `-` for standard input; one that comes again has a number.
    package let name: Text
    /// The SHA-256 of the input as it was, compressed or not, in hexadecimal digits.
    package let sha256: Text
    /// The length of the input as it was, in bytes.
    package let bytes: Int
    /// How many lines it has, damaged and blank ones too.
    package let lines: Int
    /// How many of them are events, those that other inputs have too among them.
    package let events: Int

    /// An input.
    package init(name: Text, sha256: Text, bytes: Int, lines: Int, events: Int) {
        self.name = name
        self.sha256 = sha256
        self.bytes = bytes
        self.lines = lines
        self.events = events
    }
}
