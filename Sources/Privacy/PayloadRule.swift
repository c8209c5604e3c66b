import Bytes

/// Which values of a payload stay: the vendors' own vocabulary, by which alone the verdicts and findings go, and what says
/// where and how a push is delivered. Texts, names, links and the caller's own data are hidden.
indirect enum PayloadRule {
    /// Everything is hidden.
    case hide
    /// Numbers and booleans stay, and text that looks like a vendor's word.
    case word
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
    static let mongoosePush = members([
        (["service", "mode", "priority", "timetolive", "mutablecontent", "badge"], word),
        (["topic", "tags"], keep),
        (["alert"], members([(["badge"], word)])),
        (["data"], members([(["type"], word)])),
    ])

    /// A payload of APNs.
    static let apns = members([(["aps"], aps)])

    private static let aps = members([
        (
            [
                "contentavailable", "mutablecontent", "badge", "interruptionlevel", "relevancescore", "timestamp",
                "event",
                "staledate", "dismissaldate", "inputpushtoken", "contentchanged",
            ], word
        ),
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
        (["fcmoptions"], options),
        (["android"], android),
        (["androidv2"], android),
        (
            ["apns"],
            members([(["headers", "liveactivitytoken"], keep), (["payload"], apns), (["fcmoptions"], options)])
        ),
        (["webpush"], members([(["headers"], keep), (["notification"], webNotification), (["fcmoptions"], options)])),
    ])

    private static let options = members([(["analyticslabel"], word)])

    private static let android = members([
        (
            [
                "priority", "ttl", "collapsekey", "restrictedpackagename", "directbootok", "bandwidthconstrainedok",
                "restrictedsatelliteok",
            ], word
        ),
        (["fcmoptions"], options),
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
        (["silent", "renotify", "requireinteraction", "timestamp", "vibrate", "dir"], word)
    ])

    /// A body that a service answers: its codes stay, its sentences may quote the request.
    static let answer = members([
        (["reason", "name", "timestamp"], word),
        (
            ["error"],
            members([(["code", "status"], word), (["details"], details)])
        ),
    ])

    private static let details = members([
        (["errorcode", "@type"], word), (["fieldviolations"], members([(["field"], keep)])),
    ])
}
