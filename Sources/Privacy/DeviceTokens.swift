import Bytes
package import CaptureLog
import HTTPMessage
import JSONText

/// The places of a request that hold device tokens.
package enum DeviceTokens {
    /// The prefix of the path behind which APNs has the token.
    private static let apnsPath: StaticString = "/3/device/"
    /// What stands between the version and the token in a path of MongoosePush.
    private static let gatewayPath: StaticString = "/notification/"
    /// The keys of FCM, of today and of the removed API, that hold a token or several, folded as ``foldedKey(_:)`` does.
    private static let fcmKeys: [StaticString] = [
        "token", "fid", "liveactivitytoken", "to", "registrationids", "registrationtokens", "registrationtoken",
    ]

    /// The tokens that a push names, spelled as they stand there.
    package static func all(in exchange: Exchange) -> [[UInt8]] {
        var tokens = pathTokens(of: exchange).map { Array(exchange.request.target[$0]) }
        if let document = fcmBody(of: exchange) {
            for value in fcmTokens(in: document.root) {
                if let token = value.text, !token.isEmpty { tokens.append(token.bytes) }
            }
        } else if exchange.provider.map({ $0 == "apns" }) != true {
            tokens += quotedTokens(in: exchange.request.body)
        }
        return tokens
    }

    /// The tokens in a body that is no JSON as a whole, a batch or one that is damaged: what stands in quotes behind a key
    /// that holds a token.
    private static func quotedTokens(in body: [UInt8]) -> [[UInt8]] {
        let pieces = body.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return zip(pieces, zip(pieces.dropFirst(), pieces.dropFirst(2))).compactMap { key, rest in
            let isKey = ASCII.equal(ASCII.trimmed(rest.0), ":") && foldedKey(key).isOne(of: fcmKeys)
            return isKey && !rest.1.isEmpty ? Array(rest.1) : nil
        }
    }

    /// The target with the token in its path named, however short it is.
    static func namingPath(_ exchange: Exchange) -> [UInt8] {
        var target = exchange.request.target
        for place in pathTokens(of: exchange).reversed() {
            target.replaceSubrange(place, with: DeviceTokenIndex.pathName(of: target[place]))
        }
        return target
    }

    /// The body with the tokens in their places named, however short they are.
    static func namingBody(_ exchange: Exchange) -> [UInt8] {
        guard let document = fcmBody(of: exchange) else { return exchange.request.body }
        var edits = JSONEdits(document)
        for value in fcmTokens(in: document.root) {
            guard let token = value.text, !token.isEmpty else { continue }
            edits.replaceString(value.raw, with: DeviceTokenIndex.name(of: token.bytes[...]))
        }
        return edits.bytes
    }

    private static func pathTokens(of exchange: Exchange) -> [Range<Int>] {
        let target = exchange.request.target
        guard let path = pathBehindPrefix(target)?.prefix(while: { $0 != UInt8(ascii: "?") }) else { return [] }
        return path.split(separator: UInt8(ascii: "/")).compactMap { segment in
            let token = ASCII.trimmed(segment)
            return token.isEmpty ? nil : token.startIndex..<token.endIndex
        }
    }

    /// What follows the prefix of APNs, or the one of MongoosePush in any version.
    private static func pathBehindPrefix(_ target: [UInt8]) -> ArraySlice<UInt8>? {
        if ASCII.hasPrefix(target[...], apnsPath) { return target.dropFirst(apnsPath.utf8CodeUnitCount) }
        guard let place = target[...].firstRange(of: gatewayPath) else { return nil }
        return target[place.upperBound...]
    }

    private static func fcmBody(of exchange: Exchange) -> JSONText? {
        guard exchange.provider.map({ $0 == "apns" }) != true else { return nil }
        return try? JSONText(parsing: exchange.request.body)
    }

    /// The values at the root, in `message` and in `message.apns` that are tokens, in the order of the document.
    private static func fcmTokens(in object: JSONValue, depth: Int = 0) -> [JSONValue] {
        guard object.kind == .object, depth < 3 else { return [] }
        return object.members.flatMap { member -> [JSONValue] in
            let key = foldedKey(member.key.bytes[...])
            if key.isOne(of: fcmKeys) {
                let values = member.value.kind == .array ? Array(member.value.elements) : [member.value]
                return values.filter { $0.kind == .string && !isTopic($0) }
            }
            return key.isOne(of: ["message", "apns"]) ? fcmTokens(in: member.value, depth: depth + 1) : []
        }
    }

    /// True for what the removed API calls `to` and is no device.
    private static func isTopic(_ value: JSONValue) -> Bool {
        ASCII.hasPrefix(value.raw.dropFirst(), "/topics/")
    }
}

/// A key without capitals, underscores and hyphens, as both spellings of FCM and many a mistake are the same key.
func foldedKey(_ key: ArraySlice<UInt8>) -> [UInt8] {
    key.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(ASCII.lowercased)
}

extension [UInt8] {
    func isOne(of names: [StaticString]) -> Bool { names.contains { ASCII.equal(self[...], $0) } }
}
