import Bytes
import Filter
import HTTPMessage
import JSONText
import PushModel

/// The rules that somebody made and that have met nothing yet: a name in one of them may be misspelt.
struct UnmetRules {
    private var pointers: [PointerPattern]
    private var headers: [Text]
    private var targets: [Text: Text]

    init(_ rules: ComparisonRules) {
        pointers = rules.ignoredPointers
        headers = rules.ignoredHeaders.filter { !ComparisonRules.usualIgnoredHeaders.contains($0) }
        targets = rules.targets
    }

    /// True when every rule has met something.
    var isEmpty: Bool { pointers.isEmpty && headers.isEmpty && targets.isEmpty }

    /// Each of them in a sentence, beginning with the option that makes it.
    var sentences: [Text] {
        let rules =
            pointers.map { "--ignore \($0.text)" } + headers.map { "--ignore-header \($0)" }
            + targets.sorted { $0.key < $1.key }.map { "--map-target \($0.key)=\($0.value)" }
        return rules.map { Text("\($0) met nothing.") }
    }

    /// Takes away the rules that meet something in a push.
    mutating func meet(_ push: FilterSubject, of side: Side) {
        if side == .base { targets[push.reading.message.target.value] = nil }
        meet(ComparedRequest(postedFor: push))
        if let request = ComparedRequest(toServiceOf: push) { meet(request) }
    }

    private mutating func meet(_ request: ComparedRequest) {
        if !headers.isEmpty {
            for position in 0..<request.headers.count {
                let name = request.headers.name(at: position).map(ASCII.lowercased)
                headers.removeAll { $0.bytes == name }
            }
        }
        guard !pointers.isEmpty, let document = try? JSONText(parsing: request.body) else { return }
        pointers.removeAll { document.root.has($0.tokens[...]) }
    }
}

extension JSONValue {
    /// True when there is a place that the reference tokens lead to.
    fileprivate func has(_ tokens: ArraySlice<Text>) -> Bool {
        guard let token = tokens.first else { return true }
        let (isAny, rest) = (token == "*", tokens.dropFirst())
        switch kind {
        case .object: return members.contains { (isAny || $0.key == token) && $0.value.has(rest) }
        case .array:
            return elements.enumerated().contains { (isAny || Text("\($0)") == token) && $1.has(rest) }
        case .null, .false, .true, .number, .string: return false
        }
    }
}
