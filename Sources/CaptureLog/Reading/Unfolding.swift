import CZlib

/// A gzip stream that comes in pieces, unfolded (RFC 1952); one with several members is the text of all of them.
@safe struct Unfolding: ~Copyable {
    /// What became of the stream.
    enum State {
        /// More must follow.
        case unfinished
        /// A member is whole, and so the stream may end here.
        case whole
        /// The bytes are no gzip from here on.
        case broken
        /// The text is longer than the limit.
        case tooLong
    }

    private static let pieceLength = 1 << 20

    private(set) var state = State.unfinished
    private let stream: UnsafeMutablePointer<z_stream>
    private let limit: Int
    private var length = 0

    /// - Parameter limit: how many bytes the text may have.
    init(limit: Int) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        self.limit = limit
        if unsafe czlib_inflate_init(stream) != Z_OK { state = .broken }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Takes the next bytes of the stream and hands on what they stand for, piece by piece.
    mutating func take(
        _ bytes: ArraySlice<UInt8>,
        _ consume: ([UInt8]) throws(CaptureLogError) -> Void
    ) throws(CaptureLogError) {
        var rest = bytes
        while !rest.isEmpty || hasMore, state == .unfinished || state == .whole {
            if state == .whole {
                // Zeros may fill up the last block of a tape or disk.
                rest = rest.drop { $0 == 0 }
                guard !rest.isEmpty else { return }
                unsafe inflateReset(stream)
                state = .unfinished
            }
            let piece = next(&rest)
            length += piece.count
            if length > limit {
                state = .tooLong
                try consume(Array(piece.dropLast(length - limit)))
            } else if !piece.isEmpty {
                try consume(piece)
            }
        }
    }

    /// True when the output space ran out, so that zlib may hold more text back.
    private var hasMore: Bool { unsafe state == .unfinished && stream.pointee.avail_out == 0 && length > 0 }

    private mutating func next(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var result = Z_OK
        var consumed = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, filled in
            unsafe rest.withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(buffer.count)
                result = unsafe inflate(stream, Z_NO_FLUSH)
                consumed = input.count - Int(unsafe stream.pointee.avail_in)
                filled = buffer.count - Int(unsafe stream.pointee.avail_out)
            }
        }
        rest = rest.dropFirst(consumed)
        switch result {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = .whole
        default: state = .broken
        }
        return piece
    }
}
