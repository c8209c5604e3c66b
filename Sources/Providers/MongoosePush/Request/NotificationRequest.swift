import Bytes
import JSONText

/// A request that fits the schema, whatever its version: what MongoosePush hands on to its services.
struct NotificationRequest {
    /// What a visible notification says.
    struct Alert {
        let title: Text
        let body: Text
        let badge: Int64?
        let clickAction: Text?
        let tag: Text?
        let sound: Text?

        fileprivate init(_ object: JSONValue) {
            title = object.first("title")?.text ?? ""
            body = object.first("body")?.text ?? ""
            badge = object.first("badge")?.integer32
            clickAction = object.first("click_action")?.text
            tag = object.first("tag")?.text
            sound = object.first("sound")?.text
        }
    }

    let service: MongoosePush.Service
    let mode: MongoosePush.Mode
    let urgency: MongoosePush.Urgency?
    /// In seconds.
    let timeToLive: Int64?
    let isMutable: Bool
    let tags: [Text]
    let topic: Text?
    /// Nil for a silent push.
    let alert: Alert?
    /// An object; nil when the request has none.
    let data: JSONValue?

    /// Reads a body that was checked.
    ///
    /// - Returns: nil when it names no service, which the check refuses.
    init?(_ body: JSONValue, version: GatewayVersion) {
        guard let service = body.word("service", of: MongoosePush.Service.self) else { return nil }
        self.service = service
        mode = body.word("mode", of: MongoosePush.Mode.self) ?? .prod
        topic = body.first("topic")?.text
        data = body.first("data")
        guard version != .v1 else {
            (urgency, timeToLive, isMutable, tags) = (nil, nil, false, [])
            alert = Alert(body)
            return
        }
        urgency = body.word("priority", of: MongoosePush.Urgency.self)
        timeToLive = body.first("time_to_live")?.integer32
        isMutable = body.first("mutable_content")?.coercedBool ?? false
        tags = body.first("tags")?.elements.compactMap(\.text) ?? []
        alert = body.first("alert").map(Alert.init)
    }

    /// True for an incoming call (Jingle Message Initiation, XEP-0353): data alone, of the type `jmi`.
    var isCall: Bool { alert == nil && data?.first("type")?.text.map { $0 == "jmi" } ?? false }
}

extension JSONValue {
    fileprivate func word<Word: RawRepresentable<String>>(_ key: StaticString, of type: Word.Type) -> Word? {
        first(key)?.text.flatMap { Word(rawValue: $0.description) }
    }
}
