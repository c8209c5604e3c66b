/// One option of a command, as one value: its description and the place in `Settings` that it sets.
///
/// The parser, `--help`, the manual and the completions all read the same list of these, so none of them can drift.
package struct Option<Settings: Sendable>: Sendable {
    var description: OptionDescription
    /// Puts the values of all occurrences, in order, into the settings.
    let apply: @Sendable (inout Settings, [String]) throws(ValueError) -> Void
    /// The default as it would be typed, read from settings that nobody has touched.
    let defaultText: @Sendable (Settings) -> String?

    /// An option without a value that is on or off.
    package static func flag(
        _ name: String,
        short: String? = nil,
        in category: String,
        _ path: SettingsPath<Settings, Bool>,
        help: String
    ) -> Self {
        Self(
            description: OptionDescription(
                name: name, short: short, valueName: nil, completion: .none, category: category, help: help,
                isRepeatable: false
            ),
            apply: { (settings, values) throws(ValueError) in
                guard let value = values.last else { return }
                settings[keyPath: path] = try Bool(flagText: value)
            },
            defaultText: { _ in nil }
        )
    }

    /// An option with a value that has a default; the last occurrence counts.
    package static func value<Value: ArgumentValue>(
        _ name: String,
        _ valueName: String,
        short: String? = nil,
        completion: ValueCompletion? = nil,
        in category: String,
        _ path: SettingsPath<Settings, Value>,
        help: String
    ) -> Self {
        Self(
            description: OptionDescription(
                name: name, short: short, valueName: valueName, completion: completion ?? Value.completion,
                category: category, help: help, isRepeatable: false
            ),
            apply: { (settings, values) throws(ValueError) in
                guard let value = values.last else { return }
                settings[keyPath: path] = try Value(argument: value)
            },
            defaultText: { $0[keyPath: path].argumentText }
        )
    }

    /// An option with a value that may be left out altogether; the last occurrence counts.
    package static func value<Value: ArgumentValue>(
        _ name: String,
        _ valueName: String,
        short: String? = nil,
        completion: ValueCompletion? = nil,
        in category: String,
        _ path: SettingsPath<Settings, Value?>,
        help: String
    ) -> Self {
        Self(
            description: OptionDescription(
                name: name, short: short, valueName: valueName, completion: completion ?? Value.completion,
                category: category, help: help, isRepeatable: false
            ),
            apply: { (settings, values) throws(ValueError) in
                guard let value = values.last else { return }
                settings[keyPath: path] = try Value(argument: value)
            },
            defaultText: { $0[keyPath: path]?.argumentText }
        )
    }

    /// An option that may be repeated; what is given replaces the default as a whole.
    package static func values<Value: ArgumentValue>(
        _ name: String,
        _ valueName: String,
        short: String? = nil,
        completion: ValueCompletion? = nil,
        in category: String,
        _ path: SettingsPath<Settings, [Value]>,
        help: String
    ) -> Self {
        Self(
            description: OptionDescription(
                name: name, short: short, valueName: valueName, completion: completion ?? Value.completion,
                category: category, help: help, isRepeatable: true
            ),
            apply: { (settings, texts) throws(ValueError) in
                var values: [Value] = []
                for text in texts { values.append(try Value(argument: text)) }
                settings[keyPath: path] = values
            },
            defaultText: { settings in
                let texts = settings[keyPath: path].map(\.argumentText)
                return texts.isEmpty ? nil : texts.joined(separator: ",")
            }
        )
    }

    /// The option with an environment variable of the command's own, where the same option of another command means
    /// something else.
    package func ownVariable(of command: String) -> Self {
        var option = self
        option.description.environmentPrefix = command
        return option
    }
}

/// A place in the settings of a command.
package typealias SettingsPath<Settings, Value> = any WritableKeyPath<Settings, Value> & Sendable

/// The words after the options of a command.
package struct Operands<Settings: Sendable>: Sendable {
    let description: OperandsDescription
    let path: SettingsPath<Settings, [String]>

    /// Operands that all mean the same.
    ///
    /// - Parameters:
    ///   - minimum: how many there must be.
    ///   - last: what the last one may be instead; the command tells it from the others.
    ///   - followSeparator: true when they have to stand behind `--`.
    package init(
        _ name: String,
        last: String? = nil,
        minimum: Int,
        followSeparator: Bool = false,
        _ path: SettingsPath<Settings, [String]>,
        help: String
    ) {
        description = OperandsDescription(
            name: name, last: last, minimum: minimum, followSeparator: followSeparator, help: help)
        self.path = path
    }
}

/// What help says of the operands.
struct OperandsDescription: Sendable {
    let name: String
    let last: String?
    let minimum: Int
    let followSeparator: Bool
    let help: String
}
