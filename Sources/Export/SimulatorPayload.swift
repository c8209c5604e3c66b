package import Bytes
import JSONText
import PushModel
package import Report

/// A push as an `.apns` file: what `xcrun simctl push` takes, or what is dropped on the iOS simulator.
///
/// The payload is as it was posted, byte for byte, or of a push through a gateway as the gateway would have sent it on,
/// with `Simulator Target Bundle` as a first member in front of the rest when the request says which app it is for and the
/// payload does not.
///
/// Source: https://developer.apple.com/documentation/xcode-release-notes/xcode-11_4-release-notes (Simulator)
package struct SimulatorPayload: Sendable {
    /// The longest file that the simulator takes, in bytes.
    package static let maximumBytes = 4096
    private static let bundleKey: StaticString = "Simulator Target Bundle"

    /// The bytes of the file.
    package let bytes: [UInt8]
    /// Why the simulator will not take it as it is, each in a sentence without a full stop.
    package let problems: [Text]

    /// - Returns: nil for a push without a JSON payload for Apple devices.
    package init?(_ push: CapturedPush) {
        guard let (payload, bundle) = SimulatorPayload.payload(of: push), payload.kind == .object else { return nil }
        var bytes = Array(payload.raw)
        var problems: [Text] = []
        if payload.last(SimulatorPayload.bundleKey) == nil {
            if let bundle, !bundle.isEmpty {
                var member: [UInt8] = []
                member.append("\"")
                member.append(SimulatorPayload.bundleKey)
                member.append("\":")
                member.appendJSONString(bundle.bytes)
                if payload.count > 0 { member.append(UInt8(ascii: ",")) }
                bytes.insert(contentsOf: member, at: 1)
            } else {
                problems.append("it says no app; name it, as in xcrun simctl push booted com.example.MyApp FILE")
            }
        }
        if payload.last("aps")?.kind != .object {
            problems.append("it has no aps dictionary, and the simulator wants one")
        }
        if bytes.count > SimulatorPayload.maximumBytes {
            problems.append(
                Text("it has \(bytes.count) bytes, and the simulator takes \(SimulatorPayload.maximumBytes)"))
        }
        self.bytes = bytes
        self.problems = problems
    }

    /// What was posted for Apple devices, and the bundle identifier of the app.
    private static func payload(of push: CapturedPush) -> (JSONValue, Text?)? {
        for payload in push.reading.message.payloads {
            guard payload.format == .apns || payload.format == .fcmAPNs,
                let root = (try? JSONText(parsing: payload.data.bytes))?.root
            else { continue }
            if payload.format == .apns { return (root, push.reading.message.app.map(bundle)) }
            guard let posted = root.last("payload") else { continue }
            return (posted, root.last("headers")?.last("apns-topic")?.text.map(bundle))
        }
        return nil
    }

    /// The bundle identifier that a topic begins with.
    ///
    /// Source: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
    private static func bundle(of topic: Text) -> Text {
        let suffixes: [StaticString] = [
            ".voip-ptt", ".voip", ".complication", ".pushkit.fileprovider", ".location-query",
            ".push-type.liveactivity", ".push-type.widgets", ".push-type.controls",
        ]
        for suffix in suffixes where ASCII.hasSuffix(topic.bytes[...], suffix) {
            return Text(repairing: topic.bytes.dropLast(suffix.utf8CodeUnitCount))
        }
        return topic
    }
}
