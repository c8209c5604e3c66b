import Bytes
import CaptureLog
import JSONText
import PushModel

extension APNsReading {
    /// How long APNs takes a provider token, in seconds from its `iat`.
    static let longestTokenAge: Int64 = 3600
    /// How many characters a key identifier and a team identifier have.
    static let identifierLength = 10

    /// What can be said of the provider token without its key: the signature is never checked.
    ///
    /// Source: https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns
    var providerTokenFindings: [Finding] {
        let annotations = exchange.annotations
        if let problem = annotations.jwtProblem {
            return [
                .warning(
                    "apns-token-malformed",
                    at: place,
                    "The provider token cannot be read: \(problem).",
                    help: "Send authorization: bearer and a JSON Web Token."
                )
            ]
        }
        guard annotations.jwtHeader != nil || annotations.jwtClaims != nil else {
            return headers.verbatim(.authorization) == nil && annotations.clientCertificate == nil ? [noToken] : []
        }
        let header = members(of: annotations.jwtHeader)
        let claims = members(of: annotations.jwtClaims)
        return [
            algorithmFinding(header?.last("alg")),
            identifierFinding(header?.last("kid"), "kid", what: "key identifier"),
            identifierFinding(claims?.last("iss"), "iss", what: "team identifier"),
            ageFinding(claims?.last("iat")),
        ].compactMap { $0 }
    }

    private var place: Finding.Place { .header(name: "authorization") }

    private var noToken: Finding {
        .note(
            "apns-no-provider-token",
            at: place,
            "There is neither a provider token nor a client certificate; APNs refuses that as MissingProviderToken.",
            help: "Nothing to mend in a test; send authorization: bearer and a token to APNs."
        )
    }

    private func members(of bytes: [UInt8]?) -> JSONValue? {
        bytes.flatMap { try? JSONText(parsing: $0) }?.root
    }

    private func algorithmFinding(_ algorithm: JSONValue?) -> Finding? {
        if let text = algorithm?.text, text == "ES256" { return nil }
        let said = algorithm.map { "is \(Text(repairing: $0.raw))" } ?? "is missing"
        return .error(
            "apns-token-algorithm",
            at: place,
            "The provider token's alg \(said), and APNs takes ES256 only.",
            help: "Sign with the .p8 key of the developer account, with ES256."
        )
    }

    private func identifierFinding(_ value: JSONValue?, _ name: String, what: String) -> Finding? {
        let length = value?.text.map(\.description.unicodeScalars.count)
        guard length != Self.identifierLength else { return nil }
        let said =
            switch (value, length) {
            case (nil, _): "is missing"
            case (_, let length?): "has \(length) characters"
            case (let value?, nil): "is \(value.kind.described)"
            }
        return .warning(
            Text("apns-token-\(name)"),
            at: place,
            "The provider token's \(name) \(said), and a \(what) has \(Self.identifierLength); APNs may refuse it.",
            help: "Copy the \(what) from the developer account."
        )
    }

    private func ageFinding(_ value: JSONValue?) -> Finding? {
        guard let issued = value.flatMap(issuedAt) else {
            return .warning(
                "apns-token-iat",
                at: place,
                "The provider token's iat \(value == nil ? "is missing" : "names no moment"); APNs may refuse it.",
                help: "Set iat to the seconds since 1970 at which the token is made."
            )
        }
        let age = Double(time.microseconds) / 1_000_000 - issued
        if age > Double(Self.longestTokenAge) {
            return .warning(
                "apns-token-stale",
                at: place,
                "The provider token is \(Int64(age / 60)) minutes old; after 60 APNs refuses it as ExpiredProviderToken.",
                help: "Make a new token, between once in 20 minutes and once an hour."
            )
        }
        guard age < 0 else { return nil }
        return .warning(
            "apns-token-future",
            at: place,
            "The provider token's iat lies \(Int64(-age) + 1) seconds ahead; APNs may refuse it.",
            help: "Check the clock of the sender."
        )
    }

    /// The moment of an `iat` in seconds since 1970: an integer, a fraction or a string of either, in seconds or
    /// milliseconds, as senders write it.
    private func issuedAt(_ value: JSONValue) -> Double? {
        let number = value.double ?? value.text.flatMap { Double($0.description) }
        guard let number, number.isFinite, number > 0 else { return nil }
        let seconds = number > EpochSeconds.largestPlausible ? number / 1000 : number
        return seconds <= EpochSeconds.largestPlausible ? seconds : nil
    }
}
