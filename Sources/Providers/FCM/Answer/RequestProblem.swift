import Bytes
import PushModel

/// One rule that a request breaks: what FCM answers to it, and what the report says of it.
struct RequestProblem: Sendable {
    /// FCM's answer.
    let refusal: GoogleError
    /// The finding.
    let finding: Finding
}

extension GoogleError {
    /// The sentence that FCM gives where it says nothing better.
    static let plainInvalidArgument = GoogleError(
        code: 400,
        status: "INVALID_ARGUMENT",
        message: "Request contains an invalid argument."
    )

    /// A rule that the documents state and whose error text nobody has published: the plain sentence, and a violation
    /// that names the field and says what is wrong.
    static func invalidArgument(_ field: Text, _ description: Text) -> GoogleError {
        var error = plainInvalidArgument
        error.details = [
            .badRequest([FieldViolation(field: field, description: description)]), .fcmError("INVALID_ARGUMENT"),
        ]
        return error
    }

    /// A body that is larger than a message may be.
    static let tooLarge = GoogleError(
        code: 400,
        status: "INVALID_ARGUMENT",
        message: "Message is too large. The maximum is 4K (4096 bytes).",
        details: [.badRequest([]), .fcmError("INVALID_ARGUMENT")]
    )

    /// The places that do not fit the definition, one violation each and one line each.
    static func violations(_ violations: [SchemaViolation]) -> GoogleError {
        GoogleError(
            code: 400,
            status: "INVALID_ARGUMENT",
            message: Text(violations.map(\.description.description).joined(separator: "\n")),
            details: [
                .badRequest(violations.map { FieldViolation(field: $0.field, description: $0.description) })
            ]
        )
    }
}
