import Bytes
import CaptureLog
import HTTPMessage
import PushModel

/// The request that MongoosePush sends to Apple or Google.
struct OutgoingPush {
    let service: MongoosePush.Service
    /// The project of an FCM send; empty for APNs.
    let projectID: Text
    /// The host it goes to.
    let authority: Text
    let path: [UInt8]
    let headers: HeaderList
    let body: [UInt8]

    /// What the request means by the rules of its service, which would answer it as a recorder standing in for it does.
    ///
    /// - Parameters:
    ///   - time: when the notification was captured.
    ///   - hidden: what is hidden of it.
    func reading(at time: Instant, hiding hidden: Hidden) -> PushReading {
        var annotations = Annotations()
        annotations.hidden = hidden
        // The credentials are the gateway's own, so nothing is to be said of them.
        annotations.isSecure = true
        annotations.clientCertificate = "the gateway's own"
        let exchange = Exchange(
            provider: Text(service.rawValue), request: sentRequest, response: foreseenAnswer, annotations: annotations
        )
        switch service {
        case .apns: return APNsReading(of: exchange, at: time, answered: .foreseen).pushReading
        case .fcm: return SendReading(of: exchange, project: projectID, at: time, answered: .foreseen).pushReading
        }
    }

    /// What MongoosePush makes of the service's refusal; nil when the service would take the request.
    var foreseenFailure: GatewayResult? {
        guard malformedPlace == nil else { return .streamError }
        let answer = foreseenAnswer
        switch service {
        case .apns: return APNsRefusal(in: answer)?.reason.map { GatewayResult(apnsReason: Text($0.rawValue)) }
        case .fcm: return Refusal(answer, .foreseen)?.name.map(GatewayResult.init(fcmCode:))
        }
    }

    private var foreseenAnswer: HTTPResponse {
        let context = AnswerContext(eventID: "", uuid: "", rules: AnswerRules())
        switch service {
        case .apns: return APNs().answer(to: sentRequest, in: context).response
        case .fcm: return SendAnswer.answer(to: sentRequest, project: projectID, in: context)
        }
    }

    private var sentRequest: HTTPRequest {
        HTTPRequest(
            method: Array("POST".utf8), target: path, version: .http2, scheme: Array("https".utf8),
            authority: authority.bytes, headers: headers, body: body
        )
    }

    /// The first part of the request that no HTTP/2 request can carry: control characters, or white space where a field
    /// begins or ends; nil when all can be sent.
    ///
    /// Source: RFC 9113 sections 8.2.1 and 8.3.1
    var malformedPlace: Finding.Place? {
        if path.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return .target }
        for position in 0..<headers.count {
            let value = headers.value(at: position)
            let isSent =
                value.allSatisfy { ($0 >= 0x20 || $0 == UInt8(ascii: "\t")) && $0 != 0x7F }
                && ASCII.trimmed(value).count == value.count
            if !isSent { return .header(name: Text(repairing: headers.name(at: position))) }
        }
        return nil
    }

    /// The request as the message model has it.
    var request: OutgoingRequest {
        OutgoingRequest(
            service: Text(service.rawValue), authority: authority, path: Text(repairing: path),
            headers: (0..<headers.count).map {
                OutgoingRequest.Header(
                    name: Text(repairing: headers.name(at: $0)), value: Text(repairing: headers.value(at: $0)))
            },
            body: Text(repairing: body)
        )
    }
}
