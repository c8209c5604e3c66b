/// A command with its options as data, and what it does once they are understood.
///
/// The type of the settings is known to the initialiser only, so that commands with different ones can stand in a list.
package struct Command: Sendable {
    /// The work of a command whose line was understood.
    package typealias Work = @Sendable () throws -> ExitStatus

    let name: String
    let summary: String
    let discussion: [String]
    let operands: OperandsDescription?
    var options: [OptionDescription]
    let examples: [Example]
    let exitStatuses: [ExitStatus]
    let subcommands: [Command]
    /// True when it does something without a subcommand.
    let hasWork: Bool
    let prepare: @Sendable (SplitArguments, ProgramEnvironment) throws(UsageError) -> Work

    /// A command that does something.
    ///
    /// - Parameters:
    ///   - summary: one line without a full stop.
    ///   - discussion: paragraphs that say what it does.
    ///   - settings: what holds where the line says nothing; the defaults in help are read from it.
    ///   - exitStatuses: those that it can end with.
    ///   - subcommands: other things it does when the first word names them.
    ///   - run: does the work; an error it throws is printed and ends the program with ``ExitStatus/failed``, except
    ///     that a ``UsageError`` ends it with ``ExitStatus/usage``.
    package init<Settings: Sendable>(
        _ name: String,
        summary: String,
        discussion: [String],
        settings: Settings,
        operands: Operands<Settings>? = nil,
        options: [Option<Settings>],
        examples: [Example],
        exitStatuses: [ExitStatus],
        subcommands: [Command] = [],
        run: @escaping @Sendable (Settings) throws -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands?.description
        self.options = options.map { option in
            var description = option.description
            description.defaultText = option.defaultText(settings)
            return description
        }
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.subcommands = subcommands
        hasWork = true
        prepare = { (arguments, environment) throws(UsageError) in
            var chosen = settings
            for option in options {
                try option.apply(&chosen, from: arguments, environment)
            }
            if let stray = arguments.operands.first, arguments.leadingOperands > 0,
                operands?.description.followSeparator == true
            {
                throw .unexpectedOperand(stray)
            }
            if let operands {
                // A script whose variable is empty meant a command, and would wait for one that is never run.
                let isAnnounced = operands.description.followSeparator && arguments.hasSeparator
                let minimum = max(operands.description.minimum, isAnnounced ? 1 : 0)
                guard arguments.operands.count >= minimum else {
                    throw .missingOperand(operands.description.name)
                }
                chosen[keyPath: operands.path] = arguments.operands
            } else if let unexpected = arguments.operands.first {
                throw .unexpectedOperand(unexpected)
            }
            let settings = chosen
            return { try run(settings) }
        }
    }

    /// A command that does something asynchronously; the parameters are those of the synchronous one.
    package init<Settings: Sendable>(
        _ name: String,
        summary: String,
        discussion: [String],
        settings: Settings,
        operands: Operands<Settings>? = nil,
        options: [Option<Settings>],
        examples: [Example],
        exitStatuses: [ExitStatus],
        runAsync: @escaping @Sendable (Settings) async throws -> ExitStatus
    ) {
        self.init(
            name, summary: summary, discussion: discussion, settings: settings, operands: operands, options: options,
            examples: examples, exitStatuses: exitStatuses
        ) { settings in
            try BlockingTask.run { try await runAsync(settings) }
        }
    }

    /// A command that only has subcommands.
    package init(_ name: String, summary: String, discussion: [String], subcommands: [Command], examples: [Example]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        operands = nil
        options = []
        self.examples = examples
        exitStatuses = ExitStatus.allCases
        self.subcommands = subcommands
        hasWork = false
        prepare = { (_, _) throws(UsageError) in throw .missingCommand(subcommands.map(\.name)) }
    }
}

/// A command line worth copying.
package struct Example: Sendable {
    let commandLine: String
    let explanation: String

    /// An example; the explanation is one sentence.
    package init(_ commandLine: String, _ explanation: String) {
        self.commandLine = commandLine
        self.explanation = explanation
    }
}

extension Option {
    /// Sets the option from the command line, else from its environment variable, else not at all.
    fileprivate func apply(
        _ settings: inout Settings,
        from arguments: SplitArguments,
        _ environment: ProgramEnvironment
    ) throws(UsageError) {
        let source: String
        let values: [String]
        if let given = arguments.values[description.name] {
            source = arguments.spellings[description.name] ?? "--\(description.name)"
            values = given
        } else if let variable = description.environmentVariable(program: environment.program),
            let text = environment.value(variable), !text.isEmpty
        {
            source = variable
            values =
                description.isRepeatable
                ? text.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) } : [text]
        } else {
            return
        }
        do {
            try apply(&settings, values)
        } catch {
            throw .badValue(source: source, value: values.joined(separator: ","), expected: error.expected)
        }
    }
}
