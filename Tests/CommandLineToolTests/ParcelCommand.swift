import Synchronization

@testable import CommandLineTool

/// A command with one option of every sort, for the tests.
struct ParcelSettings: Sendable, Equatable {
    enum Speed: String, CaseIterable, ArgumentValue {
        case slow
        case fast
    }

    var isFragile = false
    var isQuiet = false
    var speed = Speed.slow
    var label: String?
    var stamps = ["one", "two"]
    var weight = ByteCount(1 << 20)
    var items: [String] = []
}

let parcelOptions: [Option<ParcelSettings>] = [
    .flag("fragile", short: "f", in: "Content", \.isFragile, help: "Handle with care. Adds a sticker."),
    .flag("quiet", short: "q", in: "Content", \.isQuiet, help: "Say nothing."),
    .value("speed", "SPEED", in: "Transport", \.speed, help: "How fast it goes."),
    .value("label", "TEXT", short: "l", in: "Transport", \.label, help: "What is written on it: 'anything' [at all]."),
    .values("stamp", "NAME", short: "s", completion: .file, in: "Transport", \.stamps, help: "A stamp."),
    .value("max-weight", "BYTES", in: "Limits", \.weight, help: "How heavy it may be."),
]

func parcelCommand(
    minimum: Int = 0,
    run: @escaping @Sendable (ParcelSettings) throws -> ExitStatus
) -> Command {
    Command(
        "parcel", summary: "Send a parcel", discussion: ["Sends what it is given."], settings: ParcelSettings(),
        operands: Operands("ITEM", minimum: minimum, \.items, help: "What is inside."), options: parcelOptions,
        examples: [Example("parcel -f vase", "Send a vase.")], exitStatuses: [.done, .usage], run: run
    )
}

/// What `parcel` makes of its arguments and environment.
func parcel(_ arguments: [String], environment: [String: String] = [:], minimum: Int = 0) throws -> ParcelSettings {
    let result = Mutex(ParcelSettings())
    let program = Program(
        parcelCommand(minimum: minimum) { settings in
            result.withLock { $0 = settings }
            return .done
        }
    )
    guard
        case .work(let work) = try program.invocation(
            of: arguments[...], ProgramEnvironment(program: "parcel") { environment[$0] }
        )
    else { throw UsageError.refused("the arguments ask a question") }
    _ = try work()
    return result.withLock(\.self)
}

/// What `parcel` answers to a question such as `--help`.
func answer(_ arguments: [String], program: Program = Program(parcelCommand { _ in .done })) throws -> String {
    let environment = ProgramEnvironment(program: program.root.name) { _ in nil }
    guard case .answer(let text) = try program.invocation(of: arguments[...], environment) else {
        throw UsageError.refused("the arguments ask nothing")
    }
    return text
}
