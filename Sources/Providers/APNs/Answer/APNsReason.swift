import Bytes

/// Why APNs refuses a request: its documented reasons, with the status that each comes with. The recorder itself gives
/// only those that a request alone decides; the others are known so that any recorded answer can be explained.
///
/// Source: https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns and
/// https://developer.apple.com/documentation/usernotifications/handling-error-responses-from-apns
enum APNsReason: String, CaseIterable, Sendable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyID = "UnrelatedKeyIdInToken"
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"
    case featureNotEnabled = "FeatureNotEnabled"
    case missingChannelID = "MissingChannelId"
    case badChannelID = "BadChannelId"
    case channelNotRegistered = "ChannelNotRegistered"
    case badRequestParameters = "BadRequestParams"
    case badRequestPayload = "BadRequestPayload"
    case missingPushType = "MissingPushType"
    case cannotCreateChannel = "CannotCreateChannelConfig"
    case topicMismatch = "TopicMismatch"

    /// The status that the reason comes with.
    var status: Int {
        switch self {
        case .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden, .invalidProviderToken,
            .missingProviderToken, .unrelatedKeyID, .badEnvironmentKeyID, .topicMismatch:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        default: 400
        }
    }

    /// The error body: one compact JSON object.
    var body: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rawValue.utf8.count + 13)
        bytes.append("{\"reason\":\"")
        bytes.append(contentsOf: rawValue.utf8)
        bytes.append("\"}")
        return bytes
    }

    /// The error body of a device that is gone.
    ///
    /// - Parameter milliseconds: since when, from 1970 on.
    func body(since milliseconds: Int64) -> [UInt8] {
        var bytes = body.dropLast()
        bytes.append(contentsOf: ",\"timestamp\":\(milliseconds)}".utf8)
        return Array(bytes)
    }

    /// The reason in lower-case words: `BadCollapseId` is `bad_collapse_id` with `_`.
    func code(joinedBy separator: UInt8) -> Text {
        var bytes: [UInt8] = []
        for byte in rawValue.utf8 {
            if ASCII.lowercased(byte) != byte, !bytes.isEmpty { bytes.append(separator) }
            bytes.append(ASCII.lowercased(byte))
        }
        return Text(repairing: bytes)
    }
}
