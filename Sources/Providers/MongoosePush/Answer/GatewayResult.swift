import Bytes

/// What came of a push inside MongoosePush, when it did not go well: a category and the reason of whoever said so.
struct GatewayResult: Sendable, Equatable {
    /// The categories that MongoosePush sorts reasons into.
    enum Category: String, Sendable, CaseIterable {
        case invalidRequest = "invalid_request"
        case unregistered
        case payloadTooLarge = "payload_too_large"
        case tooManyRequests = "too_many_requests"
        case serviceInternal = "service_internal"
        case auth
        case internalConfig = "internal_config"
        case unspecified
        case generic
        case unknown
    }

    let category: Category
    /// The reason as spelled: that of the service, or MongoosePush's own in ``Category/generic``.
    let reason: Text

    /// No pool has the service, the mode and the tags.
    static let noMatchingPool = GatewayResult(category: .generic, reason: "no_matching_pool")
    /// The data of an FCM push has an object in it.
    static let invalidNotification = GatewayResult(category: .generic, reason: "invalid_notification")
    /// There is no connection to the service.
    static let unableToConnect = GatewayResult(category: .generic, reason: "unable_to_connect")

    /// The service ended the request's stream.
    static let streamError = GatewayResult(category: .generic, reason: "stream_error")
    /// The older versions' words for ``unableToConnect``.
    static let tryAgainLater: Text = "Please try again later"

    /// True when nothing has gone out to the service.
    var isBeforeSending: Bool { [.noMatchingPool, .invalidNotification, .unableToConnect].contains(self) }

    /// The status and the JSON body of a version; no body where the original crashes.
    func answer(in version: GatewayVersion) -> (status: Int, body: [UInt8]) {
        // The original has a number for it, which it has no words for.
        if self == .streamError { return (500, Array("null".utf8)) }
        guard version == .v3 else {
            return self == .unableToConnect
                ? (503, object("details", Self.tryAgainLater)) : (500, object("details", reason))
        }
        switch category {
        case .invalidRequest: return (400, object("reason", "invalid_request"))
        case .unregistered: return (410, object("reason", "unregistered"))
        case .payloadTooLarge: return (413, object("reason", "payload_too_large"))
        case .tooManyRequests: return (429, object("reason", "too_many_requests"))
        case .serviceInternal, .auth: return (503, object("reason", "service_internal"))
        case .internalConfig: return (503, object("reason", "internal_config"))
        case .unspecified: return (520, object("reason", "unspecified"))
        case .unknown: return (500, [])
        case .generic:
            let status =
                switch self {
                case .noMatchingPool, .invalidNotification: 400
                case .unableToConnect, GatewayResult(category: .generic, reason: "connection_lost"): 503
                default: 500
                }
            return (status, object("reason", reason))
        }
    }

    private func object(_ key: Text, _ value: Text) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.member(key, value) }
        return writer.bytes
    }
}

extension GatewayResult {
    /// What MongoosePush makes of a scripted refusal; nil when the words are those of the other service.
    init?(_ failure: ScriptedFailure, from service: MongoosePush.Service) {
        switch (failure, service) {
        case (.apns(let reason, _), .apns): self.init(apnsReason: reason)
        case (.fcm(let code, _), .fcm): self.init(fcmCode: code)
        case (.mongoosePush(let word, let reason), _):
            guard let category = Category(rawValue: word.description) else { return nil }
            self.init(category: category, reason: reason)
        case (.apns, .fcm), (.fcm, .apns): return nil
        }
    }

    /// What MongoosePush makes of a reason of APNs; the status plays no part in it.
    init(apnsReason reason: Text) {
        let category: Category =
            switch APNsReason(rawValue: reason.description) {
            case .badCollapseID, .badDeviceToken, .deviceTokenNotForTopic, .idleTimeout, .payloadEmpty,
                .topicDisallowed, .forbidden:
                .invalidRequest
            case .badMessageID, .badPriority, .badTopic, .duplicateHeaders, .missingDeviceToken, .methodNotAllowed,
                .badPath, .missingTopic, .badExpirationDate:
                .internalConfig
            case .expiredProviderToken, .invalidProviderToken, .missingProviderToken, .badCertificate,
                .badCertificateEnvironment:
                .auth
            case .unregistered: .unregistered
            case .tooManyProviderTokenUpdates, .tooManyRequests: .tooManyRequests
            case .serviceUnavailable, .shutdown, .internalServerError: .serviceInternal
            case .payloadTooLarge: .payloadTooLarge
            default: .generic
            }
        self.init(category: category, reason: reason)
    }

    /// What MongoosePush makes of an error code of FCM.
    init(fcmCode code: Text) {
        let categories: [(code: StaticString, category: Category)] = [
            ("INVALID_ARGUMENT", .invalidRequest), ("SENDER_ID_MISMATCH", .auth), ("APNS_AUTH_ERROR", .auth),
            ("THIRD_PARTY_AUTH_ERROR", .auth), ("UNREGISTERED", .unregistered), ("QUOTA_EXCEEDED", .tooManyRequests),
            ("UNSPECIFIED", .unspecified), ("UNAVAILABLE", .serviceInternal), ("INTERNAL", .serviceInternal),
        ]
        self.init(category: categories.first { code == $0.code }?.category ?? .generic, reason: code)
    }
}
