/// The text, or its beginning up to a whole character and how much is left out.
package func shortened(_ text: [UInt8], to limit: Int) -> [UInt8] {
    guard text.count > limit else { return text }
    var end = limit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(text[..<end]) + "… (\(text.count - end) bytes more)".utf8
}
