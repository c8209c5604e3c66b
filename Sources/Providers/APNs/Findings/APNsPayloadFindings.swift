import Bytes
import JSONText
import PushModel

extension APNsPayload {
    /// What is wrong with the payload under the headers it was sent with, what reading found included.
    func findings(for declaration: APNsDeclaration) -> [Finding] {
        var findings = readingFindings
        if declaration.knownPushType?.isSystemChannel != true {
            switch presence {
            case .missing: findings += [missingAPS] + misplacedKeys
            case .wrongType(let kind): findings += [wrongAPS(kind)] + misplacedKeys
            case .dictionary: findings += misplacedKeys + alertFindings + valueFindings(declaration)
            }
        }
        findings += misplacedHeaders
        findings += pushTypeFindings(declaration)
        findings += liveActivityFindings(declaration)
        findings += systemChannelFindings(declaration)
        return findings
    }

    private var missingAPS: Finding {
        .warning(
            "apns-no-aps",
            at: pointer.place,
            "There is no aps dictionary; APNs accepts that and the device shows nothing.",
            help: "Put alert, badge, sound or content-available into an aps dictionary."
        )
    }

    private func wrongAPS(_ kind: JSONValue.Kind) -> Finding {
        .warning(
            "apns-wrong-type",
            at: aps.pointer.place,
            "aps is \(kind.described) instead of an object; APNs accepts that and the device shows nothing.",
            help: "Send aps as an object."
        )
    }

    /// Keys of `aps` that stand beside it, where they are the app's own data.
    private var misplacedKeys: [Finding] {
        customData.keys.compactMap { spelling in
            guard let key = APSKey.spellings[spelling], key.isMisplacedBesideAPS, aps[key] == nil else { return nil }
            let place = pointer.member(spelling).place
            let message = "\(spelling) stands outside aps, so it is the app's own data and iOS does not act on it."
            let help = "Move it into aps."
            return key == .alert && !alert.hasText
                ? .error("apns-key-outside-aps", at: place, message, help: help)
                : .warning("apns-key-outside-aps", at: place, message, help: help)
        }
    }

    /// Delivery headers that were written into the payload.
    private var misplacedHeaders: [Finding] {
        func isHeader(_ key: Text) -> Bool { ASCII.hasPrefix(key.bytes[...], "apns-") }
        var misplaced = customData.keys.filter(isHeader)
        if let headers = object?.last("headers"), headers.members.contains(where: { isHeader($0.key) }) {
            misplaced.append("headers")
        }
        return misplaced.prefix(APNsHeaders.Name.count).map { key in
            .warning(
                "apns-headers-in-payload",
                at: pointer.member(key).place,
                "\(key) has no effect inside the payload.",
                help: "Send it as an HTTP header; in an FCM message as apns.headers, beside apns.payload."
            )
        }
    }

    private var alertFindings: [Finding] {
        var findings: [Finding] = []
        if isAlertEmpty {
            let isBlank = alert.title != nil || alert.subtitle != nil || alert.body != nil
            findings.append(
                .warning(
                    isBlank ? "apns-blank-alert" : "apns-empty-alert",
                    at: aps.place(of: .alert),
                    isBlank
                        ? "The alert has only white space as text; the device may show a blank card or none."
                        : "The alert has no text; the device may show no card.",
                    help: "Give it a title or a body, or leave alert out."
                )
            )
        }
        if hasMutableContent, !alert.hasText {
            findings.append(
                .warning(
                    "apns-mutable-content-without-alert",
                    at: aps.place(of: .mutableContent),
                    "The service extension runs only for an alert with text, so mutable-content has no effect.",
                    help: "Add a title or a body for the extension to change."
                )
            )
        }
        return findings
    }

    private func valueFindings(_ declaration: APNsDeclaration) -> [Finding] {
        var findings: [Finding] = []
        if let level = alert.interruptionLevel, !knownInterruptionLevels.contains(level) {
            let meant = knownInterruptionLevels.first { folded($0) == folded(level) }
            let list = knownInterruptionLevels.map(\.description).joined(separator: ", ")
            findings.append(
                .warning(
                    "apns-unknown-interruption-level",
                    at: aps.place(of: .interruptionLevel),
                    "aps.interruption-level \(level) is not one that Apple defines; it may be treated as active.",
                    help: meant.map { "Spell it \($0)." } ?? "Use one of \(list)."
                )
            )
        }
        if let value = aps[.relevanceScore] {
            let isLiveActivity = declaration.knownPushType == .liveactivity
            if let score = value.double, score.isFinite {
                if !isLiveActivity, !(0...1).contains(score) {
                    findings.append(
                        .warning(
                            "apns-relevance-score-range",
                            at: aps.place(of: .relevanceScore),
                            "aps.relevance-score is \(Text(repairing: value.raw)), outside the range from 0 to 1.",
                            help: "Send a score from 0 to 1; only a Live Activity may have another."
                        )
                    )
                }
            } else {
                findings.append(
                    .warning(
                        "apns-wrong-type",
                        at: aps.place(of: .relevanceScore),
                        "aps.relevance-score is \(value.kind.described), and Apple defines a number.",
                        help: "Send a number from 0 to 1."
                    )
                )
            }
        }
        if hasSoundInAlert, declaration.knownPushType != .liveactivity {
            findings.append(
                .warning(
                    "apns-sound-in-alert",
                    at: aps.pointer.member("alert").member("sound").place,
                    "Only a Live Activity has its sound inside alert; elsewhere it may stay silent.",
                    help: "Move sound into aps, beside alert."
                )
            )
        }
        return findings
    }
}

private let knownInterruptionLevels: [Text] = ["passive", "active", "time-sensitive", "critical"]

/// The letters alone, and of "sensitive" only what a known typo leaves of it: `time-senstive`, `timeSensitive`.
private func folded(_ level: Text) -> [UInt8] {
    let letters = level.bytes.map(ASCII.lowercased).filter { (0x61...0x7A).contains($0) }
    return letters.filter { $0 != UInt8(ascii: "i") }
}
