package import Bytes
import Digest

extension EventWriter {
    /// Appends the line of an excerpt. Its identifier is made of what it says, so the same excerpt gives the same line.
    package func append(_ excerpt: Excerpt, time: Instant, to line: inout [UInt8]) {
        var writer = JSONWriter()
        writer.object { $0.members(of: excerpt) }
        var digest = SHA256()
        digest.update(writer.bytes[...])
        let bits = digest.finish().prefix(10).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        var identifiers = EventIdentifiers(
            high: UInt16(truncatingIfNeeded: bits >> 64) & 0x7FFF, low: UInt64(truncatingIfNeeded: bits))
        line.beginEvent("excerpt", id: identifiers.next(at: time), time: time)
        line.append(UInt8(ascii: ","))
        line.append(contentsOf: writer.bytes.dropFirst())
        line.append("\n")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of excerpt: Excerpt) {
        array("inputs", excerpt.inputs) { writer, input in
            writer.object { writer in
                writer.member("name", input.name)
                writer.member("sha256", input.sha256)
                writer.member("bytes", Int64(input.bytes))
                writer.member("lines", Int64(input.lines))
                writer.member("events", Int64(input.events))
            }
        }
        array("problems", excerpt.problems) { writer, problem in
            writer.object { writer in
                writer.member("severity", Text(problem.severity.rawValue))
                writer.member("input", problem.input)
                if let number = problem.line { writer.member("line", Int64(number)) }
                writer.member("code", problem.code)
                writer.member("message", problem.message)
            }
        }
        object("counts") { writer in
            for (kind, count) in excerpt.counts.besidesPushesAndMarks { writer.member(kind, Int64(count)) }
        }
        if !excerpt.calls.isEmpty { array("calls", excerpt.calls) { $0.value($1) } }
        array("selections", excerpt.selections) { writer, selection in
            writer.object { writer in
                writer.member("filter", selection.filter)
                writer.member("kept", Int64(selection.kept))
                writer.member("of", Int64(selection.all))
            }
        }
    }

    /// Calls around the sends as an object.
    package mutating func value(_ call: Excerpt.Call) {
        object { writer in
            writer.member("kind", call.kind)
            writer.member("summary", call.summary)
            writer.member("note", ifAny: call.note)
            writer.member("status", Int64(call.status))
            writer.member("count", Int64(call.count))
        }
    }
}
