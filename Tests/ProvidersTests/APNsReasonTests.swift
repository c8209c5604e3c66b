import Bytes
import Providers
import PushModel
import TestSupport
import Testing

@Suite struct APNsReasonTests {
    /// Status, reason, and the code that a filter names it by.
    private static let reasons: [(Int, Text, Text)] = [
        (400, "BadCollapseId", "bad_collapse_id"), (400, "BadDeviceToken", "bad_device_token"),
        (400, "BadExpirationDate", "bad_expiration_date"), (400, "BadMessageId", "bad_message_id"),
        (400, "BadPriority", "bad_priority"), (400, "BadTopic", "bad_topic"),
        (400, "DeviceTokenNotForTopic", "device_token_not_for_topic"), (400, "DuplicateHeaders", "duplicate_headers"),
        (400, "IdleTimeout", "idle_timeout"), (400, "InvalidPushType", "invalid_push_type"),
        (400, "MissingDeviceToken", "missing_device_token"), (400, "MissingTopic", "missing_topic"),
        (400, "PayloadEmpty", "payload_empty"), (400, "TopicDisallowed", "topic_disallowed"),
        (403, "BadCertificate", "bad_certificate"), (403, "BadCertificateEnvironment", "bad_certificate_environment"),
        (403, "ExpiredProviderToken", "expired_provider_token"), (403, "Forbidden", "forbidden"),
        (403, "InvalidProviderToken", "invalid_provider_token"),
        (403, "MissingProviderToken", "missing_provider_token"),
        (403, "UnrelatedKeyIdInToken", "unrelated_key_id_in_token"),
        (403, "BadEnvironmentKeyIdInToken", "bad_environment_key_id_in_token"), (404, "BadPath", "bad_path"),
        (405, "MethodNotAllowed", "method_not_allowed"), (410, "ExpiredToken", "expired_token"),
        (410, "Unregistered", "unregistered"), (413, "PayloadTooLarge", "payload_too_large"),
        (429, "TooManyProviderTokenUpdates", "too_many_provider_token_updates"),
        (429, "TooManyRequests", "too_many_requests"), (500, "InternalServerError", "internal_server_error"),
        (503, "ServiceUnavailable", "service_unavailable"), (503, "Shutdown", "shutdown"),
        (400, "FeatureNotEnabled", "feature_not_enabled"), (400, "MissingChannelId", "missing_channel_id"),
        (400, "BadChannelId", "bad_channel_id"), (400, "ChannelNotRegistered", "channel_not_registered"),
        (400, "BadRequestParams", "bad_request_params"), (400, "BadRequestPayload", "bad_request_payload"),
        (400, "MissingPushType", "missing_push_type"),
        (400, "CannotCreateChannelConfig", "cannot_create_channel_config"), (403, "TopicMismatch", "topic_mismatch"),
    ]

    @Test(arguments: reasons)
    func `each documented reason is explained with a way to mend it`(status: Int, reason: Text, code: Text) throws {
        let reading = readAPNs(
            #"{"aps":{"alert":"x"}}"#,
            headers: ["apns-topic": "a.b", "apns-push-type": "alert"],
            status: status,
            answer: Text("{\"reason\":\"\(reason)\"}")
        )
        let verdict = try #require(reading.verdicts.ios)
        #expect(verdict.outcome == .refused)
        #expect(verdict.reason == code)
        #expect(verdict.explain.description.hasPrefix("APNs answered \(status) \(reason): "))
        let finding = try #require(reading.findings.first)
        #expect(finding.severity == .error)
        #expect(finding.code.description == "apns-" + code.description.replacing("_", with: "-"))
        #expect(finding.message.description.hasPrefix("Refused with \(status) \(reason): "))
        #expect(!finding.help.isEmpty)
    }
}
