package import Bytes
package import CaptureLog
package import HTTPMessage

extension HTTPRequest {
    /// A request in a few words: POST over HTTP/2 unless said otherwise.
    package static func fixture(
        _ method: Text = "POST",
        _ target: Text,
        headers: KeyValuePairs<StaticString, Text> = [:],
        body: Text = "",
        version: Version = .http2
    ) -> HTTPRequest {
        HTTPRequest(
            method: method.bytes,
            target: target.bytes,
            version: version,
            scheme: version == .http2 ? Array("https".utf8) : [],
            headers: HeaderList(headers),
            body: body.bytes
        )
    }
}

extension Exchange {
    /// An exchange that was answered with a status and a body.
    package static func fixture(
        provider: Text,
        _ request: HTTPRequest,
        status: Int = 200,
        answer: Text = "",
        annotations: Annotations = Annotations()
    ) -> Exchange {
        Exchange(
            provider: provider,
            request: request,
            response: HTTPResponse(status: status, body: answer.bytes),
            annotations: annotations
        )
    }
}
