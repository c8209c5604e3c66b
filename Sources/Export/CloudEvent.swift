import Bytes
import CaptureLog
package import Report

/// Pushes as CloudEvents, one JSON object a line: the envelope, and the line of the capture log as its data.
///
/// Source: CloudEvents 1.0.2, JSON event format
package enum CloudEvent {
    /// What the line of every push begins with.
    package static let opening: StaticString =
        #"{"specversion":"1.0","type":"pushreport.push","source":"urn:pushreport:"#

    /// The line of a push.
    package static func line(of push: CapturedPush) -> [UInt8] {
        var line: [UInt8] = []
        line.append(opening)
        line.append(contentsOf: push.hasKnownProvider ? push.provider.bytes : Array("other".utf8))
        line.append("\",\"id\":")
        line.appendJSONString((push.id.isEmpty ? push.anchor : push.id).bytes)
        line.append(",\"time\":\"")
        line.append(contentsOf: push.time.rfc3339)
        line.append("\",\"datacontenttype\":\"application/json\",\"data\":")
        var writer = EventWriter()
        writer.append(push.exchange, id: push.id, time: push.time, to: &line)
        line.removeLast()
        line.append("}\n")
        return line
    }
}
