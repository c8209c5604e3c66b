/// Case folding for searching, one scalar to one scalar.
///
/// A scalar folds to the lower-case mapping of its upper-case mapping, as far as each of them is a single scalar; so
/// `Σ`, `σ` and `ς` are one letter, and `ß` and `İ` stay what they are. ASCII letters fold to ASCII letters and no other
/// scalar folds into ASCII, so `K` (the Kelvin sign) is not `k`. Nothing is normalised: `é` in one scalar and in two
/// differ.
///
/// Source: the mappings are those of the Unicode version that the Swift standard library carries.
enum CaseFolding {
    /// The scalar that stands for all that differ from it in case only.
    ///
    /// - Parameter scalar: above U+007F.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < UInt32(table.count) { return table[Int(scalar)] }
        return isCaseless(scalar) ? scalar : lookedUp(scalar)
    }

    /// Latin, Greek, Cyrillic and Armenian, where most letters with case are.
    private static let table: [UInt32] = (0..<0x590).map(lookedUp)

    /// True for the large scripts without case; false says nothing.
    private static func isCaseless(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x590..<0x10A0, 0x2E80..<0xA640, 0xAC00..<0xFB00, 0x1F000...: true
        default: false
        }
    }

    private static func lookedUp(_ value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return value }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        let lower = single(upper.properties.lowercaseMapping) ?? upper
        return lower.isASCII ? value : lower.value
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
