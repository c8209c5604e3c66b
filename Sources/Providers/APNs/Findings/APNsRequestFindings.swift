import Bytes
import CaptureLog
import HTTPMessage
import PushModel

extension APNsReading {
    /// From this share of the limit on, in percent, a payload is noted as nearly too large.
    static let nearLimitPercent = 90

    /// What the request shows apart from its payload and its provider token.
    var requestFindings: [Finding] {
        [
            versionFinding, environmentFinding, deviceTokenFinding, channelFinding,
            declaration.expirationFinding(capturedAt: time), collapseFinding,
            sizeFinding,
        ].compactMap { $0 } + unknownHeaders
    }

    private var versionFinding: Finding? {
        guard exchange.request.version != .http2 else { return nil }
        let version = exchange.request.version == .http10 ? "1.0" : "1.1"
        return .warning(
            "apns-http-version",
            at: .request,
            "The request arrived over HTTP/\(version), and APNs speaks HTTP/2 only.",
            help: "Use a client that speaks HTTP/2; over TLS it must offer h2 by ALPN."
        )
    }

    private var environmentFinding: Finding? {
        guard exchange.environment == .sandbox else { return nil }
        return .note(
            "apns-sandbox",
            at: .request,
            "The request was for the sandbox, which knows only the tokens of development builds.",
            help: "Send to api.push.apple.com for builds from TestFlight and the App Store."
        )
    }

    private var deviceTokenFinding: Finding? {
        guard case .device(let token) = route else { return nil }
        // The name begins so only where the token itself was good.
        if exchange.annotations.hidden.contains(.targets), ASCII.hasPrefix(token, "token-") { return nil }
        let isHexadecimal = token.allSatisfy { hexValue($0) != nil }
        guard !isHexadecimal || token.count % 2 == 1 else { return nil }
        let problem =
            isHexadecimal ? "has an odd number of hexadecimal digits" : "has characters that are no hexadecimal digits"
        return .warning(
            "apns-device-token",
            at: .target,
            "The device token \(problem), so APNs may refuse it as BadDeviceToken.",
            help: "Send the bytes that the app got from the system in hexadecimal."
        )
    }

    private var channelFinding: Finding? {
        guard declaration.isBroadcast, let channel = headers[.channelID], Base64.decode(channel) == nil else {
            return nil
        }
        return .warning(
            "apns-channel-id",
            at: .header(name: "apns-channel-id"),
            "apns-channel-id is not base64, so APNs may refuse it as BadChannelId.",
            help: "Send the identifier as it was issued when the channel was made."
        )
    }

    private var collapseFinding: Finding? {
        guard let collapseID = declaration.collapseID else { return nil }
        return .note(
            "apns-replaces",
            at: .header(name: "apns-collapse-id"),
            "It replaces an earlier notification with the collapse identifier \(collapseID), if there is one.",
            help: "Nothing to mend; leave it out to keep both."
        )
    }

    private var sizeFinding: Finding? {
        let count = exchange.request.body.count
        let limit = APNsRules.largestPayload(for: route, headers)
        guard count * 100 > limit * Self.nearLimitPercent, count <= limit else { return nil }
        return .note(
            "apns-payload-near-limit",
            at: .body(pointer: ""),
            "The payload has \(count) of at most \(limit) bytes.",
            help: "Longer texts in it may be refused as PayloadTooLarge."
        )
    }

    private var unknownHeaders: [Finding] {
        let fields = exchange.request.headers
        var findings: [Finding] = []
        for position in 0..<fields.count {
            let name = fields.name(at: position)
            guard ASCII.hasPrefix(name, "apns-"), APNsHeaders.Name(name) == nil else { continue }
            findings.append(
                .note(
                    "apns-unknown-header",
                    at: .header(name: Text(repairing: name)),
                    "\(Text(repairing: name)) is not a header that APNs knows.",
                    help: "Compare its spelling with Apple's list."
                )
            )
        }
        return findings
    }
}

extension Exchange {
    /// The world of APNs that the request was for: the one that a tunnel was to lead to, else the one that it names.
    var environment: Environment? {
        if let tunnel = annotations.tunnel { return Environment(authority: tunnel.bytes[...]) }
        return Environment(
            authority: request.authority.isEmpty ? request.headers.first("host") ?? [] : request.authority[...]
        )
    }
}
