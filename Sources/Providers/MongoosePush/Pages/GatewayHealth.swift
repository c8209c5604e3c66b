import Bytes

/// The answer of `/healthcheck`: every pool as if connected, since there is nobody to connect to.
struct GatewayHealth {
    let pools: [MongoosePush.Pool]
    let profile: MongoosePush.Profile
    let time: Instant

    /// 503 without any pool, where the original says `pass` all the same.
    var status: Int { pools.isEmpty ? 503 : 200 }

    /// The body.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("status", "pass")
            writer.member("version", Text("\(profile.rawValue).0"))
            writer.member("description", "Health of MongoosePush connections to FCM and APNS services")
            writer.object("checks") { writer in
                for pool in pools {
                    writer.array(Text(repairing: "pool:".utf8 + pool.name.bytes), [pool]) { writer, _ in
                        writer.object { writer in
                            writer.member("status", "pass")
                            writer.member("time", Text(repairing: time.rfc3339))
                            writer.object("output") { writer in
                                writer.member("connected", 1 as Int64)
                                writer.member("disconnected", 0 as Int64)
                            }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}
