import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// Apple's management of broadcast channels.
///
/// A recorder remembers no channel. What it can say all the same: a channel that it made tells by its identifier that it
/// was made here and how it stores messages, so it can be read; of any other it knows nothing. A deleted channel can
/// still be read, and a list is empty; the answer and the log say so.
///
/// Source: https://developer.apple.com/documentation/usernotifications/sending-channel-management-requests-to-apns
struct ChannelManagement: Endpoint {
    private enum Route {
        case channels(bundle: ArraySlice<UInt8>)
        case list(bundle: ArraySlice<UInt8>)
        case unknown
    }

    private static let root: StaticString = "/1/apps/"

    func owns(_ request: HTTPRequest) -> Bool { ASCII.hasPrefix(request.path, ChannelManagement.root) }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        let headers = APNsHeaders(request.headers)
        var fields = HeaderList()
        fields.append("apns-request-id", APNs.echo(headers[.requestID]) ?? context.uuid.bytes[...])
        func refused(_ reason: APNsReason) -> Answer {
            fields.append("content-type", Array("application/json".utf8)[...])
            return Answer(HTTPResponse(status: reason.status, headers: fields, body: reason.body))
        }
        func granted(_ status: Int, _ body: [UInt8] = [], warning: Text? = nil) -> Answer {
            if !body.isEmpty { fields.append("content-type", Array("application/json".utf8)[...]) }
            if let warning { fields.append("PushRecorder-Warning", warning.bytes[...]) }
            return Answer(HTTPResponse(status: status, headers: fields, body: body), warning: warning)
        }
        switch (ChannelManagement.route(of: request.path), Text(repairing: request.method)) {
        case (.unknown, _): return refused(.badPath)
        case (.channels(let bundle), _) where ASCII.hasSuffix(bundle, APNsRules.liveActivitySuffix),
            (.list(let bundle), _) where ASCII.hasSuffix(bundle, APNsRules.liveActivitySuffix):
            return refused(.topicDisallowed)
        case (.list, "GET"): return granted(200, Array(#"{"channels":[]}"#.utf8), warning: notKept)
        case (.channels, "POST"):
            switch ChannelManagement.storagePolicy(in: request.body) {
            case .failure(let reason): return refused(reason)
            case .success(let policy):
                fields.append("apns-channel-id", ChannelID(policy, context.uuid).text.bytes[...])
                return granted(201)
            }
        case (.channels, "GET"), (.channels, "DELETE"):
            guard let value = headers[.channelID] else { return refused(.missingChannelID) }
            guard let bytes = Base64.decode(value), !bytes.isEmpty else { return refused(.badChannelID) }
            if ASCII.equal(request.method[...], "DELETE") { return granted(204, warning: notKept) }
            guard let channel = ChannelID(bytes) else { return refused(.channelNotRegistered) }
            return granted(200, channel.configuration, warning: notKept)
        default: return refused(.methodNotAllowed)
        }
    }

    func call(in exchange: Exchange) -> EndpointCall {
        let (words, bundle): (String, ArraySlice<UInt8>) =
            switch (ChannelManagement.route(of: exchange.request.path), Text(repairing: exchange.request.method)) {
            case (.channels(let bundle), "POST"): ("make a channel of", bundle)
            case (.channels(let bundle), "DELETE"): ("delete a channel of", bundle)
            case (.channels(let bundle), _): ("read a channel of", bundle)
            case (.list(let bundle), _): ("list the channels of", bundle)
            case (.unknown, _): ("an unknown path", [])
            }
        let app = Text(repairing: bundle).onOneLine(upTo: EndpointCall.longestWord)
        return EndpointCall(
            kind: EndpointCall.channel, summary: bundle.isEmpty ? Text(words) : Text("\(words) \(app)"),
            note: exchange.response.status < 300 ? "Channels are not kept: none is listed, and none is ever gone." : nil
        )
    }

    private static func route(of path: ArraySlice<UInt8>) -> Route {
        let segments = path.dropFirst(root.utf8CodeUnitCount)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.count == 2, !segments[0].isEmpty else { return .unknown }
        if ASCII.equal(segments[1], "channels") { return .channels(bundle: segments[0]) }
        return ASCII.equal(segments[1], "all-channels") ? .list(bundle: segments[0]) : .unknown
    }

    /// How a new channel is to store messages, 0 or 1.
    private static func storagePolicy(in body: [UInt8]) -> Result<UInt8, APNsReason> {
        guard !body.isEmpty else { return .failure(.payloadEmpty) }
        guard let root = (try? JSONText(parsing: body))?.root, root.kind == .object,
            let policy = root.last("message-storage-policy")?.integer, policy == 0 || policy == 1
        else { return .failure(.badRequestPayload) }
        guard let type = root.last("push-type")?.text else { return .failure(.missingPushType) }
        guard ASCII.equalIgnoringCase(type.bytes[...], "LiveActivity") else { return .failure(.invalidPushType) }
        return .success(UInt8(policy))
    }
}

extension APNsReason: Error {}

private let notKept: Text = "channels are not kept here: none is listed, and none is ever gone"
