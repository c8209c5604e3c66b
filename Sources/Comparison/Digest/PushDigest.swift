import Bytes
package import CaptureLog

/// All that is kept in memory of a push while runs are compared (80 bytes): hashes of what names it and of what it says.
///
/// The hashes are those of the standard library, keyed at random in each process: a log cannot be written so that two
/// pushes collide, and nothing that is put out may depend on their order.
package struct PushDigest: Sendable {
    /// The mark it stands under.
    let mark: UInt64
    /// Provider and app, and whatever else the key names besides the parts that have a place of their own.
    let place: UInt64
    /// The kind of the target and its value.
    var target: UInt64
    /// Collapse key and push type.
    let delivery: UInt64
    /// The text that people read; the content of a push that has none.
    let text: UInt64
    /// Everything that is compared.
    let content: UInt64
    /// The order of the keys in the body.
    let keyOrder: UInt64
    /// Microseconds since 1970.
    let time: Int64
    /// The place of the push in its run.
    let position: UInt32
    let traits: Traits

    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8
        /// The target is one device.
        static let device = Traits(rawValue: 1)
        /// A user notices it somewhere.
        static let displays = Traits(rawValue: 2)
        /// It was refused, or something about it is an error.
        static let error = Traits(rawValue: 4)
        /// It stands under a mark that names it.
        static let marked = Traits(rawValue: 8)
        /// A gateway sent it on to its service.
        static let sentOn = Traits(rawValue: 16)
    }
}

/// A push with what was not compared about it as written.
package struct DigestedPush: Sendable {
    let digest: PushDigest
    let ignored: IgnoredTally
    let hidden: Hidden
}

/// The pushes of one run, ready to be compared.
package struct DigestedRun: Sendable {
    private(set) var digests: [PushDigest] = []
    /// What was not compared as written.
    package private(set) var ignored = IgnoredTally()
    /// Of how many pushes the values in the payload are hidden.
    package private(set) var hiddenPayloads = 0
    /// Of how many pushes a name stands for the device token.
    package private(set) var hiddenTargets = 0

    /// What is hidden of some of the pushes.
    package var hidden: Hidden {
        var hidden: Hidden = []
        if hiddenPayloads > 0 { hidden.insert(.payloads) }
        if hiddenTargets > 0 { hidden.insert(.targets) }
        return hidden
    }

    /// No push yet.
    package init() {}

    /// How many pushes there are.
    package var count: Int { digests.count }

    /// Takes the next push; they come in the order of the run.
    package mutating func add(_ push: DigestedPush) {
        digests.append(push.digest)
        ignored.add(push.ignored)
        if push.hidden.contains(.payloads) { hiddenPayloads += 1 }
        if push.hidden.contains(.targets) { hiddenTargets += 1 }
    }

    /// Takes the digest of the next push alone.
    mutating func add(_ digest: PushDigest) { digests.append(digest) }

    /// When the first push came.
    var start: Int64 { digests.first?.time ?? 0 }

    /// Calls devices of this run what they are called in the other one.
    mutating func rename(_ names: [UInt64: UInt64]) {
        guard !names.isEmpty else { return }
        for position in digests.indices {
            if let name = names[digests[position].target] { digests[position].target = name }
        }
    }
}

extension Hasher {
    mutating func combine(_ bytes: ArraySlice<UInt8>) {
        combine(bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
    }

    mutating func combine(_ text: Text?) {
        combine(text == nil)
        if let text { combine(text.bytes[...]) }
    }
}

/// The hash of what the closure combines.
func keyedHash(_ combine: (inout Hasher) -> Void) -> UInt64 {
    var hasher = Hasher()
    combine(&hasher)
    return UInt64(bitPattern: Int64(hasher.finalize()))
}
