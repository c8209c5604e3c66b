import Bytes

/// Which values of a payload stay: the vendors' own vocabulary, by which alone the verdicts and findings go, and what says
/// where a push goes. Texts, names, links, collapse keys, labels and the caller's own data are hidden.
indirect enum PayloadRule {
    /// Everything is hidden.
    case hide
    /// Booleans stay, and what a vendor says there; see ``VendorValue``.
    case word
    /// The same where the value is a time or a lifetime.
    case time
    /// Numbers and booleans stay, and text that looks like the name of something: the service says it and not the sender.
    case code
    /// Everything stays.
    case keep
    /// By key, folded as ``foldedKey(_:)`` does; what is not listed is hidden.
    case members([(names: [StaticString], rule: PayloadRule)])

    /// The rule for a member's value.
    subscript(key: Text) -> PayloadRule {
        guard case .members(let members) = self else { return self }
        let key = foldedKey(key.bytes[...])
        return members.first { key.isOne(of: $0.names) }?.rule ?? .hide
    }

    /// The rule for the body of a request to a provider.
    init(of provider: Text?) {
        if let provider, provider == "apns" {
            self = .apns
        } else if let provider, provider == "mongoosepush" {
            self = .mongoosePush
        } else {
            self = .fcm
        }
    }

    /// A notification to MongoosePush.
    static let mongoosePush = members(notification + [(["json"], members(notification))])

    /// `_method`, `_format` and `_json` are the web framework's own.
    private static let notification: [(names: [StaticString], rule: PayloadRule)] = [
        (["service", "mode", "priority", "mutablecontent", "badge", "method", "format"], word),
        (["timetolive"], time),
        (["topic", "tags"], keep),
        (["alert"], members([(["badge"], word)])),
        (["data"], members([(["type"], word)])),
    ]

    /// A payload of APNs.
    static let apns = members([(["aps"], aps)])

    private static let aps = members([
        (
            [
                "contentavailable", "mutablecontent", "badge", "interruptionlevel", "relevancescore", "event",
                "inputpushtoken", "contentchanged",
            ], word
        ),
        (["timestamp", "staledate", "dismissaldate"], time),
        (["sound"], members([(["critical", "volume"], word)])),
    ])

    /// A request to FCM; of one in the removed format only its targets stay.
    static let fcm = members([
        (["validateonly"], word),
        (["to", "registrationids", "condition", "token", "topic"], keep),
        (["message"], message),
    ])

    private static let message = members([
        (["token", "fid", "topic", "condition"], keep),
        (["android"], android),
        (["androidv2"], android),
        (
            ["apns"],
            members([(["headers"], apnsHeaders), (["liveactivitytoken"], keep), (["payload"], apns)])
        ),
        (["webpush"], members([(["headers"], webHeaders), (["notification"], webNotification)])),
    ])

    private static let apnsHeaders = members([
        (["apnstopic", "apnschannelid"], keep), (["apnspriority", "apnspushtype"], word), (["apnsexpiration"], time),
    ])

    private static let webHeaders = members([(["ttl"], time), (["urgency"], word)])

    private static let android = members([
        (
            ["priority", "ttl", "directbootok", "bandwidthconstrainedok", "restrictedsatelliteok"], word
        ),
        (["notification"], androidCard),
        (
            ["remotenotification"],
            members([(["notification"], androidCard), (["mutablecontent", "useasv1datamessage"], word)])
        ),
    ])

    private static let androidCard = members([
        (
            [
                "color", "sticky", "eventtime", "localonly", "notificationpriority", "defaultsound",
                "defaultvibratetimings", "defaultlightsettings", "vibratetimings", "visibility", "notificationcount",
                "lightsettings", "proxy", "bypassproxynotification", "id",
            ], word
        )
    ])

    private static let webNotification = members([
        (["silent", "renotify", "requireinteraction", "vibrate", "dir"], word), (["timestamp"], time),
    ])

    /// A body that a service answers: its codes stay, its sentences may quote the request.
    static let answer = members([
        (["reason", "name", "timestamp"], code),
        // The service's reason in the older versions of MongoosePush.
        (["details"], code),
        (
            ["error"],
            members([(["code", "status"], code), (["details"], details)])
        ),
    ])

    private static let details = members([
        (["errorcode", "@type"], code), (["fieldviolations"], members([(["field"], keep)])),
    ])
}
