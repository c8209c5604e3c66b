package import Bytes

/// A place in a JSON document: reference tokens joined by `/`; the empty pointer is the whole document.
///
/// Source: RFC 6901
package struct JSONPointer: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The pointer as text.
    package let text: Text

    /// Takes a pointer whose reference tokens are escaped already.
    package init(stringLiteral value: StaticString) {
        text = Text(stringLiteral: value)
    }

    init(_ bytes: [UInt8]) {
        text = Text(repairing: bytes)
    }

    /// The place of a member's value in the object at this place.
    package func member(_ key: Text) -> JSONPointer {
        var bytes = text.bytes
        bytes.append(UInt8(ascii: "/"))
        for byte in key.bytes {
            switch byte {
            case UInt8(ascii: "~"): bytes.append("~0")
            case UInt8(ascii: "/"): bytes.append("~1")
            default: bytes.append(byte)
            }
        }
        return JSONPointer(bytes)
    }

    /// The place of an element in the array at this place.
    package func element(_ index: Int) -> JSONPointer {
        member(Text(String(index)))
    }

    /// The place for a ``Finding``.
    package var place: Finding.Place { .body(pointer: text) }
}
