package import Bytes

/// Text from outside, made harmless for a terminal and for the log of a CI service.
///
/// What could steer either is replaced by a visible escape: control characters (C0, DEL, C1, which hold ESC, CSI and
/// carriage return), line and paragraph separators, bidirectional controls, and the beginnings of service commands:
/// `::` at the start of a GitHub line, `##[`, `##vso[`, `##teamcity[` anywhere, as their readers search whole lines.
/// In a line what is invisible or looks like a space is replaced too, as two texts would look alike that are not; a joiner
/// stands between emoji.
///
/// Input `ESC [31m::error::x` becomes `\u{1B}[31m::error::x`, and `::error::x` becomes `\u{3A}:error::x`.
package enum TerminalText {
    /// The text as one line.
    package static func line(_ text: String) -> String {
        line(Text(text)).description
    }

    /// The text as one line.
    package static func line(_ text: Text) -> Text {
        let bytes = text.bytes
        let firstVisible = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var offset = 0
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            let startsCommand =
                (offset == firstVisible && ASCII.hasPrefix(bytes[offset...], "::"))
                || (scalar == "#" && startsServiceMessage(bytes[offset...]))
            if startsCommand || steersTerminal(scalar) || isDeceptive(scalar) && !joinsEmoji(scalars, at: index) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
            } else {
                result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
            offset += UTF8.width(scalar)
        }
        return Text(repairing: result)
    }

    /// JSON that means the same and cannot steer a terminal: what could stands as `\u` escapes, which only strings can
    /// have, and a carriage return between tokens as a space.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x7F || $0 == 0x0D }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar == "\r" {
                result.append(0x20)
            } else if scalar.value >= 0x7F, steersTerminal(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            } else {
                result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return result
    }

    /// True for `##`, letters, `[`.
    private static func startsServiceMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard ASCII.hasPrefix(bytes, "##") else { return false }
        let word = bytes.dropFirst(2).prefix { ASCII.lowercased($0) &- 0x61 < 26 }
        return bytes.dropFirst(2 + word.count).first == UInt8(ascii: "[")
    }

    /// True for what is invisible, and for a space that is not the usual one.
    private static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xA0: false
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: true
        default: VisibleText.isInvisible(scalar.value)
        }
    }

    /// True for a zero-width joiner between two emoji, of which it makes one.
    private static func joinsEmoji(_ scalars: String.UnicodeScalarView, at index: String.Index) -> Bool {
        let next = scalars.index(after: index)
        guard scalars[index].value == 0x200D, index > scalars.startIndex, next < scalars.endIndex else { return false }
        let previous = scalars[scalars.index(before: index)]
        let isEmoji = previous.properties.isEmoji || previous.value == 0xFE0F
        return isEmoji && scalars[next].properties.isEmoji && scalars[next].value > 0x7F
    }

    private static func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
