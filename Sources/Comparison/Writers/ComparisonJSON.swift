import Bytes
import CaptureLog
import Filter
import PushModel

/// A comparison as one JSON document.
///
/// Shape: `samples/diff.schema.json`. Keys stand in the order written here; what was captured stands as it was sent.
package enum ComparisonJSON {
    /// Everything before the first entry.
    package static func head(_ comparison: Comparison) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("version", Int64(1))
            for (side, run) in [(Side.base, comparison.base), (.head, comparison.head)] {
                document.object(Text(side.rawValue)) { member in
                    member.member("name", run.name)
                    member.member("pushes", Int64(run.digests.count))
                    member.member("hidden_payloads", Int64(run.digests.hiddenPayloads))
                    member.member("hidden_targets", Int64(run.digests.hiddenTargets))
                }
            }
            document.object("totals") { $0.append(comparison.totals) }
            document.array("ignored", IgnoredTally.Rule.all) { list, rule in
                list.object { item in
                    item.member("rule", rule.name)
                    item.member("base", Int64(comparison.base.digests.ignored[rule]))
                    item.member("head", Int64(comparison.head.digests.ignored[rule]))
                }
            }
            document.member("notes", comparison.notes)
            document.object("rules") { RuleListing.append(comparison.rules, to: &$0) }
            document.array("entries", [Int]()) { _, _ in }
        }
        // The closing bracket and brace are for the tail.
        return writer.bytes.dropLast(2)
    }

    /// Everything after the last entry.
    package static let tail = Array("\n]}\n".utf8)

    /// One entry, with a comma in front of it unless it is the first.
    package static func entry(_ entry: Entry, isFirst: Bool, in comparison: Comparison) throws -> [UInt8] {
        let difference = try comparison.difference(of: entry.first)
        let base = try entry.first.base.map(comparison.base.push)
        let head = try entry.first.head.map(comparison.head.push)
        let identifiers = try entry.places.map { place in
            (
                base: try place.base.map { try comparison.base.push($0).id },
                head: try place.head.map { try comparison.head.push($0).id }
            )
        }
        var writer = JSONWriter()
        writer.object { object in
            object.member("kind", Text(entry.kind.rawValue))
            object.member("regression", entry.isRegression)
            object.member("count", Int64(entry.count))
            if let base { object.object("base") { $0.append(base) } }
            if let head { object.object("head") { $0.append(head) } }
            object.array("changes", difference?.changes ?? []) { list, change in
                list.object { $0.append(change) }
            }
            object.array("pushes", identifiers) { list, place in
                list.object { pair in
                    if let base = place.base { pair.member("base", base) }
                    if let head = place.head { pair.member("head", head) }
                }
            }
        }
        return Array((isFirst ? "\n" : ",\n").utf8) + writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ totals: Totals) {
        member("unchanged", Int64(totals.unchanged))
        member("changed", Int64(totals.changed))
        member("removed", Int64(totals.removed))
        member("added", Int64(totals.added))
        member("regressions", Int64(totals.regressions))
        member("other_key_order", Int64(totals.otherKeyOrder))
        member("other_order", Int64(totals.otherOrder))
        member("renamed_devices", Int64(totals.renamedDevices))
        member("across_gateway", Int64(totals.acrossGateway))
    }

    fileprivate mutating func append(_ push: FilterSubject) {
        let message = push.reading.message
        member("id", push.id)
        member("received_at", Text(repairing: push.time.rfc3339))
        member("provider", push.exchange.provider ?? "unknown")
        if let mark = push.mark { member("mark", mark) }
        if let app = message.app { member("app", app) }
        member("target_kind", Text(message.target.kind.rawValue))
        member("target", message.target.value)
        member("message_kind", Text(message.kind.rawValue))
        member("title", push.reading.title)
        member("preview", push.reading.preview)
    }

    fileprivate mutating func append(_ change: Change) {
        member("aspect", Text(change.aspect.rawValue))
        member("name", change.name)
        if let old = change.old { member("old", old) }
        if let new = change.new { member("new", new) }
        member("regression", change.isRegression)
    }
}
