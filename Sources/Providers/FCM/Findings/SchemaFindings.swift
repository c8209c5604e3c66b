import Bytes
import JSONText
import PushModel

extension SendRequest {
    /// What does not fit the definition, each with how to mend it.
    var schemaFindings: [Finding] { violations.map(finding) }

    private func finding(for violation: SchemaViolation) -> Finding {
        let place = pointer(to: violation.value).place
        switch violation.kind {
        case .unknownField:
            return unknownField(violation, at: place)
        case .secondOfOneof:
            return .error(
                "fcm-several-targets",
                at: place,
                "The message has \(violation.key) beside another target; it may have one only.",
                help: "Send one message for each target."
            )
        case .list:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(violation.key) is a list, and FCM takes one value.",
                help: "Send the value itself, without brackets."
            )
        case .entryNotString(let map):
            let isData = "\(map)" == "data"
            return .error(
                isData ? "fcm-data-not-string" : "fcm-header-not-string",
                at: place,
                "\(map).\(violation.key) is \(violation.value.kind.described); FCM \(map) values must be strings.",
                help: quoted(violation.value).map { "Send \($0)." } ?? "Send a string that holds the JSON."
            )
        case .wrongType(let kind):
            return wrongType(violation, kind, at: place)
        }
    }

    private func unknownField(_ violation: SchemaViolation, at place: Finding.Place) -> Finding {
        if violation.field == nil, LegacyField.isRoot(violation.key) {
            return .error(
                "fcm-legacy-format",
                at: place,
                "\(violation.key) at the root belongs to the removed /fcm/send format.",
                help: "Wrap the request in message and name the target token, topic or condition."
            )
        }
        let parent = violation.field.map { "in \($0)" } ?? "at the root"
        return .error(
            "fcm-unknown-field",
            at: place,
            "\(violation.key) \(parent) does not exist in v1, and FCM refuses unknown fields.",
            help: LegacyField.replacement(for: violation.key, in: violation.field)
                ?? "Remove it, or compare its spelling with the definition."
        )
    }

    private func wrongType(_ violation: SchemaViolation, _ kind: Field.Kind, at place: Finding.Place) -> Finding {
        let value = violation.value
        let name = violation.key.isEmpty ? "The value" : violation.key.description
        switch kind {
        case .duration:
            return .error(
                "fcm-bad-duration",
                at: place,
                "\(name) is no duration: a duration is a string of seconds that ends in s.",
                help: duration(from: value).map { "Write \"\($0)s\", if it counts seconds." }
                    ?? "Write it such as \"3600s\"."
            )
        case .enumeration(let schema):
            let values = schema.values.map(\.description).joined(separator: ", ")
            return .error(
                "fcm-unknown-value",
                at: place,
                "\(name) has a value that FCM does not know.",
                help: "Send one of \(values)."
            )
        case .stringMap, .structure, .message:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(name) is \(value.kind.described), and FCM takes an object.",
                help: value.kind == .array && value.count == 0
                    ? "Leave it out when it is empty; an empty list is no empty object." : "Send an object."
            )
        case .string, .bool, .int32, .float, .timestamp:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(name) is \(value.kind.described), and FCM takes \(kind.described).",
                help: "Send \(kind.described)."
            )
        }
    }

    /// A number or literal in quotes; nil for what no quotes make right.
    private func quoted(_ value: JSONValue) -> String? {
        switch value.kind {
        case .number, .true, .false: "\"\(Text(repairing: value.raw.prefix(SchemaDecoder.maximumPrintedBytes)))\""
        case .null: "\"\", or leave the key out"
        case .string, .array, .object: nil
        }
    }

    private func duration(from value: JSONValue) -> Int64? {
        value.integer ?? value.text.flatMap { ASCII.integer($0.bytes[...]) }
    }
}

extension Field.Kind {
    fileprivate var described: String {
        switch self {
        case .string: "a string"
        case .bool: "true or false"
        case .int32: "a whole number of 32 bits"
        case .float: "a number"
        case .duration: "a string such as \"3600s\""
        case .timestamp: "a time such as \"2026-11-29T23:59:59Z\""
        case .enumeration: "one of its names"
        case .message, .stringMap, .structure: "an object"
        }
    }
}
