import PushModel

extension APNsReason {
    /// Why, as a clause without a full stop.
    var cause: String {
        switch self {
        case .badCollapseID: "apns-collapse-id is longer than 64 bytes"
        case .badDeviceToken: "the device token is malformed or belongs to the other environment"
        case .badExpirationDate: "apns-expiration is no whole number of seconds"
        case .badMessageID: "apns-id is no UUID"
        case .badPriority: "apns-priority is none of 1, 5 and 10"
        case .badTopic: "apns-topic is not valid"
        case .deviceTokenNotForTopic: "the device token belongs to another topic"
        case .duplicateHeaders: "a header that must be there once is repeated"
        case .idleTimeout: "the connection was idle for too long"
        case .invalidPushType: "apns-push-type is not one that fits here"
        case .missingDeviceToken: "the path has no device token"
        case .missingTopic: "there is no apns-topic"
        case .payloadEmpty: "the body is empty"
        case .topicDisallowed: "pushes to this topic are not allowed"
        case .badCertificate: "the client certificate is not valid"
        case .badCertificateEnvironment: "the client certificate is for the other environment"
        case .expiredProviderToken: "the provider token is older than one hour"
        case .forbidden: "the action is not allowed"
        case .invalidProviderToken: "the provider token is not valid"
        case .missingProviderToken: "there is neither a provider token nor a client certificate"
        case .unrelatedKeyID: "the key of the provider token belongs to another team or topic than earlier ones"
        case .badEnvironmentKeyID: "the key of the provider token is for the other environment"
        case .badPath: "the path is not one that APNs has"
        case .methodNotAllowed: "the method is not POST"
        case .expiredToken: "the device token has expired"
        case .unregistered: "the device token is no longer active for the topic"
        case .payloadTooLarge: "the payload is too large"
        case .tooManyProviderTokenUpdates: "the provider token changes more often than every 20 minutes"
        case .tooManyRequests: "too many requests went to the same token"
        case .internalServerError: "an internal error occurred"
        case .serviceUnavailable: "the service is unavailable"
        case .shutdown: "the server is shutting down"
        case .featureNotEnabled: "broadcasts are not enabled for the app"
        case .missingChannelID: "there is no apns-channel-id"
        case .badChannelID: "apns-channel-id is not valid"
        case .channelNotRegistered: "the channel does not exist"
        case .badRequestParameters: "the parameters are not valid"
        case .badRequestPayload: "the payload of a channel request is not valid"
        case .missingPushType: "there is no apns-push-type"
        case .cannotCreateChannel: "the app has as many channels as it may"
        case .topicMismatch: "the channel belongs to another app"
        }
    }

    /// How to mend it.
    var help: String {
        switch self {
        case .badCollapseID: "Use at most 64 bytes; one character may be several bytes."
        case .badDeviceToken: "Send the token in hexadecimal, to the environment that it was issued for."
        case .badExpirationDate: "Send the seconds since 1970 at which the push is worthless, or 0 to try once."
        case .badMessageID: "Send 32 hexadecimal digits in groups of 8-4-4-4-12, or leave it out."
        case .badPriority: "Send 10 to deliver at once, 5 to save power, 1 to never wake the device."
        case .badTopic, .missingTopic: "Send the app's bundle identifier, with the suffix of the push type."
        case .deviceTokenNotForTopic: "Send the bundle identifier of the app that the token came from."
        case .duplicateHeaders: "Send each apns header and authorization once."
        case .idleTimeout: "Connect again."
        case .invalidPushType:
            "Use one of \(APNsPushType.allCases.map(\.rawValue).joined(separator: ", ")); a broadcast has liveactivity."
        case .missingDeviceToken, .badPath:
            "Send to /3/device/ followed by the token, or /4/broadcasts/apps/ and the app."
        case .payloadEmpty: "Send a JSON object with an aps dictionary."
        case .topicDisallowed: "Use the expected bundle identifier; in a broadcast's path it stands without suffix."
        case .badCertificate, .badCertificateEnvironment: "Use a certificate for this app and environment."
        case .expiredProviderToken: "Make a new token, between once in 20 minutes and once an hour."
        case .forbidden: "Check what the key or certificate is allowed to do."
        case .invalidProviderToken, .unrelatedKeyID, .badEnvironmentKeyID:
            "Check the key identifier, the team identifier and the ES256 signature."
        case .missingProviderToken: "Send authorization: bearer and the token."
        case .methodNotAllowed: "Send a POST."
        case .expiredToken, .unregistered: "Stop sending to this token."
        case .payloadTooLarge: "Stay within 4096 bytes, or 5120 for voip and broadcasts."
        case .tooManyProviderTokenUpdates: "Keep one token for 20 to 60 minutes."
        case .tooManyRequests: "Send less often to this token."
        case .internalServerError, .serviceUnavailable, .shutdown: "Try again later."
        case .featureNotEnabled: "Switch on the broadcast capability for the app."
        case .missingChannelID, .badChannelID, .channelNotRegistered: "Send the channel's identifier as it was issued."
        case .badRequestParameters, .badRequestPayload: "Compare the request with Apple's channel management page."
        case .missingPushType: "Send apns-push-type: liveactivity."
        case .cannotCreateChannel: "Delete channels that are no longer used."
        case .topicMismatch: "Use a channel of the app in the path."
        }
    }
}
