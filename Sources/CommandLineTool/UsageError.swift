/// Why a command line was not understood.
package enum UsageError: Error, Equatable {
    /// There is no such option.
    case unknownOption(String, suggestion: String?)
    /// There is no such subcommand.
    case unknownCommand(String, suggestion: String?)
    /// The program has subcommands and none was named.
    case missingCommand([String])
    /// The option needs a value and the line ends, or goes on with another option.
    case missingValue(option: String, valueName: String)
    /// The option takes no value.
    case unexpectedValue(option: String)
    /// The text is no value for the option or variable.
    case badValue(source: String, value: String, expected: String)
    /// The command takes no operands.
    case unexpectedOperand(String)
    /// Too few operands.
    case missingOperand(String)
    /// Something only the command itself can know to be wrong, as one sentence.
    case refused(String)
}

extension UsageError: CustomStringConvertible {
    /// One lower-case sentence.
    package var description: String {
        switch self {
        case .unknownOption(let option, let suggestion):
            "unknown option '\(option)'" + hint(suggestion)
        case .unknownCommand(let command, let suggestion):
            "unknown command '\(command)'" + hint(suggestion)
        case .missingCommand(let names):
            "a command is missing: one of \(names.joined(separator: ", "))"
        case .missingValue(let option, let valueName):
            "option '\(option)' needs a value \(valueName)"
        case .unexpectedValue(let option):
            "option '\(option)' takes no value"
        case .badValue(let source, let value, let expected):
            "'\(value)' is no value for '\(source)'; expected \(expected)"
        case .unexpectedOperand(let operand):
            "unexpected argument '\(operand)'"
        case .missingOperand(let name):
            "\(name) is missing"
        case .refused(let sentence):
            sentence
        }
    }

    private func hint(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }
}
