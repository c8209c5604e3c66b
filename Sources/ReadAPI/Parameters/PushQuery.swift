import Bytes
import CaptureLog
import Filter
import PushModel

/// Which pushes a request asks for: its parameters as terms of the filter language, and the search that is older than it.
struct PushQuery {
    /// The type of every push, as the API names it.
    static let messageType: Text = "push.message"

    private let filter: Filter
    private let search: TextPattern?
    /// True when a parameter names a type or plugin that has no pushes here.
    private let isVoid: Bool
    /// What `since` means; nil when it was not sent.
    let since: Instant?

    /// Reads the filters among the parameters.
    ///
    /// - Parameter now: what lengths of time are counted back from.
    init(_ parameters: QueryString, now: Instant) throws(APIProblem) {
        var filters: [Filter] = []
        if let text = parameters["q"] {
            do throws(FilterError) {
                filters.append(try Filter(parsing: text.bytes))
            } catch {
                throw .filter(error)
            }
            if filters.contains(where: { $0.asks(about: .attempt) }) {
                throw .badParameter("q", wanted: "a filter without attempt, which is known in whole logs alone")
            }
        }
        let exact: [(Parameter, Field, TextPattern.Comparison)] = [
            (.provider, .provider, .isIdentical), (.target, .target, .contains), (.app, .app, .equals),
            (.pushType, .pushType, .equals), (.priority, .priority, .equals), (.dataKey, .dataKey, .equals),
            (.pool, .pool, .equals),
            (.service, .service, .isIdentical), (.mode, .mode, .isIdentical),
        ]
        for (parameter, field, comparison) in exact {
            guard let value = parameters[parameter.name] else { continue }
            if let known = field.knownValues { try PushQuery.check(value, of: parameter, comparison, in: known) }
            filters.append(Filter(.text(field, TextPattern(comparison, value))))
        }
        for (parameter, field) in [(Parameter.kind, Field.kind), (.targetKind, .targetKind)] {
            guard let value = parameters[parameter.name] else { continue }
            try PushQuery.check(value, of: parameter, .equals, in: field.choices ?? [])
            filters.append(Filter(.text(field, TextPattern(.equals, value))))
        }
        for (parameter, field) in [(Parameter.displays, Field.displays), (.refused, .refused), (.scripted, .scripted)] {
            guard let isWanted = try parameters.bool(parameter) else { continue }
            filters.append(Filter(.text(field, TextPattern(.equals, isWanted ? "yes" : "no"))))
        }
        since = try parameters.moment(.since, now: now)
        if let since { filters.append(Filter(.after(since))) }
        filter = Filter(all: filters)
        search = parameters["search"].map { TextPattern(.contains, $0) }
        let isOtherType = parameters["type"].map { $0 != Self.messageType } ?? false
        let isOtherPlugin = parameters["plugin"].map { $0 != "push" } ?? false
        isVoid = isOtherType || isOtherPlugin
    }

    private static func check(
        _ value: Text, of parameter: Parameter, _ comparison: TextPattern.Comparison, in known: [Text]
    ) throws(APIProblem) {
        guard known.contains(where: { TextPattern(comparison, $0).matches(value.bytes.span) }) else {
            let list = known.map(\.description).joined(separator: ", ")
            throw .badParameter(parameter.name, wanted: Text("one of \(list)"))
        }
    }

    /// True when nothing is asked of a push.
    var isOfEverything: Bool { !isVoid && search == nil && filter == Filter(all: []) }

    /// True when the push is asked for.
    func matches(_ subject: FilterSubject) -> Bool {
        guard !isVoid, filter.matches(subject) else { return false }
        guard let search else { return true }
        let message = subject.reading.message
        let texts = [
            subject.reading.title, subject.reading.preview, message.app, message.target.value, Self.messageType,
        ]
        return texts.contains { text in
            guard let bytes = text?.bytes else { return false }
            return search.matches(bytes.span)
        }
    }
}
