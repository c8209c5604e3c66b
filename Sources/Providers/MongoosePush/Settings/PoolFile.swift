import Bytes
import JSONText
import PushModel

extension MongoosePush.Pool {
    /// Reads a file of pools: `{"pools":[{"name":"apns_1","service":"apns","mode":"prod","tags":["t1"],
    /// "default_topic":"com.example.MyApp"}]}`.
    ///
    /// Shape: `samples/pools.schema.json`. The order of the pools is that in which a request is offered them.
    ///
    /// - Throws: ``SettingsFault`` with the place of the first thing that is wrong; two pools of one name are.
    package static func list(parsing bytes: [UInt8]) throws(SettingsFault) -> [MongoosePush.Pool] {
        let file = try SettingsObject(parsing: bytes, known: ["pools"])
        guard let elements = try file.elements("pools") else { throw file.fault("pools is missing") }
        var pools: [MongoosePush.Pool] = []
        for (value, place) in elements {
            let pool = try MongoosePush.Pool(SettingsObject(value, at: place, known: keys))
            guard !pools.contains(where: { $0.name == pool.name }) else {
                throw SettingsFault("another pool has this name", at: place.member("name"))
            }
            pools.append(pool)
        }
        return pools
    }

    /// The pool as ``json`` wrote it into a log; nil for anything else.
    init?(_ json: JSONValue) {
        guard let object = try? SettingsObject(json, at: "", known: Self.keys), let pool = try? Self(object) else {
            return nil
        }
        self = pool
    }

    private static let keys: [StaticString] = [
        "name", "service", "mode", "tags", "default_topic", "project_id", "jmi_ttl", "jmi_priority",
    ]

    /// True for a character of a project: of its ID or its number, with the domain that old ones have before a colon.
    private static func isOfProject(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 0x61 < 26 || byte &- 0x30 < 10 || [UInt8]("-_.:".utf8).contains(byte)
    }

    private init(_ object: SettingsObject) throws(SettingsFault) {
        guard let name = try object.line("name") else { throw object.fault("name is missing") }
        guard let service = try object.choice("service", of: MongoosePush.Service.self) else {
            throw object.fault("service is missing")
        }
        self.init(name: name, service: service, mode: try object.choice("mode") ?? .prod)
        tags = try object.texts("tags") ?? []
        defaultTopic = try object.line("default_topic")
        if let project = try object.line("project_id") {
            guard project.bytes.allSatisfy(Self.isOfProject) else {
                throw object.fault("a project has letters, digits and the characters - _ . : alone", in: "project_id")
            }
            projectID = project
        }
        if let seconds = try object.integer("jmi_ttl", in: 0...Int64(Int32.max)) { jmiTimeToLive = seconds }
        if let priority = try object.choice("jmi_priority", of: MongoosePush.Urgency.self) { jmiPriority = priority }
    }

    /// The pool as a value of a log: everything that the request it sends depends on.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", name)
            writer.member("service", Text(service.rawValue))
            writer.member("mode", Text(mode.rawValue))
            if !tags.isEmpty { writer.member("tags", tags) }
            switch service {
            case .apns:
                if let defaultTopic { writer.member("default_topic", defaultTopic) }
            case .fcm:
                writer.member("project_id", projectID)
                writer.member("jmi_ttl", jmiTimeToLive)
                writer.member("jmi_priority", Text(jmiPriority.rawValue))
            }
        }
        return writer.bytes
    }
}
