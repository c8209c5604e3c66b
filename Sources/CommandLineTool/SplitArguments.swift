/// A command line taken apart: which options with which values, in order, and the operands.
struct SplitArguments {
    /// The values of each option by name; a flag's value is `true`, or `false` for its `--no-` form.
    private(set) var values: [String: [String]] = [:]
    /// The spelling used for each option, for messages.
    private(set) var spellings: [String: String] = [:]
    /// What is no option.
    private(set) var operands: [String] = []
    /// How many operands stand before `--`.
    private(set) var leadingOperands = 0
    /// True when there is a `--`, even with nothing behind it.
    private(set) var hasSeparator = false
    /// The first option met that asks about the program itself; nothing after it was looked at.
    private(set) var question: (name: String, spelling: String, value: String)?

    private let options: [OptionDescription]

    /// Takes the arguments apart.
    ///
    /// `--name value`, `--name=value`, `-n value`, `-nvalue`, `-abc` for flags, `--no-flag`; `--` ends the options.
    ///
    /// - Parameter questions: names of options that end the reading at once.
    init(
        _ arguments: ArraySlice<String>,
        options: [OptionDescription],
        questions: Set<String>
    ) throws(UsageError) {
        self.options = options
        var rest = arguments
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                hasSeparator = true
                break
            } else if argument.utf8.starts(with: "--".utf8) {
                try takeLong(argument, &rest)
            } else if argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 {
                try takeShort(argument, &rest)
            } else {
                operands.append(argument)
                leadingOperands += 1
            }
            for name in questions {
                guard let value = values[name]?.last, let spelling = spellings[name] else { continue }
                question = (name, spelling, value)
                return
            }
        }
    }

    private mutating func takeLong(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let body = argument.utf8.dropFirst(2)
        let nameBytes = body.prefix { $0 != UInt8(ascii: "=") }
        let name = String(decoding: nameBytes, as: UTF8.self)
        let attached =
            nameBytes.count < body.count ? String(decoding: body.dropFirst(nameBytes.count + 1), as: UTF8.self) : nil
        if let option = options.first(where: { $0.name == name }) {
            try take(option, spelled: "--\(name)", attached: attached, &rest)
        } else if let flag = negated(name) {
            guard attached == nil else { throw .unexpectedValue(option: "--\(name)") }
            record("false", for: flag, spelled: "--\(name)")
        } else {
            let suggestion = options.map(\.name).nearest(to: name)
            throw .unknownOption("--\(name)", suggestion: suggestion.map { "--\($0)" })
        }
    }

    private func negated(_ name: String) -> OptionDescription? {
        guard name.utf8.starts(with: "no-".utf8) else { return nil }
        let positive = String(decoding: name.utf8.dropFirst(3), as: UTF8.self)
        return options.first { $0.name == positive && $0.valueName == nil && $0.hasEnvironmentVariable }
    }

    private mutating func takeShort(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = argument.utf8.dropFirst()
        while let letter = letters.popFirst() {
            let short = String(decoding: [letter], as: UTF8.self)
            guard let option = options.first(where: { $0.short == short }) else {
                throw .unknownOption(argument, suggestion: nil)
            }
            if option.valueName == nil {
                record("true", for: option, spelled: "-\(short)")
            } else {
                let attached = letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
                try take(option, spelled: "-\(short)", attached: attached, &rest)
                return
            }
        }
    }

    private mutating func take(
        _ option: OptionDescription,
        spelled spelling: String,
        attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let valueName = option.valueName else {
            guard attached == nil else { throw .unexpectedValue(option: spelling) }
            record("true", for: option, spelled: spelling)
            return
        }
        if let attached {
            record(attached, for: option, spelled: spelling)
        } else if let next = rest.first, !next.utf8.starts(with: "--".utf8) {
            rest.removeFirst()
            record(next, for: option, spelled: spelling)
        } else {
            throw .missingValue(option: spelling, valueName: valueName)
        }
    }

    private mutating func record(_ value: String, for option: OptionDescription, spelled spelling: String) {
        values[option.name, default: []].append(value)
        spellings[option.name] = spelling
    }
}
