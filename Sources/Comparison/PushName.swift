package import Bytes
import CaptureLog
package import Filter
import PushModel

/// What names a push in an answer to a person.
package struct PushName: Sendable, Equatable {
    /// The push in one line.
    package let title: Text
    /// The provider, where it went, and the test step, in one line.
    package let place: Text

    /// The name of a push.
    package init(_ push: FilterSubject) {
        title = push.reading.title
        let target = push.reading.message.target
        let mark = push.mark.map { ", under \"\($0.onOneLine())\"" } ?? ""
        place = Text("\(push.exchange.provider ?? "unknown") to \(target.kind.rawValue) \(target.shortened)\(mark)")
    }
}

extension Comparison {
    /// The push that stands for an entry: that of the head run, unless only that of the base run is noticed by anybody.
    package func push(of entry: Entry) throws -> FilterSubject {
        let old = try entry.first.base.map(base.push)
        guard let position = entry.first.head else { return try old ?? base.push(0) }
        let new = try head.push(position)
        guard let old, old.reading.message.kind == .notification, new.reading.message.kind != .notification else {
            return new
        }
        return old
    }
}
