import Bytes
import CaptureLog
import HTTPMessage
package import Report

/// Pushes as an HTTP archive, which browsers' developer tools and many viewers open.
///
/// Shape: HAR 1.2. A body that is not UTF-8 is base64, which `content` says by its own `encoding` and `postData` by
/// `_encoding`. Times that the capture does not have are 0, sizes that it does not have are -1. A secret that the recorder
/// took out is the text `(redacted)`.
///
/// Source: http://www.softwareishard.com/blog/har-12-spec/
package enum HTTPArchive {
    /// Everything before the first entry.
    package static let head: StaticString = """
        {"log":{"version":"1.2","creator":{"name":"pushreport","version":"1"},"entries":[
        """
    /// What stands between two entries.
    package static let separator: StaticString = ",\n"
    /// Everything after the last entry.
    package static let tail: StaticString = "\n]}}\n"

    /// The entry of a push.
    package static func entry(of push: CapturedPush) -> [UInt8] {
        let exchange = push.exchange
        var writer = JSONWriter()
        writer.object { entry in
            entry.member("startedDateTime", Text(repairing: push.time.rfc3339))
            entry.member("time", 0)
            entry.object("request") { $0.members(of: exchange) }
            entry.object("response") { $0.members(of: exchange.response) }
            entry.object("cache") { _ in }
            entry.object("timings") { timings in
                timings.member("send", 0)
                timings.member("wait", 0)
                timings.member("receive", 0)
            }
            entry.member("_id", push.id)
            entry.member("_provider", push.provider)
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of exchange: Exchange) {
        let request = exchange.request
        member("method", Text(repairing: request.method))
        member("url", Text(repairing: request.url))
        member("httpVersion", request.version.archiveName)
        array("cookies", [Text]()) { $0.value($1) }
        appendHeaders(request.headers, redactions: exchange.redactions)
        array("queryString", request.parameters) { writer, parameter in
            writer.object { writer in
                writer.member("name", Text(repairing: parameter.name))
                writer.member("value", Text(repairing: parameter.value))
            }
        }
        if !request.body.isEmpty {
            object("postData") { data in
                data.member("mimeType", Text(repairing: request.headers.first("content-type") ?? []))
                data.appendText(request.body, encoding: "_encoding")
            }
        }
        member("headersSize", -1)
        member("bodySize", Int64(request.body.count))
    }

    fileprivate mutating func members(of response: HTTPResponse) {
        member("status", Int64(response.status))
        member("statusText", "")
        member("httpVersion", "")
        array("cookies", [Text]()) { $0.value($1) }
        appendHeaders(response.headers, redactions: [])
        object("content") { content in
            content.member("size", Int64(response.body.count))
            content.member("mimeType", Text(repairing: response.headers.first("content-type") ?? []))
            content.appendText(response.body, encoding: "encoding")
        }
        member("redirectURL", "")
        member("headersSize", -1)
        member("bodySize", Int64(response.body.count))
    }

    private mutating func appendText(_ body: [UInt8], encoding: Text) {
        guard !UTF8Text.isValid(body) else { return member("text", Text(repairing: body)) }
        var base64: [UInt8] = []
        Base64.encode(body[...], to: &base64)
        member("text", Text(repairing: base64))
        member(encoding, "base64")
    }

    private mutating func appendHeaders(_ headers: HeaderList, redactions: [Redaction]) {
        array("headers", Array(0..<headers.count)) { writer, position in
            let isRedacted = redactions.contains { $0.place == .header(position: position) }
            writer.object { writer in
                writer.member("name", Text(repairing: headers.name(at: position)))
                writer.member("value", isRedacted ? "(redacted)" : Text(repairing: headers.value(at: position)))
            }
        }
    }
}

extension HTTPRequest.Version {
    fileprivate var archiveName: Text {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .http2: "HTTP/2.0"
        }
    }
}

extension HTTPRequest {
    /// The absolute URL; what no URL may hold is percent-encoded.
    fileprivate var url: [UInt8] {
        var url = scheme.isEmpty ? Array("http".utf8) : scheme
        url.append("://")
        url += authority.isEmpty ? Array(headers.first("host") ?? ArraySlice("localhost".utf8)) : authority
        url += target
        let allowed = [UInt8]("-._~:/?#[]@!$&'()*+,;=%".utf8)
        return url.flatMap { byte -> [UInt8] in
            if ASCII.lowercased(byte) &- 0x61 < 26 || byte &- 0x30 < 10 || allowed.contains(byte) { return [byte] }
            var encoded = [UInt8(ascii: "%")]
            encoded.appendHex([byte])
            return encoded
        }
    }

    /// The parameters of the query as they stand there.
    fileprivate var parameters: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return target[(mark + 1)...].split(separator: UInt8(ascii: "&")).map { parameter in
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            return (name, parameter[name.endIndex...].dropFirst())
        }
    }
}
