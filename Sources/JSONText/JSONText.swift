/// One parsed JSON document that keeps what arrived: number text, key order, duplicate keys, raw slices.
///
/// Entry point: ``init(parsing:)``. Nothing is converted until it is asked for, so `1e400`, `1.10`, integers above 64
/// bits and lone surrogate escapes survive in ``JSONValue/raw``.
///
/// Limits: ``maximumDepth`` levels of nesting; ``maximumLength`` bytes.
///
/// Source: RFC 8259
package struct JSONText: Sendable {
    /// How deep arrays and objects may nest; one more is ``JSONTextError/tooDeep(limit:)``.
    package static let maximumDepth = 1024

    /// The longest document in bytes (256 MiB); one more is ``JSONTextError/tooLarge(limit:)``.
    package static let maximumLength = 1 << 28

    let document: JSONDocument

    /// Parses one document that fills the whole array, white space around it allowed.
    ///
    /// - Throws: ``JSONTextError`` with the offset of the first byte that does not fit.
    package init(parsing bytes: [UInt8]) throws(JSONTextError) {
        document = try JSONDocument(parsing: bytes)
    }

    /// The bytes that were parsed, untouched.
    package var bytes: [UInt8] { document.bytes }

    /// The value of the whole document.
    package var root: JSONValue { JSONValue(document: document, index: 0) }
}
