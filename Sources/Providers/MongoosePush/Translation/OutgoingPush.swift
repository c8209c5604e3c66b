import Bytes
import CaptureLog
import HTTPMessage
import PushModel

/// The request that MongoosePush sends to Apple or Google.
struct OutgoingPush {
    let service: MongoosePush.Service
    /// The host it goes to.
    let authority: Text
    let path: [UInt8]
    let headers: HeaderList
    let body: [UInt8]

    /// The exchange that a recorder standing in for the service would have captured, accepted.
    ///
    /// The credentials are the gateway's own, so nothing is to be said of them.
    var exchange: Exchange {
        var annotations = Annotations()
        annotations.isSecure = true
        annotations.clientCertificate = "the gateway's own"
        return Exchange(
            provider: Text(service.rawValue),
            request: HTTPRequest(
                method: Array("POST".utf8), target: path, version: .http2, scheme: Array("https".utf8),
                authority: authority.bytes, headers: headers, body: body
            ),
            response: HTTPResponse(status: 200),
            annotations: annotations
        )
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
