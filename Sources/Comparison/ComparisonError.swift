package import Bytes
package import JSONText
package import PushModel

/// Why a file holds no rules, or a file no baseline.
package enum ComparisonError: Error {
    /// The file of rules is not JSON.
    case rulesNotJSON(path: String, JSONTextError)
    /// These things in the file of rules are wrong; never empty.
    case rules(path: String, problems: [RulesProblem])
}

/// One thing that is wrong in a file of rules.
package struct RulesProblem: Sendable, Equatable {
    /// Where it is.
    package let pointer: JSONPointer
    /// What is wrong, in one sentence without a full stop.
    package let message: Text
}

extension ComparisonError: CustomStringConvertible {
    /// One sentence without a full stop.
    package var description: String {
        switch self {
        case .rulesNotJSON(let path, let error): "\(path): \(error)"
        case .rules(let path, let problems):
            "\(path): "
                + problems.map { $0.pointer.text.isEmpty ? "\($0.message)" : "\($0.pointer.text): \($0.message)" }
                .joined(separator: "; ")
        }
    }
}
