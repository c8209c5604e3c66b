package import Bytes

extension JSONWriter {
    /// The members `platforms` and `findings`: what each platform does with the push, and what is wrong with it.
    ///
    /// Shape: `samples/report.schema.json`, which the report and the read API share.
    package mutating func judgement(of reading: PushReading) {
        object("platforms") { writer in
            for (platform, verdict) in reading.verdicts.all {
                writer.object(Text(platform.rawValue)) { writer in
                    writer.member("outcome", Text(verdict.outcome.rawValue))
                    writer.member("reason", verdict.reason)
                    writer.member("explain", verdict.explain)
                }
            }
        }
        array("findings", reading.findings) { writer, finding in
            writer.object { $0.members(of: finding) }
        }
    }

    private mutating func members(of finding: Finding) {
        member("code", finding.code)
        member("severity", Text(finding.severity.rawValue))
        members(of: finding.place)
        member("message", finding.message)
        member("help", finding.help)
    }

    private mutating func members(of place: Finding.Place) {
        switch place {
        case .body(let pointer): member("pointer", pointer)
        case .header(let name): member("header", name)
        case .target: member("target", true)
        case .request: break
        case .outgoing(let place):
            member("outgoing", true)
            members(of: place)
        }
    }
}
