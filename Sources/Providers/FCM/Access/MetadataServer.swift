import Bytes
import CaptureLog
import HTTPMessage
import PushModel

/// The metadata server of Google's machines, from which default credentials come: project, service account, token.
///
/// Clients find it by `GCE_METADATA_HOST`. Every answer has `Metadata-Flavor: Google`, and every request needs it.
///
/// Source: https://cloud.google.com/compute/docs/metadata/predefined-metadata-keys
struct MetadataServer: Endpoint {
    /// The project that it is in.
    static let project: Text = "pushrecorder"
    /// Its service account; the domain is one that nobody can own.
    static let email: Text = "pushrecorder@pushrecorder.invalid"
    private static let scopes: [Text] = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase.messaging",
    ]
    private static let root: StaticString = "/computeMetadata"

    func owns(_ request: HTTPRequest) -> Bool {
        let path = request.path
        if ASCII.equal(path, "/") { return isFlavoured(request) }
        guard ASCII.hasPrefix(path, MetadataServer.root) else { return false }
        let rest = path.dropFirst(MetadataServer.root.utf8CodeUnitCount)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        guard isFlavoured(request) else {
            return Answer(page("Missing Metadata-Flavor:Google header.\n", status: 403))
        }
        guard ASCII.equal(request.method[...], "GET") else { return Answer(page("Method Not Allowed\n", status: 405)) }
        return Answer(answer(at: MetadataServer.key(of: request), request, context))
    }

    func call(in exchange: Exchange) -> EndpointCall {
        let key = Text(
            repairing: Array(MetadataServer.key(of: exchange.request).joined(separator: [UInt8(ascii: "/")])))
        let note: Text? = exchange.response.status == 200 ? "Project, account and token are the recorder's own." : nil
        return EndpointCall(
            kind: EndpointCall.metadata,
            summary: key.isEmpty ? "is it there?" : key.onOneLine(upTo: EndpointCall.longestWord), note: note
        )
    }

    /// The segments of the path behind the version.
    private static func key(of request: HTTPRequest) -> [ArraySlice<UInt8>] {
        Array(request.path.split(separator: UInt8(ascii: "/")).dropFirst(2))
    }

    private func answer(
        at key: [ArraySlice<UInt8>], _ request: HTTPRequest, _ context: AnswerContext
    ) -> HTTPResponse {
        switch key.map({ Text(repairing: $0) }) {
        case []: return page("0.1/\ncomputeMetadata/\n")
        case ["project", "project-id"]: return page(MetadataServer.project)
        case ["project", "numeric-project-id"]: return page("0")
        case ["universe", "universe-domain"]: return page("googleapis.com")
        case ["instance", "service-accounts"]: return page(Text("default/\n\(MetadataServer.email)/\n"))
        case let key where key.starts(with: ["instance", "service-accounts"]):
            guard key[2] == "default" || key[2] == MetadataServer.email else { return missing }
            return account(key.dropFirst(3), request, context)
        default: return missing
        }
    }

    private func account(
        _ key: ArraySlice<Text>, _ request: HTTPRequest, _ context: AnswerContext
    ) -> HTTPResponse {
        switch Array(key) {
        case [] where FormParameters(queryOf: request.target)["recursive"] == "true": return json(describedAccount)
        case []: return page("aliases\nemail\nscopes\ntoken\n")
        case ["aliases"]: return page("default\n")
        case ["email"]: return page(MetadataServer.email)
        case ["scopes"]:
            return page(Text(MetadataServer.scopes.map { "\($0)\n" }.joined()))
        case ["token"]: return json(AccessTokens.granted(in: context).body)
        default: return missing
        }
    }

    private var describedAccount: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("aliases", ["default"])
            writer.member("email", MetadataServer.email)
            writer.member("scopes", MetadataServer.scopes)
        }
        return writer.bytes
    }

    private var missing: HTTPResponse { page("Not Found\n", status: 404) }

    private func page(_ text: Text, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: fields("application/text"), body: text.bytes)
    }

    private func json(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: fields("application/json"), body: body)
    }

    private func fields(_ type: Text) -> HeaderList {
        HeaderList(["metadata-flavor": "Google", "content-type": type])
    }

    private func isFlavoured(_ request: HTTPRequest) -> Bool {
        request.headers.first("metadata-flavor").map { ASCII.equalIgnoringCase(ASCII.trimmed($0), "Google") } ?? false
    }
}
