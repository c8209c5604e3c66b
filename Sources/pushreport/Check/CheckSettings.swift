import Bytes
import CommandLineTool
import Comparison
import Expectations

/// What the command line of `pushreport check` sets.
struct CheckSettings: Sendable {
    var words: [String] = []
    var filter: String?
    var count: Int?
    var atLeast: Int?
    var atMost: Int?
    var isNone = false
    var expectations: String?
    var baseline: String?
    var rules: String?
    var failOn = FailOn.change
    var name: Text?
    var makesExpectations = false
    var follows = false
    var within: TimeSpan?
    var settle: TimeSpan?
    var format = Format.text
    var junit: String?
    var annotatesGitHub = false
    var isLenient = false

    /// In which form the result is written.
    enum Format: String, CaseIterable, ArgumentValue {
        case text
        case json
    }

    /// True when the log is waited for.
    var isFollowing: Bool { follows || within != nil || settle != nil }

    /// The number that is asked for; nil when the line says nothing of it.
    var countRule: CountRule? {
        get throws(UsageError) {
            let ways = [count != nil, atLeast != nil || atMost != nil, isNone].count { $0 }
            guard ways <= 1 else {
                throw .refused(
                    "--count, --none, and --at-least with --at-most are three ways to say how many; take one")
            }
            if isNone { return .exactly(0) }
            if let count { return .exactly(Int64(count)) }
            guard ways == 1 else { return nil }
            if let atLeast, let atMost, atMost < atLeast {
                throw .refused("--at-most \(atMost) is less than --at-least \(atLeast)")
            }
            return CountRule(atLeast: Int64(atLeast ?? 0), atMost: atMost.map(Int64.init))
        }
    }

    /// Writes the result as text: on standard output, unless JUnit XML has it.
    func write(_ lines: [Text]) throws {
        for line in lines.map({ TerminalText.line($0) }) {
            if junit == "-" {
                StandardError.write("\(line)")
            } else {
                try StandardOutput.write(line.bytes + "\n".utf8)
            }
        }
    }
}
