import Bytes
import JSONText
import Providers
import PushModel
import Testing

/// Incoming calls (Jingle Message Initiation), rule by rule.
@Suite struct MongoosePushCallTests {
    private static let sid: Text = "ca3cf894-5325-482f-a412-a6e9f832298d"
    private static let data: Text =
        #"{"type":"jmi","jmi-sid":"ca3cf894-5325-482f-a412-a6e9f832298d","jmi-from":"romeo@montague.example/orchard"}"#

    private func fcm(
        _ members: String = "", data: Text = data, _ rules: AnswerRules = MongoosePushFixture.rules
    ) throws
        -> JSONValue
    {
        let body = Text(#"{"service":"fcm"\#(members),"data":\#(data)}"#)
        let outgoing = try #require(MongoosePushFixture.reading(body, rules).message.gateway?.outgoing)
        return try #require(try JSONText(parsing: outgoing.body.bytes).root.last("message"))
    }

    private func apns(
        _ members: String = "", data: Text = data, _ rules: AnswerRules = MongoosePushFixture.rules
    )
        -> PushReading
    {
        MongoosePushFixture.reading(
            Text(#"{"service":"apns","topic":"com.example.app.voip"\#(members),"data":\#(data)}"#), rules
        )
    }

    // MARK: FCM

    @Test func `JF1: the data stands in the message and never in its Android block`() throws {
        let message = try fcm(data: #"{"type":"jmi","jmi-sid":"s","n":1}"#)
        #expect(canonical(try #require(message.last("data"))) == canonical(#"{"type":"jmi","jmi-sid":"s","n":"1"}"#))
        #expect(message.last("android")?.last("data") == nil)
    }

    @Test(arguments: [
        ("", "HIGH"), (#","priority":"normal""#, "NORMAL"), (#","tags":["t1"]"#, "NORMAL"),
        (#","tags":["t1"],"priority":"high""#, "HIGH"),
    ])
    func `JF2: the priority is the request's, else the pool's, else high`(members: String, priority: String) throws {
        #expect(try fcm(members).last("android")?.last("priority")?.text == Text(priority))
    }

    @Test(arguments: [
        ("", "30s"), (#","time_to_live":5"#, "5s"), (#","time_to_live":0"#, "0s"), (#","tags":["t1"]"#, "45s"),
        (#","tags":["t1"],"time_to_live":"7""#, "7s"),
    ])
    func `JF3: the time to live is the request's, else the pool's, else 30 s`(members: String, ttl: String) throws {
        #expect(try fcm(members).last("android")?.last("ttl")?.text == Text(ttl))
    }

    @Test func `JF3: a pool's time to live of 0 counts`() throws {
        var rules = AnswerRules()
        rules.mongoosePush.pools[2].jmiTimeToLive = 0
        #expect(rules.mongoosePush.pools[2].service == .fcm)
        #expect(try fcm("", rules).last("android")?.last("ttl")?.text == "0s")
    }

    @Test(arguments: [#"{"type":"jmi"}"#, #"{"type":"jmi","jmi-sid":""}"#] as [Text])
    func `JF4: the collapse key is made of a sid that is a text and not empty`(data: Text) throws {
        #expect(try fcm().last("android")?.last("collapse_key")?.text == Text("jmi-\(Self.sid)"))
        let android = try #require(try fcm(data: data).last("android"))
        #expect(android.last("collapse_key") == nil)
        #expect(android.last("ttl")?.text == "30s")
    }

    @Test(arguments: ["12", "null"])
    func `JF5: a sid that is no text gives no collapse key`(sid: String) throws {
        let message = try fcm(data: Text(#"{"type":"jmi","jmi-sid":\#(sid)}"#))
        #expect(message.last("android")?.last("collapse_key") == nil)
        #expect(message.last("data")?.last("jmi-sid")?.text == (sid == "12" ? "12" : ""))
    }

    @Test func `JF5: a sid that is an object makes the request invalid`() {
        let reading = MongoosePushFixture.reading(#"{"service":"fcm","data":{"type":"jmi","jmi-sid":{}}}"#)
        #expect(reading.message.gateway?.outgoing == nil)
        #expect(reading.codes == ["mongoosepush-nested-data"])
        #expect(reading.verdicts.isRefused)
    }

    @Test func `JF6: nobody asks for jmi-from, and other keys pass`() throws {
        let message = try fcm(data: #"{"type":"jmi","jmi-sid":"s","video":true}"#)
        #expect(message.last("data")?.last("video")?.text == "true")
        #expect(message.last("android")?.last("collapse_key")?.text == "jmi-s")
    }

    @Test(arguments: [#"{"type":"JMI","jmi-sid":"s"}"#, #"{"type":"call"}"#, #"{"type":7}"#] as [Text])
    func `JF7: any other type is a silent push like all`(data: Text) throws {
        #expect(canonical(try #require(try fcm(data: data).last("android"))) == canonical(#"{"notification":{}}"#))
    }

    @Test func `JF7: with an alert it is no call`() {
        let body = Text(#"{"service":"fcm","alert":{"title":"T","body":"B"},"data":\#(Self.data)}"#)
        let outgoing = MongoosePushFixture.reading(body).message.gateway?.outgoing
        let android = outgoing.flatMap { try? JSONText(parsing: $0.body.bytes) }?.root.last("message")?.last("android")
        #expect(android.map(canonical) == canonical(#"{"notification":{"title":"T","body":"B"}}"#))
    }

    @Test func `JF8: tags choose the pool whose defaults hold`() throws {
        let reading = MongoosePushFixture.reading(Text(#"{"service":"fcm","tags":["t1"],"data":\#(Self.data)}"#))
        #expect(reading.message.gateway?.pool == "fcm_tag")
        #expect(reading.message.delivery.priority == .normal)
        #expect(reading.message.delivery.expiry?.raw == "45s")
    }

    @Test func `JF9: both notifications are empty objects`() throws {
        let message = try fcm()
        #expect(message.last("notification").map(canonical) == "{}")
        #expect(message.last("android")?.last("notification").map(canonical) == "{}")
    }

    // MARK: APNs

    @Test func `JA1, JA2, JA3: a VoIP push that is tried once, its payload the data alone`() throws {
        let outgoing = try #require(apns().message.gateway?.outgoing)
        #expect(outgoing.header("apns-push-type") == "voip")
        #expect(outgoing.header("apns-expiration") == "0")
        #expect(canonical(outgoing.body) == canonical(Self.data))
    }

    @Test func `JA4, JA7: mutable content and time to live change nothing`() throws {
        let outgoing = try #require(apns(#","mutable_content":true,"time_to_live":60"#).message.gateway?.outgoing)
        #expect(outgoing == apns().message.gateway?.outgoing)
    }

    @Test func `JA5: the topic is the request's`() throws {
        let reading = apns()
        #expect(reading.message.gateway?.outgoing?.header("apns-topic") == "com.example.app.voip")
        #expect(reading.finding("mongoosepush-call-topic") == nil)
        #expect(reading.verdicts.ios?.wakesApp == true)
    }

    @Test func `JA6: the priority is the request's or none`() throws {
        #expect(apns().message.gateway?.outgoing?.header("apns-priority") == nil)
        #expect(apns(#","priority":"high""#).message.gateway?.outgoing?.header("apns-priority") == "10")
        #expect(apns(#","tags":["t1"]"#).message.gateway?.outgoing?.header("apns-priority") == nil)
    }

    @Test func `JA8: values keep their types`() throws {
        let data: Text = #"{"type":"jmi","jmi-sid":"s","n":1,"f":1.5,"z":null,"o":{"x":[1,2]}}"#
        #expect(apns(data: data).message.gateway?.outgoing.map { canonical($0.body) } == canonical(data))
    }

    @Test(arguments: ["", #","topic":"com.example.app""#])
    func `a topic that does not end in voip is accepted and found fault with`(topic: String) {
        let reading = MongoosePushFixture.reading(Text(#"{"service":"apns"\#(topic),"data":\#(Self.data)}"#))
        #expect(reading.finding("mongoosepush-call-topic")?.severity == .error)
        #expect(reading.message.gateway?.outgoing?.header("apns-topic") == (topic.isEmpty ? nil : "com.example.app"))
    }

    @Test func `a missing sid and an aps in the data are found fault with`() {
        let reading = apns(data: #"{"type":"jmi","aps":{"alert":"x"}}"#)
        #expect(reading.finding("mongoosepush-call-without-sid")?.place == .body(pointer: "/data/jmi-sid"))
        #expect(reading.finding("mongoosepush-call-aps")?.place == .body(pointer: "/data/aps"))
        #expect(apns().finding("mongoosepush-call-without-sid") == nil)
    }

    @Test func `release 2_2 knows no calls`() throws {
        let outgoing = try #require(apns("", MongoosePushFixture.olderRules).message.gateway?.outgoing)
        #expect(outgoing.header("apns-push-type") == "background")
        #expect(outgoing.header("apns-expiration") == nil)
        #expect(
            try JSONText(parsing: outgoing.body.bytes).root.last("aps").map(canonical)
                == canonical(#"{"content-available":1}"#))
        let message = try fcm("", MongoosePushFixture.olderRules)
        #expect(message.last("data").map(canonical) == "{}")
        #expect(message.last("android")?.last("data").map(canonical) == canonical(Self.data))
        #expect(message.last("android")?.last("ttl") == nil)
    }
}
