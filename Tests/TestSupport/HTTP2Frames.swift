/// Makes HTTP/2 frames byte by byte, right or wrong, as a client would send them (RFC 9113 section 4).
package enum HTTP2Frames {
    /// The client's preface without its SETTINGS.
    package static let magic = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// The client's preface with empty SETTINGS.
    package static let preface = magic + frame(type: 4)

    package static let endStream: UInt8 = 0x01
    package static let acknowledgement: UInt8 = 0x01
    package static let endHeaders: UInt8 = 0x04

    /// A frame of any type with any payload.
    package static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) -> [UInt8] {
        let length = payload.count
        let header =
            [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
            + [UInt8(truncatingIfNeeded: length), type, flags]
        return header + bytes(of: stream) + payload
    }

    /// SETTINGS with the given entries.
    package static func settings(_ entries: [(identifier: UInt16, value: UInt32)]) -> [UInt8] {
        let payload = entries.flatMap { entry in
            [UInt8(entry.identifier >> 8), UInt8(entry.identifier & 255)] + bytes(of: entry.value)
        }
        return frame(type: 4, payload: payload)
    }

    /// HEADERS and, when `chunk` is smaller than the block, CONTINUATION frames.
    package static func headers(
        _ fields: [(name: String, value: String)],
        stream: UInt32,
        endsStream: Bool = true,
        chunk: Int = 16_384
    ) -> [UInt8] {
        let block = headerBlock(fields)
        var output: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + chunk, block.count)
            var flags: UInt8 = end == block.count ? endHeaders : 0
            if start == 0, endsStream { flags |= endStream }
            output += frame(type: start == 0 ? 1 : 9, flags: flags, stream: stream, payload: Array(block[start..<end]))
            start = end
        } while start < block.count
        return output
    }

    /// A header block in which every field is a literal that no table keeps (RFC 7541 section 6.2.2).
    package static func headerBlock(_ fields: [(name: String, value: String)]) -> [UInt8] {
        fields.flatMap { [0x00] + string(Array($0.name.utf8)) + string(Array($0.value.utf8)) }
    }

    /// A string literal without Huffman coding (RFC 7541 section 5.2).
    package static func string(_ bytes: [UInt8]) -> [UInt8] {
        integer(bytes.count, prefixBits: 7) + bytes
    }

    /// An integer whose other bits in the first byte are 0 (RFC 7541 section 5.1).
    package static func integer(_ value: Int, prefixBits: Int) -> [UInt8] {
        let limit = (1 << prefixBits) - 1
        guard value >= limit else { return [UInt8(value)] }
        var output = [UInt8(limit)]
        var rest = value - limit
        while rest >= 128 {
            output.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return output + [UInt8(rest)]
    }

    /// DATA.
    package static func data(_ bytes: [UInt8], stream: UInt32, endsStream: Bool = true) -> [UInt8] {
        frame(type: 0, flags: endsStream ? endStream : 0, stream: stream, payload: bytes)
    }

    /// RST_STREAM with CANCEL.
    package static func cancel(stream: UInt32) -> [UInt8] {
        frame(type: 3, stream: stream, payload: bytes(of: 8))
    }

    /// WINDOW_UPDATE.
    package static func windowUpdate(_ increment: UInt32, stream: UInt32 = 0) -> [UInt8] {
        frame(type: 8, stream: stream, payload: bytes(of: increment))
    }

    /// The head of a POST, with more fields behind it.
    package static func post(
        _ path: String, _ more: [(name: String, value: String)] = []
    ) -> [(
        name: String, value: String
    )] {
        [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost")] + more
    }

    private static func bytes(of value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
