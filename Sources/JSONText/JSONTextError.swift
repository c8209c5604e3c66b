/// Why bytes are not a JSON document.
package enum JSONTextError: Error, Equatable {
    /// There is nothing but white space.
    case empty
    /// The byte at the offset cannot stand there; the offset is the length when the document ends too early.
    case unexpected(offset: Int)
    /// The bytes at the offset are not UTF-8.
    case notUTF8(offset: Int)
    /// A second value or other text follows the document at the offset.
    case trailing(offset: Int)
    /// Nesting exceeds the limit.
    case tooDeep(limit: Int)
    /// The document is larger than the limit in bytes.
    case tooLarge(limit: Int)
}

extension JSONTextError: CustomStringConvertible {
    /// One sentence without a full stop, for findings and messages.
    package var description: String {
        switch self {
        case .empty: "there is no JSON document"
        case .unexpected(let offset): "not JSON at byte \(offset)"
        case .notUTF8(let offset): "not UTF-8 at byte \(offset)"
        case .trailing(let offset): "something follows the JSON document at byte \(offset)"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        }
    }
}
