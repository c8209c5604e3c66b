import Bytes
import HTTPMessage
import JSONText

extension OutgoingPush {
    /// The FCM send for a notification.
    ///
    /// - Parameter data: the notification's data as texts; nil when it has none.
    init(
        fcm notification: NotificationRequest, to device: Text, through pool: MongoosePush.Pool,
        data: [(key: Text, value: Text)]?, profile: MongoosePush.Profile, isCall: Bool
    ) {
        service = .fcm
        projectID = pool.projectID
        authority = "fcm.googleapis.com"
        path = Array("/v1/projects/".utf8) + pool.projectID.bytes + Array("/messages:send".utf8)
        headers = HeaderList(["content-type": "application/json"])
        let urgency = notification.urgency ?? (isCall ? pool.jmiPriority : nil)
        let timeToLive = notification.timeToLive ?? (isCall ? pool.jmiTimeToLive : nil)
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("message") { writer in
                writer.member("token", device)
                writer.object("data") { if profile == .release2_3 { $0.members(data ?? []) } }
                writer.object("notification") { _ in }
                writer.object("android") { writer in
                    if profile == .release2_2, let data { writer.object("data") { $0.members(data) } }
                    writer.object("notification") { $0.members(of: notification.alert) }
                    if let urgency { writer.member("priority", urgency == .high ? "HIGH" : "NORMAL") }
                    if let timeToLive { writer.member("ttl", Text("\(timeToLive)s")) }
                    if isCall, let sid = notification.data?.first("jmi-sid")?.text, !sid.isEmpty {
                        writer.member("collapse_key", Text(repairing: "jmi-".utf8 + sid.bytes))
                    }
                }
            }
        }
        body = writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(_ data: [(key: Text, value: Text)]) {
        for (key, value) in data { member(key, value) }
    }

    fileprivate mutating func members(of alert: NotificationRequest.Alert?) {
        guard let alert else { return }
        member("title", alert.title)
        member("body", alert.body)
        if let action = alert.clickAction { member("click_action", action) }
        if let tag = alert.tag { member("tag", tag) }
        if let sound = alert.sound { member("sound", sound) }
    }
}
