package import Bytes

/// How many columns of a terminal text takes: two for wide East Asian letters and emoji, none for marks that combine
/// with the letter before them, else one.
///
/// Source: Unicode Standard Annex 11 (East Asian Width); Emoji_Presentation of Unicode Technical Standard 51
package enum ColumnWidth {
    /// The columns of a text without control characters.
    package static func of(_ text: Text) -> Int {
        if text.bytes.allSatisfy({ $0 < 0x80 }) { return text.bytes.count }
        return text.description.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// The text, cut between code points and ended by `…` when it takes more columns than it may.
    package static func cut(_ text: Text, to limit: Int) -> Text {
        guard of(text) > limit else { return text }
        guard limit > 0 else { return "" }
        var kept = String.UnicodeScalarView()
        var room = limit - 1
        for scalar in text.description.unicodeScalars {
            room -= of(scalar)
            if room < 0 { break }
            kept.append(scalar)
        }
        kept.append("…")
        return Text(String(kept))
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        // A flag is two of these.
        case 0x1F1E6...0x1F1FF: false
        default: scalar.properties.isEmojiPresentation
        }
    }
}
