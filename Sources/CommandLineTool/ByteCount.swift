/// A number of bytes, typed as `4096`, `64KiB`, `4MiB` or `1GiB`.
package struct ByteCount: ArgumentValue, Equatable {
    /// The number.
    package var bytes: Int

    /// That many bytes.
    package init(_ bytes: Int) {
        self.bytes = bytes
    }

    package init(argument: String) throws(ValueError) {
        let digits = argument.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let suffix = argument.utf8.dropFirst(digits.count)
        guard let number = Int(String(digits) ?? ""),
            let unit = ByteCount.units.first(where: { $0.name.utf8.elementsEqual(suffix) })
        else { throw ValueError(expected: ByteCount.expected) }
        let (product, overflowed) = number.multipliedReportingOverflow(by: unit.bytes)
        guard !overflowed else { throw ValueError(expected: ByteCount.expected) }
        bytes = product
    }

    package var argumentText: String {
        guard bytes > 0, let unit = ByteCount.units.last(where: { bytes % $0.bytes == 0 }) else {
            return String(bytes)
        }
        return "\(bytes / unit.bytes)\(unit.name)"
    }

    private static let units: [(name: String, bytes: Int)] = [
        ("", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ]
    private static let expected = "a number of bytes such as 65536, 64KiB, 4MiB or 1GiB"
}

extension Int {
    /// The number as a count of bytes, for an option that sets it.
    package var byteCount: ByteCount {
        get { ByteCount(self) }
        set { self = newValue.bytes }
    }
}
