internal import CNGHTTP2

/// Reads what a server sends on an HTTP/2 connection, frame by frame.
@safe
package final class HTTP2AnswerReader {
    /// What came on one stream.
    package struct Answer: Equatable {
        /// The statuses in their order, interim ones first.
        package var statuses: [String] = []
        /// The fields of the last header block, without `:status`.
        package var fields: [[String]] = []
        package var body: [UInt8] = []
        /// The lengths of the DATA frames.
        package var dataLengths: [Int] = []
        /// True when a HEADERS or DATA frame ended the stream.
        package var hasEnded = false
        /// The error code of a RST_STREAM.
        package var resetCode: UInt32?

        /// The value of the first field with the name.
        package func field(_ name: String) -> String? {
            fields.first { $0[0] == name }?[1]
        }
    }

    /// A GOAWAY.
    package struct Farewell: Equatable {
        package let lastStream: UInt32
        package let code: UInt32
    }

    /// What came, by stream.
    package private(set) var answers: [UInt32: Answer] = [:]
    /// The GOAWAY frames.
    package private(set) var farewells: [Farewell] = []
    /// The entries of all SETTINGS frames.
    package private(set) var settings: [UInt16: UInt32] = [:]
    /// By how much the client may send more, by stream; 0 stands for the connection.
    package private(set) var windowIncrements: [UInt32: UInt32] = [:]
    /// The types of all frames.
    package private(set) var frameTypes: [UInt8] = []
    private var rest: [UInt8] = []
    private let inflater: OpaquePointer?

    package init() {
        var created: OpaquePointer?
        unsafe nghttp2_hd_inflate_new(&created)
        unsafe inflater = unsafe created
    }

    deinit {
        unsafe nghttp2_hd_inflate_del(inflater)
    }

    /// Takes the next bytes, whole frames or not.
    package func read(_ bytes: [UInt8]) {
        rest += bytes
        while rest.count >= 9 {
            let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
            guard rest.count >= 9 + length else { return }
            let payload = Array(rest[9..<9 + length])
            take(type: rest[3], flags: rest[4], stream: number(rest[5..<9]) & 0x7FFF_FFFF, payload)
            rest.removeFirst(9 + length)
        }
    }

    private func take(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
        frameTypes.append(type)
        let endsStream = flags & HTTP2Frames.endStream != 0
        switch type {
        case 0:
            answers[stream, default: Answer()].body += payload
            answers[stream, default: Answer()].dataLengths.append(payload.count)
            if endsStream { answers[stream, default: Answer()].hasEnded = true }
        case 1:
            var fields = inflate(payload)
            let status = fields.removeFirst()
            answers[stream, default: Answer()].statuses.append(status[1])
            answers[stream, default: Answer()].fields = fields
            if endsStream { answers[stream, default: Answer()].hasEnded = true }
        case 3:
            answers[stream, default: Answer()].resetCode = number(payload[0..<4])
        case 4:
            for start in stride(from: 0, to: payload.count, by: 6) {
                settings[UInt16(payload[start]) << 8 | UInt16(payload[start + 1])] = number(
                    payload[start + 2..<start + 6]
                )
            }
        case 7:
            farewells.append(
                Farewell(lastStream: number(payload[0..<4]) & 0x7FFF_FFFF, code: number(payload[4..<8]))
            )
        case 8:
            windowIncrements[stream, default: 0] += number(payload[0..<4])
        default:
            break
        }
    }

    private func inflate(_ block: [UInt8]) -> [[String]] {
        var fields: [[String]] = []
        unsafe block.withUnsafeBufferPointer { block in
            var position = 0
            while position < block.count {
                var field = unsafe nghttp2_nv()
                var flags: Int32 = 0
                let next = unsafe block.baseAddress.map { unsafe $0 + position }
                let count = unsafe nghttp2_hd_inflate_hd2(inflater, &field, &flags, next, block.count - position, 1)
                guard count >= 0 else { return }
                position += count
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    unsafe fields.append([text(field.name, field.namelen), text(field.value, field.valuelen)])
                }
                if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
            }
            unsafe nghttp2_hd_inflate_end_headers(inflater)
        }
        return fields
    }
}

private func text(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
}
