import Glibc

extension ArraySlice<UInt8> {
    /// True when both have the same bytes; several times as fast as a comparison by element.
    package func hasSameBytes(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { other in
                guard let first = bytes.baseAddress, let second = other.baseAddress else { return true }
                return unsafe memcmp(first, second, bytes.count) == 0
            }
        }
    }
}
