import Bytes
import CommandLineTool
import Comparison
import Filter
import Report

/// What the command line of `pushreport diff` sets.
struct DiffSettings: Sendable {
    var words: [String] = []
    var outputs: [DiffOutput] = []
    var format = DiffFormat.text
    var title: Text = DiffOptions().title
    var css = ReportOptions.CSS.inline
    var templates: String?
    var maximumCards = DiffOptions().maximumCards
    var markdownBudget = DiffOptions().markdownBudget
    var failOn = FailOn.change
    var showsRules = false
    var isLenient = false
    var accepts = false
    var rules = RuleSettings()

    /// The files besides the logs that are read.
    var otherInputs: [String] { (rules.file.map { [$0] } ?? []) + (templates.map(TemplateFolder.files(in:)) ?? []) }
}

/// What the command line says about the rules of a comparison.
struct RuleSettings: Sendable {
    var file: String?
    var key: [FieldList] = []
    var ignored: [PointerPattern] = []
    var ignoredHeaders: [Text] = []
    var targets: [TargetName] = []
    var isExact = false
    var hasExactTargets = false
    var timing: TimeSpan?

    /// The longest file of rules in bytes.
    static let maximumFileBytes = 1 << 20

    /// The defaults, changed by the file, changed by the options.
    func rules() throws -> ComparisonRules {
        var rules = ComparisonRules()
        if let file {
            guard let bytes = try InputFile.bytes(path: file, limit: RuleSettings.maximumFileBytes) else {
                throw DiffError.noRules(path: file)
            }
            rules = try RulesFile.read(bytes, path: file, into: rules)
        }
        if isExact { rules.compareEverything() }
        if !key.isEmpty { rules.key = key.flatMap(\.fields) }
        rules.ignoredPointers += ignored
        for header in ignoredHeaders { rules.ignoreHeader(header) }
        for target in targets { rules.targets[target.base] = target.head }
        rules.hasExactTargets = rules.hasExactTargets || hasExactTargets
        rules.timing = timing ?? rules.timing
        return rules
    }
}

/// Fields, typed as `mark,target,data.order`.
struct FieldList: ArgumentValue {
    let fields: [Field]

    init(argument: String) throws(ValueError) {
        var fields: [Field] = []
        for name in argument.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let name = Text(repairing: name)
            guard let field = Field(name: name) else {
                let near = Field.names.near(name.bytes[...])
                throw ValueError(
                    expected: "fields such as "
                        + (near.isEmpty ? Field.names : near).map(\.description).joined(separator: ", "))
            }
            fields.append(field)
        }
        self.fields = fields
    }

    var argumentText: String { fields.map(\.name.description).joined(separator: ",") }
}

/// A target of both runs, typed as `OLD=NEW`.
struct TargetName: ArgumentValue {
    let base: Text
    let head: Text

    init(argument: String) throws(ValueError) {
        let bytes = Array(argument.utf8)
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > 0, sign + 1 < bytes.count else {
            throw ValueError(expected: "OLD=NEW: a target of BASE, and what it is called in HEAD")
        }
        base = Text(repairing: bytes[..<sign])
        head = Text(repairing: bytes[(sign + 1)...])
    }

    var argumentText: String { "\(base)=\(head)" }
}

extension PointerPattern: ArgumentValue {
    init(argument: String) throws(ValueError) {
        guard let pattern = PointerPattern(parsing: Text(argument)) else {
            throw ValueError(
                expected: "a JSON pointer, which begins with /, and in which * stands for any key or position")
        }
        self = pattern
    }

    var argumentText: String { text.description }
}

extension FailOn: ArgumentValue {}

/// Why no diff could be made.
enum DiffError: Error, CustomStringConvertible {
    /// There is no file of rules at the path.
    case noRules(path: String)
    /// The file at the path is no baseline, so it is not replaced by one.
    case noBaseline(path: String)

    /// One lower-case sentence without a full stop.
    var description: String {
        switch self {
        case .noRules(let path): "\(path) does not exist"
        case .noBaseline(let path):
            "\(path) is not a baseline that 'pushreport diff --accept' wrote, so it is not replaced; name another file"
        }
    }
}
