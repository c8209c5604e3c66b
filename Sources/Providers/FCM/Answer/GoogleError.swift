import Bytes
import HTTPMessage

/// An error as Google's APIs word it: a status, a sentence, and details of known types.
///
/// Source: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode and captured answers
struct GoogleError: Sendable, Equatable {
    /// One entry of `details`.
    enum Detail: Sendable, Equatable {
        /// `google.rpc.BadRequest`; without violations it has no `fieldViolations` at all.
        case badRequest([FieldViolation])
        /// `google.firebase.fcm.v1.FcmError`.
        case fcmError(Text)
    }

    /// What is wrong with one field.
    struct FieldViolation: Sendable, Equatable {
        /// The path to the field; nil at the root.
        var field: Text?
        /// The sentence.
        var description: Text
    }

    /// The HTTP status.
    var code: Int
    /// The canonical name of the status: `INVALID_ARGUMENT`.
    var status: Text
    /// The sentence.
    var message: Text
    /// More of it; without entries the body has no `details` key.
    var details: [Detail] = []

    /// A 400 whose sentence is also the violation of one field, followed by FCM's own code.
    static func invalidArgument(_ message: Text, field: Text) -> GoogleError {
        GoogleError(
            code: 400,
            status: "INVALID_ARGUMENT",
            message: message,
            details: [
                .badRequest([FieldViolation(field: field, description: message)]), .fcmError("INVALID_ARGUMENT"),
            ]
        )
    }

    /// The answer, pretty-printed as Google does by default.
    var response: HTTPResponse {
        var writer = PrettyJSON()
        writer.object { writer in
            writer.member("error")
            writer.object { writer in
                writer.member("code", integer: code)
                writer.member("message", text: message)
                writer.member("status", text: status)
                guard !details.isEmpty else { return }
                writer.member("details")
                writer.array(details) { $0.write($1) }
            }
        }
        return HTTPResponse(status: code, headers: GoogleError.jsonHeaders, body: writer.document)
    }

    /// The header fields of every JSON answer.
    static let jsonHeaders = HeaderList(["content-type": "application/json; charset=UTF-8"])
}

extension PrettyJSON {
    fileprivate mutating func write(_ detail: GoogleError.Detail) {
        object { writer in
            switch detail {
            case .badRequest(let violations):
                writer.member("@type", text: "type.googleapis.com/google.rpc.BadRequest")
                guard !violations.isEmpty else { return }
                writer.member("fieldViolations")
                writer.array(violations) { writer, violation in
                    writer.object { writer in
                        if let field = violation.field { writer.member("field", text: field) }
                        writer.member("description", text: violation.description)
                    }
                }
            case .fcmError(let errorCode):
                writer.member("@type", text: "type.googleapis.com/google.firebase.fcm.v1.FcmError")
                writer.member("errorCode", text: errorCode)
            }
        }
    }
}
