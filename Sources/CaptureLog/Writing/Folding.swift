import CZlib

/// Folds bytes into gzip (RFC 1952).
package enum Folding {
    /// One whole member. The same bytes give the same member: no time and no name is in it. Members in a row are the gzip
    /// of all their bytes, so pieces can be folded on several threads.
    ///
    /// - Parameter level: 1 for speed up to 9 for size.
    /// - Returns: nil when zlib has no memory.
    package static func member(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe czlib_deflate_init(&stream, level) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        let room = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
        var result = Z_OK
        let folded = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                unsafe stream.avail_in = UInt32(bytes.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                result = unsafe deflate(&stream, Z_FINISH)
                filled = buffer.count - Int(unsafe stream.avail_out)
            }
        }
        return result == Z_STREAM_END ? folded : nil
    }
}
