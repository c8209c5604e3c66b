package import Bytes
package import Filter

/// What makes two pushes the same, and what is no difference between them.
package struct ComparisonRules: Sendable {
    /// The fields by which a push is found again in the other run.
    package var key = ComparisonRules.usualKey
    /// Places in the body that are not compared, with everything below.
    package var ignoredPointers: [PointerPattern] = []
    /// Header fields that are not compared, in lower case.
    package var ignoredHeaders = ComparisonRules.usualIgnoredHeaders
    /// Targets of the base run by what they are called in the head run.
    package var targets: [Text: Text] = [:]
    /// Values that are compared by their sort alone.
    package var placeholders = Placeholders.all
    /// True when a device token is never taken for a renamed one.
    package var hasExactTargets = false
    /// How far a push may move in time, counted from the first one of its run; nil when time does not matter.
    package var timing: TimeSpan?

    /// The defaults.
    package init() {}

    /// What names a push, unless something else is asked for.
    package static let usualKey: [Field] = [
        .mark, .provider, .app, .targetKind, .target, .collapse, .pushType,
    ]

    /// Header fields that are another in every run, or that say how a request was carried and not what it says.
    package static let usualIgnoredHeaders: [Text] = [
        "accept", "accept-encoding", "apns-id", "authorization", "b3", "connection", "content-length", "cookie", "date",
        "host", "traceparent", "tracestate", "user-agent", "x-amzn-trace-id", "x-b3-parentspanid", "x-b3-sampled",
        "x-b3-spanid", "x-b3-traceid", "x-cloud-trace-context", "x-correlation-id", "x-goog-api-client",
        "x-goog-api-key", "x-request-id",
    ]

    /// Leaves a header field out of the comparison.
    package mutating func ignoreHeader(_ name: Text) {
        let name = Text(repairing: name.bytes.map(ASCII.lowercased))
        if !ignoredHeaders.contains(name) { ignoredHeaders.append(name) }
    }

    /// Compares what was sent as it was sent: no placeholders, no header field left out but the secrets, which the log
    /// does not have.
    package mutating func compareEverything() {
        placeholders.sorts = []
        ignoredHeaders = ComparisonRules.secretHeaders
        hasExactTargets = true
    }

    private static let secretHeaders: [Text] = ["authorization", "cookie", "x-goog-api-key"]

    /// True when header fields are compared that are left out otherwise.
    var comparesUsualHeaders: Bool { !ComparisonRules.usualIgnoredHeaders.allSatisfy(ignoredHeaders.contains) }

    /// The name of a base target in the head run.
    func mapped(_ target: Text) -> Text { targets.isEmpty ? target : targets[target] ?? target }

    func ignores(header name: ArraySlice<UInt8>) -> Bool {
        ignoredHeaders.contains { header in
            header.bytes.count == name.count && zip(header.bytes, name).allSatisfy { $0 == ASCII.lowercased($1) }
        }
    }
}
