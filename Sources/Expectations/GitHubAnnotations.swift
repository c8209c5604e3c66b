import Bytes

/// A report as GitHub workflow commands: one error annotation for each expectation that does not hold.
///
/// Limits: ``maximumCount`` annotations, the last of which says how many more there are; GitHub shows no more of a step.
///
/// Source: GitHub Docs, "Workflow commands for GitHub Actions"
package enum GitHubAnnotations {
    /// The most annotations; GitHub shows ten errors of a step.
    package static let maximumCount = 10

    /// The longest message in bytes.
    package static let maximumMessageBytes = 4000

    /// The commands, one a line; nothing when every expectation holds.
    package static func bytes(_ report: ExpectationReport) -> [UInt8] {
        let failed = report.results.filter { !$0.holds }
        let shown = failed.count > maximumCount ? maximumCount - 1 : failed.count
        var output: [UInt8] = []
        for result in failed.prefix(shown) {
            let lines = ResultLines.failure(result).map(\.bytes).joined(separator: [UInt8(ascii: "\n")])
            output.append("::error title=")
            output.appendCommandText(result.name.bytes, isProperty: true)
            output.append("::")
            output.appendCommandText(shortened(Array(lines), to: maximumMessageBytes), isProperty: false)
            output.append("\n")
        }
        if shown < failed.count {
            output.append("::error title=Expectations::and ")
            output.appendDecimal(failed.count - shown)
            output.append(" more do not hold\n")
        }
        return output
    }
}

extension [UInt8] {
    /// Appends text so that the runner reads back what is in it, what is invisible as the tokens of ``VisibleText``.
    fileprivate mutating func appendCommandText(_ text: [UInt8], isProperty: Bool) {
        for byte in VisibleText.visible(text[...], in: .payload) {
            switch byte {
            case UInt8(ascii: "%"): append("%25")
            case UInt8(ascii: "\r"): append("%0D")
            case UInt8(ascii: "\n"): append("%0A")
            case UInt8(ascii: ":") where isProperty: append("%3A")
            case UInt8(ascii: ",") where isProperty: append("%2C")
            default: append(byte)
            }
        }
    }
}
