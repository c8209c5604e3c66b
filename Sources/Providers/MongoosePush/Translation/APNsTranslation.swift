import Bytes
import HTTPMessage
import JSONText

extension OutgoingPush {
    /// The APNs request for a notification: a background push without an alert, a VoIP push for a call.
    init(apns notification: NotificationRequest, to device: [UInt8], through pool: MongoosePush.Pool, isCall: Bool) {
        service = .apns
        projectID = ""
        authority = pool.mode == .prod ? "api.push.apple.com" : "api.development.push.apple.com"
        path = Array("/3/device/".utf8) + device
        var headers = HeaderList()
        if let urgency = notification.urgency {
            headers.append("apns-priority", urgency == .high ? "10" : "5")
        }
        // Silent pushes do without the pool's topic.
        if let topic = notification.topic ?? (notification.alert == nil ? nil : pool.defaultTopic) {
            headers.append("apns-topic", topic.bytes[...])
        }
        headers.append("content-type", "application/json")
        headers.append("accept", "application/json")
        if isCall {
            headers.append("apns-push-type", "voip")
            headers.append("apns-expiration", "0")
        } else if notification.alert == nil {
            headers.append("apns-push-type", "background")
        }
        self.headers = headers
        body = isCall ? notification.data?.passedOn ?? [] : notification.apnsPayload
    }
}

extension NotificationRequest {
    /// `aps`, and the data beside it; an `aps` of the data gives way.
    fileprivate var apnsPayload: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("aps") { writer in
                if let alert {
                    writer.object("alert") { writer in
                        writer.member("title", alert.title)
                        writer.member("body", alert.body)
                    }
                    if let badge = alert.badge { writer.member("badge", badge) }
                    if let category = alert.clickAction { writer.member("category", category) }
                    if let sound = alert.sound { writer.member("sound", sound) }
                } else {
                    writer.member("content-available", 1 as Int64)
                }
                if isMutable { writer.member("mutable-content", 1 as Int64) }
            }
            for (key, value) in data?.firstMembers ?? [] where key != "aps" {
                writer.member(key, json: value.passedOn[...])
            }
        }
        return writer.bytes
    }
}

extension HeaderList {
    fileprivate mutating func append(_ name: StaticString, _ value: StaticString) {
        append(name, Text(stringLiteral: value).bytes[...])
    }
}
