package import Bytes
package import JSONText
package import PushModel

/// Why a file holds no expectations.
package enum ExpectationError: Error {
    /// It is not JSON.
    case notJSON(JSONTextError)
    /// These things in it are wrong; never empty.
    case problems([ExpectationProblem])
}

extension ExpectationError: CustomStringConvertible {
    /// Everything that is wrong, one sentence without a full stop for each, separated by `; `.
    package var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .problems(let problems): problems.map(\.description).joined(separator: "; ")
        }
    }
}

/// One thing that is wrong in a file of expectations.
package struct ExpectationProblem: Sendable, Equatable, CustomStringConvertible {
    /// Where it is.
    package let pointer: JSONPointer
    /// What is wrong, in one sentence without a full stop.
    package let message: Text

    /// The place and the sentence.
    package var description: String {
        pointer.text.isEmpty ? message.description : "\(pointer.text): \(message)"
    }
}
