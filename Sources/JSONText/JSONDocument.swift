import Bytes
import CSimdjson

/// The parsed form behind ``JSONText``: the bytes and a flat list of nodes in document order.
final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(parsing bytes: [UInt8], maximumLength: Int = JSONText.maximumLength) throws(JSONTextError) {
        guard bytes.count <= maximumLength else { throw .tooLarge(limit: maximumLength) }
        switch parse(bytes[...]) {
        case .parsed(let nodes):
            self.bytes = bytes
            self.nodes = nodes
        case .failed(let error): throw error
        case .unreadable: throw firstFault(in: bytes)
        }
    }
}

/// One value, or one key of an object, as offsets into the bytes.
struct JSONNode: Sendable {
    /// What stands there.
    var kind: JSONValue.Kind
    /// True for a string (or key) that contains a backslash.
    var hasEscapes: Bool
    /// The first byte; for a string the opening quote.
    var start: UInt32
    /// One past the last byte.
    var end: UInt32
    /// The index of the node that follows this one and everything inside it.
    var next: UInt32

    fileprivate init(_ node: csimdjson_node) {
        kind = JSONValue.Kind(rawValue: node.kind) ?? .null
        hasEscapes = node.has_escapes != 0
        start = node.start
        end = node.end
        next = node.next
    }
}

private enum Outcome {
    case parsed([JSONNode])
    case failed(JSONTextError)
    /// Not UTF-8, a string that does not end, or a raw control character in one: the SIMD stage does not say where.
    case unreadable
}

private func parse(_ bytes: ArraySlice<UInt8>) -> Outcome {
    unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return .failed(.empty) }
        let result = unsafe csimdjson_parse(base, bytes.count, UInt32(JSONText.maximumDepth))
        let offset = unsafe result.offset
        switch unsafe result.status {
        case CSIMDJSON_OK:
            let nodes = unsafe UnsafeBufferPointer(start: result.nodes, count: result.node_count)
            return unsafe .parsed(nodes.map(JSONNode.init))
        case CSIMDJSON_EMPTY: return .failed(.empty)
        case CSIMDJSON_UNEXPECTED: return .failed(.unexpected(offset: offset))
        case CSIMDJSON_TRAILING: return .failed(.trailing(offset: offset))
        case CSIMDJSON_TOO_DEEP: return .failed(.tooDeep(limit: JSONText.maximumDepth))
        case CSIMDJSON_NO_MEMORY: return .failed(.tooLarge(limit: JSONText.maximumLength))
        default: return .unreadable
        }
    }
}

/// The first thing wrong with bytes that the SIMD stage refused as a whole.
///
/// A fault of grammar may stand before the place that it refused. So what comes before that place is parsed by itself,
/// with an empty string for one that is at fault, which may be out of place too.
private func firstFault(in bytes: [UInt8]) -> JSONTextError {
    let valid = firstInvalidUTF8(in: bytes) ?? bytes.count
    var fault = valid < bytes.count ? JSONTextError.notUTF8(offset: valid) : .unexpected(offset: bytes.count)
    var openQuote: Int?
    var position = 0
    while position < valid {
        let byte = bytes[position]
        if openQuote != nil, byte < 0x20 {
            fault = .unexpected(offset: position)
            break
        }
        if byte == UInt8(ascii: "\"") { openQuote = openQuote == nil ? position : nil }
        position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = openQuote ?? Swift.min(position, valid)
    let beginning = bytes[..<end] + (openQuote == nil ? [] : Array("\"\"".utf8))
    switch parse(beginning) {
    case .failed(.unexpected(let offset)) where offset < beginning.count: return .unexpected(offset: offset)
    case .failed(.trailing(let offset)): return .trailing(offset: offset)
    case .failed(.tooDeep(let limit)): return .tooDeep(limit: limit)
    default: return fault
    }
}

private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    do {
        _ = try UTF8Span(validating: bytes.span)
        return nil
    } catch {
        return error.byteOffsets.lowerBound
    }
}
