package import Bytes

/// What a copy of a log hides of what was captured, for those who may see the report and not the data.
package struct Hidden: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Device tokens: names that are the same in every log stand for them.
    package static let targets = Hidden(rawValue: 1)
    /// The values in payloads: keys, types and lengths stay.
    package static let payloads = Hidden(rawValue: 2)

    /// Each part with its name on the command line and in the log.
    package static let names: [(name: Text, part: Hidden)] = [("targets", .targets), ("payloads", .payloads)]
}
