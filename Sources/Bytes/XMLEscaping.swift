extension [UInt8] {
    /// Appends text as character data of XML 1.0, or as the inside of an attribute value; what XML cannot hold, and what
    /// is invisible besides, stands there as the tokens of ``VisibleText``.
    package mutating func appendXML(_ text: [UInt8], isAttribute: Bool) {
        for byte in VisibleText.visible(text[...], in: .payload) {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case UInt8(ascii: "\r"): append("&#13;")
            case UInt8(ascii: "\n") where isAttribute: append("&#10;")
            case UInt8(ascii: "\t") where isAttribute: append("&#9;")
            default: append(byte)
            }
        }
    }
}
