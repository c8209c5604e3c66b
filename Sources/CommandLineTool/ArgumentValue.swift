/// A type that the text of an argument can become.
package protocol ArgumentValue: Sendable {
    /// Reads the text.
    ///
    /// - Throws: ``ValueError`` saying what was expected.
    init(argument: String) throws(ValueError)

    /// The value as it would be typed.
    var argumentText: String { get }

    /// What a shell offers.
    static var completion: ValueCompletion { get }
}

/// Why a text cannot become a value.
package struct ValueError: Error, Equatable {
    /// What would have been right, to stand after "expected".
    package let expected: String

    /// An error.
    package init(expected: String) {
        self.expected = expected
    }
}

extension ArgumentValue {
    package static var completion: ValueCompletion { .none }
}

extension String: ArgumentValue {
    package init(argument: String) {
        self = argument
    }

    package var argumentText: String { self }
}

extension Int: ArgumentValue {
    /// Reads a whole number that is not negative.
    package init(argument: String) throws(ValueError) {
        guard let value = Int(argument), value >= 0 else { throw ValueError(expected: "a whole number, 0 or more") }
        self = value
    }

    package var argumentText: String { String(self) }
}

extension Bool {
    /// Reads what an environment variable may say about a flag.
    init(flagText: String) throws(ValueError) {
        switch flagText {
        case "1", "true", "yes", "on": self = true
        case "0", "false", "no", "off": self = false
        default: throw ValueError(expected: "one of 1, true, yes, on, 0, false, no, off")
        }
    }
}

extension ArgumentValue where Self: RawRepresentable, RawValue == String, Self: CaseIterable {
    /// Reads one of the words that the type lists.
    package init(argument: String) throws(ValueError) {
        guard let value = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(argument.utf8) }) else {
            throw ValueError(expected: "one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = value
    }

    package var argumentText: String { rawValue }

    package static var completion: ValueCompletion { .words(allCases.map(\.rawValue)) }
}
