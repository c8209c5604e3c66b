import Bytes
import CSimdjson

/// The parsed form behind ``JSONText``: the bytes and a flat list of nodes in document order.
final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(parsing bytes: [UInt8]) throws(JSONTextError) {
        self.bytes = bytes
        nodes = []
        throw JSONTextError.empty
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
}

extension JSONDocument {
    /// The decoded text of the string or key at a node.
    func text(at index: Int) -> Text {
        let node = nodes[index]
        return Text(repairing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
    }
}
