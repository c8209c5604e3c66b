import Bytes
import HTTPMessage
import JSONText

/// What APNs checks about a request before it looks for the device: the order is that of a well-known stand-in, since
/// Apple documents none.
///
/// Only what the request alone decides is here; nothing that needs a list of registered tokens or a quota.
enum APNsRules {
    /// The longest `apns-collapse-id`, in bytes.
    static let longestCollapseID = 64
    /// The largest payload, in bytes.
    static let largestPayload = 4096
    /// The largest payload of a VoIP push and of a broadcast, in bytes.
    static let largestVoIPPayload = 5120
    /// What the path of a broadcast must not end in: the topic's suffix.
    static let liveActivitySuffix: StaticString = ".push-type.liveactivity"

    /// How many bytes the payload of a request may have.
    static func largestPayload(for route: APNsRoute, _ headers: APNsHeaders) -> Int {
        if case .broadcast = route { return largestVoIPPayload }
        return headers[.pushType].map { ASCII.equal($0, "voip") } ?? false ? largestVoIPPayload : largestPayload
    }

    /// Why APNs refuses the request for what no leniency can mend: there is nothing to understand in it, or the user
    /// pinned what it must say.
    static func essentialRefusal(
        of request: HTTPRequest,
        _ route: APNsRoute,
        _ headers: APNsHeaders,
        pins: AnswerRules
    ) -> APNsReason? {
        if !ASCII.equal(request.method[...], "POST") { return .methodNotAllowed }
        let topic: ArraySlice<UInt8>?
        switch route {
        case .noToken: return .missingDeviceToken
        case .unknown: return .badPath
        case .device: topic = headers[.topic]
        case .broadcast(let bundle): topic = bundle
        }
        if let pin = pins.apnsTopic, topic != pin.bytes[...] { return .topicDisallowed }
        if let pin = pins.apnsKeyID, keyID(in: headers[.authorization]) != pin { return .invalidProviderToken }
        return request.body.isEmpty ? .payloadEmpty : nil
    }

    /// Why APNs refuses the request; nil when it takes it.
    static func refusal(
        of request: HTTPRequest,
        _ route: APNsRoute,
        _ headers: APNsHeaders,
        pins: AnswerRules
    ) -> APNsReason? {
        let essential = essentialRefusal(of: request, route, headers, pins: pins)
        switch essential {
        case .methodNotAllowed, .missingDeviceToken, .badPath: return essential
        default: break
        }
        if let reason = headerRefusal(route, headers) { return reason }
        if request.body.count > largestPayload(for: route, headers), essential == nil { return .payloadTooLarge }
        return essential
    }

    private static func headerRefusal(_ route: APNsRoute, _ headers: APNsHeaders) -> APNsReason? {
        if !headers.duplicates.isEmpty { return .duplicateHeaders }
        if let id = headers[.id], !isUUID(id) { return .badMessageID }
        let type = headers[.pushType]
        if case .broadcast(let bundle) = route {
            if ASCII.hasSuffix(bundle, liveActivitySuffix) { return .topicDisallowed }
            guard let channel = headers[.channelID] else { return .missingChannelID }
            if Base64.decode(channel) == nil { return .badChannelID }
            guard let type else { return .missingPushType }
            if !ASCII.equal(type, "liveactivity") { return .invalidPushType }
        } else {
            if headers[.topic] == nil { return .missingTopic }
            if let type, APNsPushType(type) == nil { return .invalidPushType }
        }
        if let priority = headers[.priority], !isPriority(priority) { return .badPriority }
        if let expiration = headers[.expiration], ASCII.integer(expiration) == nil { return .badExpirationDate }
        if let collapseID = headers.verbatim(.collapseID), collapseID.count > longestCollapseID {
            return .badCollapseID
        }
        return nil
    }

    private static func isPriority(_ value: ArraySlice<UInt8>) -> Bool {
        ASCII.equal(value, "10") || ASCII.equal(value, "5") || ASCII.equal(value, "1")
    }

    /// Hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12.
    static func isUUID(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count == 36 else { return false }
        var position = 0
        for byte in value {
            switch position {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
            default: guard hexValue(byte) != nil else { return false }
            }
            position += 1
        }
        return true
    }

    /// The `kid` in the header of a provider token; nil when the token is missing or cannot be read.
    private static func keyID(in authorization: ArraySlice<UInt8>?) -> Text? {
        guard let authorization else { return nil }
        let parts = authorization.split(separator: UInt8(ascii: " "))
        guard let token = parts.last, parts.count <= 2,
            let header = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).first,
            let bytes = Base64.decode(header),
            let json = try? JSONText(parsing: bytes)
        else { return nil }
        return json.root.last("kid")?.text
    }
}
