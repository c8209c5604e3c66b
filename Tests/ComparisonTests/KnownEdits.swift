import Bytes
import Comparison
import TestSupport

/// A pair of runs whose differences are known: made from a seed, so that a run that fails can be made again.
struct KnownEdits {
    /// What was done to a push.
    enum Edit: Hashable {
        case changed(base: Int, head: Int)
        case removed(base: Int)
        case added(head: Int)
    }

    private(set) var base = CapturedRun(number: 1)
    private(set) var head = CapturedRun(number: 2)
    private(set) var edits: Set<Edit> = []
    /// The tokens of the base run by those of the head run.
    private(set) var tokens: [Text: Text] = [:]

    /// One push before it is written into a run.
    private struct Push {
        var device: Int
        var order: Int
        var title: String
        var body: String
        var badge: Int
        var sound: String?
        var note: String
        var priority: Text
    }

    /// - Parameters:
    ///   - devices: how many devices share the pushes; fewer mean more pushes with the same key.
    ///   - kept: which pushes are made at all, for a test that shrinks; nil for all.
    init(seed: UInt64, count: Int, devices: Int, kept: Set<Int>? = nil) {
        var chance = SeededGenerator(seed: seed)
        let words = [
            "parcel", "order", "courier", "door", "today", "invoice", "refund", "voucher", "basket", "delayed",
        ]
        func push(_ number: Int) -> Push {
            Push(
                device: Int(chance.next() % UInt64(devices)), order: number, title: "Order \(number) shipped",
                body: (0..<8).map { _ in words[Int(chance.next() % 10)] }.joined(separator: " "),
                badge: Int(chance.next() % 9), sound: "default", note: "note \(number) of \(chance.next() % 1000)",
                priority: "10"
            )
        }
        var inHead: [(push: Push, number: Int?)] = []
        var position = 0
        for number in 0..<count {
            var push = push(number)
            let fate = chance.next() % 100
            let sort = chance.next() % 6
            guard kept?.contains(number) ?? true else { continue }
            if fate < 2 {
                inHead.append((push, nil))
                continue
            }
            write(push, number: number, to: &base, isHead: false)
            defer { position += 1 }
            if fate < 4 {
                edits.insert(.removed(base: position))
                continue
            }
            if fate < 9 {
                switch sort {
                case 0: push.title = "Order \(number) delivered"
                case 1: push.body += " tomorrow"
                case 2: push.badge += 10
                case 3: push.sound = nil
                case 4: push.note += "!"
                default: push.priority = "5"
                }
                inHead.append((push, ~position))
            } else {
                inHead.append((push, position))
            }
        }
        for index in inHead.indices.reversed() { inHead.swapAt(index, Int(chance.next() % UInt64(index + 1))) }
        for (position, (push, origin)) in inHead.enumerated() {
            write(push, number: push.order, to: &head, isHead: true)
            guard let origin else {
                edits.insert(.added(head: position))
                continue
            }
            if origin < 0 { edits.insert(.changed(base: ~origin, head: position)) }
        }
        for device in 0..<devices { tokens[token(device, isHead: false)] = token(device, isHead: true) }
    }

    private func token(_ device: Int, isHead: Bool) -> Text {
        var hash = SeededGenerator(seed: UInt64(device) &* 2 &+ (isHead ? 1 : 0))
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let bits = hash.next()
            bytes.appendHex((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
        }
        return Text(repairing: bytes)
    }

    private func write(_ push: Push, number: Int, to run: inout CapturedRun, isHead: Bool) {
        var hash = SeededGenerator(seed: UInt64(number) &* 2 &+ (isHead ? 1 : 0))
        let trace = "01JDX0Q6W5T5V0ZK7M3N8R\(1000 + hash.next() % 9000)"
        let sound = push.sound.map { #","sound":"\#($0)""# } ?? ""
        let time = (isHead ? 1_796_256_000 : 1_796_169_600) + number
        let aps = #"{"alert":{"title":"\#(push.title)","body":"\#(push.body)"},"badge":\#(push.badge)\#(sound)}"#
        let more = #""note":"\#(push.note)","sent_at":\#(time)"#
        run.apns(
            Text(
                isHead
                    ? #"{\#(more),"trace":"\#(trace)","aps":\#(aps)}"#
                    : #"{"aps":\#(aps),\#(more),"trace":"\#(trace)"}"#),
            to: token(push.device, isHead: isHead), headers: ["apns-priority": push.priority, "apns-id": Text(trace)]
        )
    }
}

extension KnownEdits {
    /// The edits that the comparison finds.
    func found(_ rules: ComparisonRules) throws -> Set<Edit> {
        Set(
            try Comparison(base, head, rules).entries.flatMap { entry in
                entry.places.map { place -> Edit in
                    switch (place.base, place.head) {
                    case (let old?, let new?): .changed(base: old, head: new)
                    case (let old?, nil): .removed(base: old)
                    default: .added(head: place.head ?? -1)
                    }
                }
            })
    }
}
