internal import Bytes
internal import CNGHTTP2
internal import HTTPMessage

/// The header fields of one answer as nghttp2 takes them; the memory is used again for the next.
@safe
struct HTTP2FieldBlock {
    private var bytes: [UInt8] = []
    private var fields: [nghttp2_nv] = unsafe []
    private var fieldStart = 0

    /// Replaces the contents by the fields of an answer, or of an interim answer when the status is below 200.
    ///
    /// - Parameter hasLength: false when the length of the body is not known yet.
    mutating func fill(with response: HTTPResponse, date: [UInt8], hasLength: Bool = true) {
        bytes.removeAll(keepingCapacity: true)
        unsafe fields.removeAll(keepingCapacity: true)
        fieldStart = 0
        bytes.append(":status")
        bytes.appendDecimal(response.status)
        endField(nameCount: 7)
        guard response.status >= 200 else { return }
        bytes.append("date")
        bytes.append(contentsOf: date)
        endField(nameCount: 4)
        for position in 0..<response.headers.count {
            let name = response.headers.name(at: position)
            bytes.append(contentsOf: name)
            bytes.appendFieldValue(response.headers.value(at: position))
            endField(nameCount: name.count, isUnique: ASCII.hasSuffix(name, "-id"))
        }
        guard response.mayHaveBody, hasLength else { return }
        bytes.append("content-length")
        bytes.appendDecimal(response.body.count)
        endField(nameCount: 14)
    }

    /// Calls `body` with the fields, whose pointers are valid until it returns.
    mutating func withFields(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32) -> Int32 {
        let fieldCount = unsafe fields.count
        return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            var next = bytes.baseAddress
            for index in 0..<fieldCount {
                unsafe fields[index].name = unsafe next
                unsafe next? += fields[index].namelen
                unsafe fields[index].value = unsafe next
                unsafe next? += fields[index].valuelen
            }
            return unsafe fields.withUnsafeBufferPointer(body)
        }
    }

    /// Notes that the bytes since the last field are one; its pointers are set when the bytes no longer move.
    ///
    /// - Parameter isUnique: true for a value that no later answer has. nghttp2 would remember it among those that come
    ///   again, and compare each later one with all of them.
    private mutating func endField(nameCount: Int, isUnique: Bool = false) {
        unsafe fields.append(
            nghttp2_nv(
                name: nil,
                value: nil,
                namelen: nameCount,
                valuelen: bytes.count - fieldStart - nameCount,
                flags: UInt8((isUnique ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE).rawValue)
            )
        )
        fieldStart = bytes.count
    }
}
