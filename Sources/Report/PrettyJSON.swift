import Bytes
import JSONText

/// A JSON document set out for reading: one member a line, numbers, strings, order and repetition as they were sent.
package enum PrettyJSON {
    /// The largest document that is set out; a larger one is shown as posted only.
    static let maximumBytes = 256 << 10
    /// How deep lines are indented; deeper ones stand below each other, so that depth costs no more than its bytes.
    static let maximumIndent = 40

    private static let spaces = [UInt8](repeating: 0x20, count: maximumIndent * 2)

    /// The document set out; nil when it is not JSON, too large, or the same as posted.
    package static func text(of body: [UInt8]) -> [UInt8]? {
        guard body.count <= maximumBytes, let first = body.first(where: { !ASCII.isSpace($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let document = try? JSONText(parsing: body)
        else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(body.count * 2)
        append(document.root, depth: 0, to: &output)
        return output == body ? nil : output
    }

    private static func append(_ value: JSONValue, depth: Int, to output: inout [UInt8]) {
        var isFirst = true
        switch value.kind {
        case .object:
            output.append(UInt8(ascii: "{"))
            for member in value.members {
                beginLine(&isFirst, depth: depth + 1, &output)
                output.append(contentsOf: member.rawKey)
                output.append(": ")
                append(member.value, depth: depth + 1, to: &output)
            }
            endLines(isFirst, depth: depth, &output)
            output.append(UInt8(ascii: "}"))
        case .array:
            output.append(UInt8(ascii: "["))
            for element in value.elements {
                beginLine(&isFirst, depth: depth + 1, &output)
                append(element, depth: depth + 1, to: &output)
            }
            endLines(isFirst, depth: depth, &output)
            output.append(UInt8(ascii: "]"))
        case .null, .false, .true, .number, .string:
            output.append(contentsOf: value.raw)
        }
    }

    private static func beginLine(_ isFirst: inout Bool, depth: Int, _ output: inout [UInt8]) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        indent(depth, &output)
    }

    private static func endLines(_ isEmpty: Bool, depth: Int, _ output: inout [UInt8]) {
        if !isEmpty { indent(depth, &output) }
    }

    private static func indent(_ depth: Int, _ output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: spaces[..<(min(depth, maximumIndent) * 2)])
    }
}
