import Bytes
import CommandLineTool
import Filter

/// The columns of the table, typed as `time,kind,title`.
struct TableColumns: ArgumentValue {
    /// What a person asks first.
    static let usual = TableColumns([.time(.after), .status, .kind, .target, .title])

    let fields: [Field]
    /// True where room is short; a time is then without year and microseconds.
    var isBrief = false

    init(_ fields: [Field]) {
        self.fields = fields
    }

    init(argument: String) throws(ValueError) {
        var fields: [Field] = []
        for name in argument.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            fields.append(try Field(column: Text(repairing: name)))
        }
        self.fields = fields
    }

    var argumentText: String { fields.map(\.columnName.description).joined(separator: ",") }

    /// A table with these columns.
    var table: TextTable {
        TextTable(fields.map { TextTable.Column($0.columnName, mayShrink: !$0.isTime) })
    }

    /// What stands in the row of a push: of several values all.
    func cells(of subject: FilterSubject) -> [Text] {
        var reader = FieldReader(subject)
        return fields.map { field in
            if isBrief, field.isTime { return subject.time.brief }
            let values = reader.values(of: field)
            return values.count == 1 ? values[0] : Text(values.map(\.description).joined(separator: ", "))
        }
    }
}

/// By what the matches are ordered, typed as `title` or `-title`.
struct SortOrder: ArgumentValue {
    /// Nil for the time, which is the order of the logs.
    let field: Field?
    let isDescending: Bool

    /// By time, the first push first.
    init() {
        field = nil
        isDescending = false
    }

    init(argument: String) throws(ValueError) {
        let name = Text(argument)
        isDescending = name.bytes.first == UInt8(ascii: "-")
        let field = try Field(column: isDescending ? Text(repairing: name.bytes.dropFirst()) : name)
        if case .time = field { self.field = nil } else { self.field = field }
    }

    var argumentText: String {
        (isDescending ? "-" : "") + (field ?? .time(.after)).columnName.description
    }
}

extension Field {
    /// The field of a column: those of filters, and `time`.
    fileprivate init(column name: Text) throws(ValueError) {
        if name == "time" {
            self = .time(.after)
        } else if let field = Field(name: name) {
            self = field
        } else {
            throw ValueError(expected: Field.expectation(instead: name))
        }
    }

    /// The name that ``init(column:)`` reads back.
    var columnName: Text { isTime ? "time" : name }

    fileprivate var isTime: Bool {
        if case .time = self { true } else { false }
    }

    private static func expectation(instead name: Text) -> String {
        let names = ["time"] + Field.names.filter { $0 != "after" && $0 != "before" }
        let near = names.near(name.bytes[...])
        return (near.isEmpty ? names : near).map(\.description).joined(separator: ", ")
    }
}

extension Instant {
    /// `11-29T23:59:59.123Z`
    fileprivate var brief: Text {
        Text(repairing: rfc3339.dropFirst("2026-".utf8.count).dropLast("456Z".utf8.count) + "Z".utf8)
    }
}
