import Bytes

/// Writes JSON the way Google's servers print it: two spaces for each level, one member or element a line, a line feed
/// at the end.
struct PrettyJSON {
    private var output: [UInt8] = []
    private var level = 0
    private var isFirst = true

    /// The document, with its final line feed.
    var document: [UInt8] { output + [0x0A] }

    /// Writes an object whose members the closure writes.
    mutating func object(_ members: (inout PrettyJSON) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    /// Writes an array with what the closure writes for each element.
    mutating func array<Element>(_ elements: [Element], _ element: (inout PrettyJSON, Element) -> Void) {
        open("[")
        for value in elements {
            separate()
            element(&self, value)
        }
        close("]")
    }

    /// Writes a key; its value follows.
    mutating func member(_ key: StaticString) {
        separate()
        output.append("\"")
        output.append(key)
        output.append("\": ")
    }

    /// Writes a key and a string.
    mutating func member(_ key: StaticString, text: Text) {
        member(key)
        output.appendJSONString(text.bytes)
    }

    /// Writes a key and a number.
    mutating func member(_ key: StaticString, integer: Int) {
        member(key)
        output.appendDecimal(integer)
    }

    private mutating func open(_ bracket: StaticString) {
        output.append(bracket)
        level += 1
        isFirst = true
    }

    private mutating func close(_ bracket: StaticString) {
        level -= 1
        if !isFirst { breakLine() }
        output.append(bracket)
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func breakLine() {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }
}
