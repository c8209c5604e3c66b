import Bytes
import JSONText

extension Excerpt {
    /// The largest count that an excerpt may have, so that no sum of them is too large.
    static let largestCount: Int64 = 1_000_000_000_000

    static let keys: [StaticString] = ["inputs", "problems", "counts", "calls", "selections"]

    /// The excerpt that a line tells of.
    init(_ root: JSONValue) throws(LineFault) {
        self.init()
        for input in try root.required("inputs", .array).elements {
            inputs.append(
                LogInput(
                    name: try input.text(of: "name"),
                    sha256: try input.text(of: "sha256"),
                    bytes: try input.count(of: "bytes"),
                    lines: try input.count(of: "lines"),
                    events: try input.count(of: "events")
                )
            )
        }
        for problem in try root.required("problems", .array).elements {
            problems.append(
                LogProblem(
                    severity: try problem.text(of: "severity") == "damage" ? .damage : .note,
                    input: try problem.text(of: "input"),
                    line: problem.last("line") == nil ? nil : try problem.count(of: "line"),
                    code: try problem.text(of: "code"),
                    message: try problem.text(of: "message")
                )
            )
        }
        let numbers = try root.required("counts", .object)
        counts = EventCounts(
            runs: try numbers.count(of: "run"),
            requests: try numbers.count(of: "request"),
            resets: try numbers.count(of: "reset"),
            ends: try numbers.count(of: "end"),
            unknown: try numbers.count(of: "unknown")
        )
        for call in root.last("calls").map({ Array($0.elements) }) ?? [] {
            calls.append(
                Call(
                    kind: try call.text(of: "kind"),
                    summary: try call.text(of: "summary"),
                    note: call.last("note")?.text,
                    status: try call.count(of: "status"),
                    count: try call.count(of: "count")
                )
            )
        }
        for selection in try root.required("selections", .array).elements {
            selections.append(
                Selection(
                    filter: try selection.text(of: "filter"),
                    kept: try selection.count(of: "kept"),
                    all: try selection.count(of: "of")
                )
            )
        }
    }
}

extension JSONValue {
    fileprivate func text(of key: StaticString) throws(LineFault) -> Text {
        guard let text = try required(key, .string).text else { throw .unfit(key: key) }
        return text
    }

    fileprivate func count(of key: StaticString) throws(LineFault) -> Int {
        guard let number = try required(key, .number).integer, number >= 0 else { throw .unfit(key: key) }
        guard number <= Excerpt.largestCount else { throw .tooLarge(key: key, limit: Excerpt.largestCount) }
        return Int(number)
    }
}
