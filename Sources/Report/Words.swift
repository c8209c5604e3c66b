import Bytes
import PushModel

extension Outcome {
    /// The outcome as a reader sees it.
    var word: StaticString {
        switch self {
        case .shown: "shown"
        case .badgeOrSound: "badge or sound, no card"
        case .liveActivity: "Live Activity"
        case .appDecides: "the app decides"
        case .notShown: "not shown"
        case .refused: "refused"
        }
    }
}

extension Finding.Severity {
    /// The severity in front of a message.
    var word: StaticString {
        switch self {
        case .error: "Error:"
        case .warning: "Warning:"
        case .note: "Note:"
        }
    }
}

extension Target.Kind {
    /// The kind as a reader sees it.
    var word: StaticString {
        switch self {
        case .device: "Device"
        case .topic: "Topic"
        case .condition: "Condition"
        case .channel: "Channel"
        }
    }
}

extension Instant {
    /// `2026-11-29 23:59:59.123 UTC`
    var reading: [UInt8] {
        var text = rfc3339
        text[10] = UInt8(ascii: " ")
        text.removeLast(4)
        text.append(" UTC")
        return text
    }
}

extension [UInt8] {
    /// Appends a number and the noun for it: `1 push`, `2 pushes`.
    mutating func append(_ count: Int, _ singular: StaticString, _ plural: StaticString) {
        appendDecimal(count)
        append(UInt8(ascii: " "))
        append(count == 1 ? singular : plural)
    }

    /// A number and the noun for it.
    static func counted(_ count: Int, _ singular: StaticString, _ plural: StaticString) -> [UInt8] {
        var text: [UInt8] = []
        text.append(count, singular, plural)
        return text
    }

    /// Appends a duration in seconds as days, hours, minutes and seconds, the parts that are zero left out.
    mutating func append(duration seconds: Int64) {
        let units: [(Int64, StaticString, StaticString)] = [
            (86_400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes"), (1, "second", "seconds"),
        ]
        var rest = seconds
        var isFirst = true
        for (length, singular, plural) in units where rest >= length {
            if !isFirst { append(UInt8(ascii: " ")) }
            append(Int(rest / length), singular, plural)
            rest %= length
            isFirst = false
        }
        if isFirst { append("0 seconds") }
    }
}
