package import Bytes

extension Text {
    /// True when nobody could see anything of it: no code point, or only white space as Unicode defines it.
    package var isBlank: Bool {
        if let first = bytes.first, first > 0x20, first < 0x7F { return false }
        return description.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }
}
