import Bytes
import HTTPMessage
import JSONText
import TestSupport
import Testing

@testable import Providers

/// What the original's own tests ask of its decoder: what becomes of each member of a body, and what is invented.
@Suite struct MongoosePushParityTests {
    private static let alert =
        #""alert":{"body":"b","title":"t","badge":7,"click_action":".a.action","tag":"info","sound":"standard.mp3"}"#
    private static let data = #""data":{"custom":"data","some_id":1,"nested":{"x":[1]}}"#

    private static func notification(_ body: String, _ version: GatewayVersion = .v3) -> NotificationRequest? {
        let request = MongoosePushFixture.request(Text(body), to: Text("/\(version.rawValue)/notification/f534534543"))
        return GatewayDecision(on: request, MongoosePush.Settings(), isLenient: false).notification
    }

    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let members: String
        let hasAlert: Bool
        let hasData: Bool

        var testDescription: String { name }

        static let all = [
            Shape(name: "alert", members: alert, hasAlert: true, hasData: false),
            Shape(name: "silent", members: data, hasAlert: false, hasData: true),
            Shape(name: "mixed", members: "\(alert),\(data)", hasAlert: true, hasData: true),
        ]
    }

    @Test(arguments: Shape.all, [GatewayVersion.v2, .v3])
    func `all members of a deep body are decoded`(shape: Shape, version: GatewayVersion) throws {
        let body = #"""
            {"service":"apns","mode":"prod","priority":"normal","time_to_live":3600,"mutable_content":true,
            "tags":["some","tags","for","pool","selection"],"topic":"com.someapp",\#(shape.members)}
            """#
        let notification = try #require(Self.notification(body, version))
        #expect(notification.service == .apns)
        #expect(notification.mode == .prod)
        #expect(notification.urgency == .normal)
        #expect(notification.timeToLive == 3600)
        #expect(notification.isMutable)
        #expect(notification.tags == ["some", "tags", "for", "pool", "selection"])
        #expect(notification.topic == "com.someapp")
        #expect((notification.alert != nil) == shape.hasAlert)
        #expect((notification.data != nil) == shape.hasData)
    }

    @Test(arguments: Shape.all, [GatewayVersion.v2, .v3])
    func `nothing is invented but mutable content`(shape: Shape, version: GatewayVersion) throws {
        let notification = try #require(Self.notification(#"{"service":"fcm",\#(shape.members)}"#, version))
        #expect(notification.service == .fcm)
        #expect(notification.mode == .prod)
        #expect(notification.urgency == nil)
        #expect(notification.timeToLive == nil)
        #expect(!notification.isMutable)
        #expect(notification.tags == [])
        #expect(notification.topic == nil)
    }

    @Test(arguments: Shape.all, [("prod", "normal"), ("prod", "high"), ("dev", "normal"), ("dev", "high")])
    func `words become what they mean`(shape: Shape, words: (mode: String, priority: String)) throws {
        let (mode, priority) = words
        let body = #"{"service":"fcm","mode":"\#(mode)","priority":"\#(priority)",\#(shape.members)}"#
        let notification = try #require(Self.notification(body))
        #expect(notification.mode.rawValue == mode)
        #expect(notification.urgency?.rawValue == priority)
    }

    @Test func `an alert keeps all six of its members, or the two it has`() throws {
        let whole = try #require(Self.notification(#"{"service":"apns",\#(Self.alert)}"#)?.alert)
        #expect(whole.title == "t")
        #expect(whole.body == "b")
        #expect(whole.badge == 7)
        #expect(whole.clickAction == ".a.action")
        #expect(whole.tag == "info")
        #expect(whole.sound == "standard.mp3")
        let least = try #require(Self.notification(#"{"service":"apns","alert":{"title":"","body":""}}"#)?.alert)
        #expect([least.title, least.body] == ["", ""])
        #expect(least.badge == nil)
        #expect([least.clickAction, least.tag, least.sound] == [nil, nil, nil])
    }

    @Test func `a flat body is the same notification, and never silent or mutable`() throws {
        let body = #"""
            {"service":"apns","body":"b","title":"t","badge":777,"click_action":"on.click","tag":"tag","topic":"com.someapp",
            "mode":"dev",\#(Self.data)}
            """#
        let notification = try #require(Self.notification(body, .v1))
        #expect(notification.alert?.badge == 777)
        #expect(notification.alert?.clickAction == "on.click")
        #expect(notification.alert?.tag == "tag")
        #expect(notification.alert?.sound == nil)
        #expect(notification.topic == "com.someapp")
        #expect(notification.mode == .dev)
        #expect(notification.data?.count == 3)
        #expect(!notification.isMutable)
        let least = try #require(Self.notification(#"{"service":"fcm","body":"b","title":"t"}"#, .v1))
        #expect(least.alert?.badge == nil)
        #expect(least.data == nil)
        #expect(least.topic == nil)
    }

    @Test(arguments: 0..<50)
    func `a random body is decoded to what it says, and without a required member is told so`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func word() -> String {
            String(
                (0..<Int.random(in: 1...12, using: &random)).map { _ in
                    "abcdefgh0123".randomElement(using: &random) ?? "a"
                })
        }
        let (title, text) = (word(), word())
        let ttl = Int64.random(in: 0...2_419_200, using: &random)
        let isMutable = Bool.random(using: &random)
        var members = [
            ("service", #""service":"apns""#), ("alert", #""alert":{"title":"\#(title)","body":"\#(text)"}"#),
            ("ttl", #""time_to_live":"\#(ttl)""#), ("mutable", #""mutable_content":\#(isMutable)"#),
        ]
        members.shuffle(using: &random)
        let whole = "{" + members.map(\.1).joined(separator: ",") + "}"
        let notification = try #require(Self.notification(whole))
        #expect(notification.alert?.title == Text(title))
        #expect(notification.alert?.body == Text(text))
        #expect(notification.timeToLive == ttl)
        #expect(notification.isMutable == isMutable)
        let without = "{" + members.filter { $0.0 != "service" }.map(\.1).joined(separator: ",") + "}"
        let decision = GatewayDecision(
            on: MongoosePushFixture.request(Text(without)), MongoosePush.Settings(), isLenient: false
        )
        #expect(decision.faults == [NotificationFault(path: ["service"], message: "Missing field: service")])
    }
}
