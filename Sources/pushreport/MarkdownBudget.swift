import CommandLineTool
import Report

/// How many bytes Markdown may have, typed as `65000` or `64KiB`.
struct MarkdownBudget: ArgumentValue {
    let bytes: Int

    init(argument: String) throws(ValueError) {
        bytes = try ByteCount(argument: argument).bytes
        guard bytes >= MarkdownLimits.leastBudget else {
            throw ValueError(
                expected: "\(MarkdownLimits.leastBudget) bytes or more, room for the line that says what is left out")
        }
    }

    fileprivate init(_ bytes: Int) { self.bytes = bytes }

    var argumentText: String { ByteCount(bytes).argumentText }
}

extension Int {
    /// The number as a budget, for an option that sets it.
    var markdownBudget: MarkdownBudget {
        get { MarkdownBudget(self) }
        set { self = newValue.bytes }
    }
}
