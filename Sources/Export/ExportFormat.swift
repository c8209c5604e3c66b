import Bytes
import CaptureLog
package import Report

/// In which form pushes are handed to other programs.
package enum ExportFormat: String, Sendable, CaseIterable {
    /// A folder of `.apns` files for the iOS simulator; see ``SimulatorPayload``.
    case apns
    /// A shell script with a curl command for each push; see ``CurlScript``.
    case curl
    /// An HTTP archive; see ``HTTPArchive``.
    case har
    /// CloudEvents, one a line; see ``CloudEvent``.
    case cloudevents
    /// A capture log.
    case ndjson

    /// What a file of this form begins with, by which one that was made here is known. A folder has none.
    package var opening: StaticString {
        switch self {
        case .apns: ""
        case .curl: CurlScript.opening
        case .har: HTTPArchive.head
        case .cloudevents: CloudEvent.opening
        case .ndjson: #"{"v":1,"kind":"excerpt","#
        }
    }

    /// Everything before the first push.
    package func head(of source: ReportSource) throws -> [UInt8] {
        var head: [UInt8] = []
        switch self {
        case .curl:
            head.append(CurlScript.opening)
            head.append(CurlScript.start)
        case .har: head.append(HTTPArchive.head)
        case .ndjson: head = try source.excerptLine
        case .apns, .cloudevents: break
        }
        return head
    }

    /// A push, with the line of the mark in front of it where it is the first under one.
    package func bytes(of push: CapturedPush, isFirst: Bool, under group: ReportSource.Group?) -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .apns: break
        case .curl:
            bytes.append("# ")
            bytes.append(contentsOf: push.anchor.bytes)
            bytes.append("\n")
            bytes += CurlScript.command(for: push)
        case .har:
            bytes.append(isFirst ? "\n" : HTTPArchive.separator)
            bytes += HTTPArchive.entry(of: push)
        case .cloudevents: bytes = CloudEvent.line(of: push)
        case .ndjson:
            if let group { bytes = group.markLine }
            var writer = EventWriter()
            writer.append(push.exchange, id: push.id, time: push.time, to: &bytes)
        }
        return bytes
    }

    /// Everything after the last push.
    package var tail: [UInt8] {
        var tail: [UInt8] = []
        switch self {
        case .curl: tail.append(CurlScript.tail)
        case .har: tail.append(HTTPArchive.tail)
        case .apns, .cloudevents, .ndjson: break
        }
        return tail
    }
}
