import Bytes
import CaptureLog
import Foundation
import JSONText
import Providers
import PushModel
import TestSupport
import Testing

/// Which pool a request gets, and the file that names them.
@Suite struct MongoosePushPoolTests {
    private static func pool(
        _ name: Text, _ service: MongoosePush.Service, _ mode: MongoosePush.Mode, _ tags: [Text]
    )
        -> MongoosePush.Pool
    {
        var pool = MongoosePush.Pool(name: name, service: service, mode: mode)
        pool.tags = tags
        return pool
    }

    /// The pools of the original's own tests.
    private static let pools = [
        pool("dev1", .apns, .dev, ["tag1", "tag2"]), pool("dev2", .apns, .dev, ["tag2", "tag3"]),
        pool("pool1", .fcm, .prod, ["1", "2", "3"]), pool("pool2", .fcm, .dev, ["2", "3", "4"]),
    ]

    struct Choice: Sendable, CustomTestStringConvertible {
        let service: String
        let mode: String
        let tags: String
        let pool: Text?

        init(_ service: String, _ mode: String, _ tags: String, _ pool: Text?) {
            (self.service, self.mode, self.tags, self.pool) = (service, mode, tags, pool)
        }

        var testDescription: String { "\(service) \(mode) \(tags)" }
    }

    @Test(arguments: [
        Choice("apns", "dev", #"["tag1"]"#, "dev1"), Choice("apns", "dev", #"["tag1","tag2"]"#, "dev1"),
        Choice("apns", "dev", #"["tag3"]"#, "dev2"), Choice("apns", "dev", #"["tag2","tag3"]"#, "dev2"),
        Choice("apns", "dev", #"["tag1","tag2","tag3"]"#, nil), Choice("apns", "prod", "[]", nil),
        Choice("fcm", "prod", "[]", "pool1"), Choice("fcm", "prod", #"["1"]"#, "pool1"),
        Choice("fcm", "prod", #"["1","2","3"]"#, "pool1"), Choice("fcm", "prod", #"["2","3","4"]"#, nil),
        Choice("fcm", "dev", "[]", "pool2"), Choice("fcm", "dev", #"["2"]"#, "pool2"),
        Choice("fcm", "dev", #"["2","3","4"]"#, "pool2"), Choice("fcm", "dev", #"["1","2","3"]"#, nil),
        Choice("fcm", "dev", #"["dev"]"#, nil), Choice("apns", "dev", #"["TAG1"]"#, nil),
        Choice("apns", "dev", "[]", "dev1"),
    ])
    func `the first pool of the service and mode with all tags is chosen`(choice: Choice) {
        var rules = AnswerRules()
        rules.mongoosePush.pools = Self.pools
        let body = Text(#"{"service":"\#(choice.service)","mode":"\#(choice.mode)","tags":\#(choice.tags),"data":{}}"#)
        let reading = MongoosePushFixture.reading(body, rules)
        #expect(reading.message.gateway?.pool == choice.pool)
        #expect(reading.message.gateway?.service == Text(choice.service))
        #expect(reading.message.gateway?.mode == Text(choice.mode))
        #expect(reading.codes.contains("mongoosepush-no-matching-pool") == (choice.pool == nil))
    }

    @Test(arguments: ["apns", "fcm"], ["prod", "dev"])
    func `without a file there is a pool for each service and mode`(service: String, mode: String) {
        let body = Text(#"{"service":"\#(service)","mode":"\#(mode)","data":{}}"#)
        #expect(MongoosePushFixture.reading(body, AnswerRules()).message.gateway?.pool == Text("\(service)_\(mode)"))
    }

    @Test func `the log alone says what went on, whatever the settings are later`() {
        let body: Text = #"{"service":"fcm","tags":["t1"],"data":{"type":"jmi","jmi-sid":"s"}}"#
        var exchange = MongoosePushFixture.exchange(MongoosePushFixture.request(body))
        let outgoing = MongoosePush().reading(of: exchange, at: captureTime).message.gateway?.outgoing
        #expect(outgoing?.path == "/v1/projects/PROJECT_ID/messages:send")
        #expect(outgoing.map { canonical($0.body).contains("45s") } == true)
        #expect(exchange.annotations.others.map(\.key) == ["profile", "pool"])
        exchange.annotations.others.removeAll { $0.key == "pool" }
        #expect(MongoosePush().reading(of: exchange, at: captureTime).message.gateway?.outgoing == nil)
    }

    // MARK: The file

    private static let sample = "\(Places.package)/samples/pools.json"

    @Test func `the sample is what its schema says and what is read`() throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: Self.sample)))
        let schema = try JSONSchema(path: "\(Places.package)/samples/pools.schema.json")
        #expect(try schema.faults(in: JSONText(parsing: bytes).root) == [])
        let pools = try MongoosePush.Pool.list(parsing: bytes)
        #expect(pools.map(\.name) == ["apns_prod", "apns_voip", "apns_dev", "fcm_prod", "fcm_calls"])
        #expect(pools[0].defaultTopic == "com.example.xmpp")
        #expect(pools[1].tags == ["voip"])
        #expect(pools[3].projectID == "xmpp-example")
        #expect(pools[3].jmiTimeToLive == 30)
        #expect(pools[3].jmiPriority == .high)
        #expect(pools[4].jmiTimeToLive == 45)
        #expect(pools[4].jmiPriority == .normal)
    }

    struct Faulty: Sendable, CustomTestStringConvertible {
        let file: Text
        let fault: String

        var testDescription: String { file.description }
    }

    @Test(arguments: [
        Faulty(file: "", fault: "there is no JSON document"),
        Faulty(file: "[]", fault: "this has to be an object"),
        Faulty(file: "{}", fault: "pools is missing"),
        Faulty(file: #"{"pools":{}}"#, fault: "/pools: this has to be an array"),
        Faulty(file: #"{"pools":[],"pool":1}"#, fault: "/pool: this key is not known; known are pools"),
        Faulty(file: #"{"pools":[],"pools":[]}"#, fault: "/pools: this key stands here twice"),
        Faulty(file: #"{"pools":[{"service":"apns"}]}"#, fault: "/pools/0: name is missing"),
        Faulty(file: #"{"pools":[{"name":"a"}]}"#, fault: "/pools/0: service is missing"),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"APNS"}]}"#,
            fault: "/pools/0/service: this has to be one of apns, fcm"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","mode":"test"}]}"#,
            fault: "/pools/0/mode: this has to be one of prod, dev"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","jmi_priority":"urgent"}]}"#,
            fault: "/pools/0/jmi_priority: this has to be one of normal, high"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","jmi_ttl":-1}]}"#,
            fault: "/pools/0/jmi_ttl: this has to be a whole number from 0 to 2147483647"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","tags":["x",1]}]}"#,
            fault: "/pools/0/tags/1: this has to be a string"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","project_id":"a/b?c d"}]}"#,
            fault: "/pools/0/project_id: a project has letters, digits and the characters - _ . : alone"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"apns","default_topic":"com.x\r\nx: y"}]}"#,
            fault:
                "/pools/0/default_topic: this has to be one line without control characters and without space around it"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a\nb","service":"apns"}]}"#,
            fault: "/pools/0/name: this has to be one line without control characters and without space around it"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm","jmi_ttl":1.5}]}"#,
            fault: "/pools/0/jmi_ttl: this has to be a whole number from 0 to 2147483647"
        ),
        Faulty(
            file: #"{"pools":[{"name":"a","service":"fcm"},{"name":"a","service":"apns"}]}"#,
            fault: "/pools/1/name: another pool has this name"
        ),
    ])
    func `a file with a fault is refused with its place`(faulty: Faulty) {
        let error = #expect(throws: SettingsFault.self) { try MongoosePush.Pool.list(parsing: faulty.file.bytes) }
        #expect(error?.description == faulty.fault)
    }

    /// What stands in the pool of a file, and whether the file is good.
    @Test(arguments: [
        (#""name":"a b""#, true), (#""name":" a""#, false), (#""name":"a\t""#, false), (#""name":"a\u007f""#, false),
        (#""name":"é""#, true), (#""name":"a","jmi_ttl":30.0"#, true), (#""name":"a","jmi_ttl":2147483647"#, true),
        (#""name":"a","jmi_ttl":2147483648"#, false), (#""name":"a","project_id":"example.com:p-1_2""#, true),
        (#""name":"a","project_id":"123456789012""#, true), (#""name":"a","project_id":"é""#, false),
        (#""name":"a","default_topic":"com.x""#, true), (#""name":"a","default_topic":"""#, false),
        (#""name":"a","default_topic":"a\u0001b""#, false),
    ])
    func `the schema takes what is read, and nothing else`(members: String, isGood: Bool) throws {
        let file = Array(#"{"pools":[{"service":"fcm",\#(members)}]}"#.utf8)
        let schema = try JSONSchema(path: "\(Places.package)/samples/pools.schema.json")
        #expect(try schema.faults(in: JSONText(parsing: file).root).isEmpty == isGood)
        #expect(((try? MongoosePush.Pool.list(parsing: file)) != nil) == isGood)
    }
}
