import Bytes
import Filter

/// A report as one JSON document.
///
/// Shape: an object with `version` (1), `holds`, `settled` (no further push can change it), `captured`, `notes`,
/// `damage` (what of the logs could not be read), and `results`: for each expectation `name`, `filter`, `count` (in words), `matched`, `holds`, `settled`, `matches`,
/// `failures` (`kind` is `count`, `field`, `order` or `group`; `id` of the push it is about; `message`), `more_failures`,
/// `ungrouped`, and `nearest`: captures with `failing_terms` and `terms` (`term`, `holds`, `wanted`, `actual`). A capture
/// is named by `id`, `time` and `title`.
package enum JSONReport {
    /// The document with a line feed at its end.
    package static func bytes(_ report: ExpectationReport) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", 1)
            writer.member("holds", report.holds)
            writer.member("settled", report.isSettled)
            writer.member("captured", report.captured)
            writer.member("notes", report.notes)
            writer.member("damage", report.damage)
            writer.array("results", report.results) { $0.write($1) }
        }
        return writer.bytes + "\n".utf8
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ result: ExpectationResult) {
        object { writer in
            writer.member("name", result.name)
            writer.member("filter", result.filter)
            writer.member("count", result.count.text)
            writer.member("matched", result.matched)
            writer.member("holds", result.holds)
            writer.member("settled", result.isSettled)
            writer.array("matches", result.matches) { writer, subject in
                writer.object { $0.write(subject) }
            }
            writer.array("failures", result.failures) { $0.write($1) }
            writer.member("more_failures", Int64(result.moreFailures))
            writer.member("ungrouped", result.ungrouped)
            writer.array("nearest", result.nearest) { $0.write($1) }
        }
    }

    fileprivate mutating func write(_ subject: SubjectReference) {
        member("id", subject.id)
        member("time", Text(repairing: subject.time.rfc3339))
        if let title = subject.title { member("title", title) }
    }

    fileprivate mutating func write(_ failure: ExpectationFailure) {
        object { writer in
            switch failure {
            case .count: writer.member("kind", "count")
            case .field(let subject, _, _, _):
                writer.member("kind", "field")
                writer.member("id", subject.id)
            case .order(let subject, _, _, _):
                writer.member("kind", "order")
                writer.member("id", subject.id)
            case .group(let subject, _, _, _):
                writer.member("kind", "group")
                writer.member("id", subject.id)
            }
            writer.member("message", failure.text)
        }
    }

    fileprivate mutating func write(_ miss: NearMiss) {
        object { writer in
            writer.write(miss.subject)
            writer.member("failing_terms", Int64(miss.explanation.distance.terms))
            writer.array("terms", miss.explanation.lines) { writer, line in
                writer.object { writer in
                    writer.member("term", line.term)
                    writer.member("holds", line.holds)
                    writer.member("wanted", line.wanted)
                    writer.member("actual", line.actual)
                }
            }
        }
    }
}
