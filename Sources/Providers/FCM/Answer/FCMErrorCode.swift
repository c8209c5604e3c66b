import Bytes
import HTTPMessage

/// FCM's own error codes, with the status and the sentence that each comes with.
///
/// Source: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode
enum FCMErrorCode: String, CaseIterable, Sendable {
    case unspecified = "UNSPECIFIED_ERROR"
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case `internal` = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"

    /// The error that FCM answers with.
    var error: GoogleError {
        let (code, status, message): (Int, Text, Text) =
            switch self {
            case .unspecified: (500, "UNKNOWN", "Unknown error.")
            case .invalidArgument: (400, "INVALID_ARGUMENT", "Request contains an invalid argument.")
            case .unregistered: (404, "NOT_FOUND", "Requested entity was not found.")
            case .senderIDMismatch: (403, "PERMISSION_DENIED", "SenderId mismatch")
            case .quotaExceeded: (429, "RESOURCE_EXHAUSTED", "Quota exceeded.")
            case .unavailable: (503, "UNAVAILABLE", "The service is currently unavailable.")
            case .internal: (500, "INTERNAL", "Internal error encountered.")
            case .thirdPartyAuthError: (401, "UNAUTHENTICATED", "Auth error from APNS or Web Push Service")
            }
        return GoogleError(code: code, status: status, message: message, details: [.fcmError(Text(rawValue))])
    }
}
