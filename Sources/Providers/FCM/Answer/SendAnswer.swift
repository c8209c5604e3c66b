import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// What FCM answers to a send request.
enum SendAnswer {
    /// The answer: checks the credentials, then the JSON, then the definition, then the rules, and stops at the first
    /// that refuses.
    ///
    /// Lenient, only a request that cannot be understood is refused: no JSON, or no message in it.
    static func answer(to request: HTTPRequest, project: Text, in context: AnswerContext) -> HTTPResponse {
        guard ASCII.equal(request.method[...], "POST") else { return RemovedEndpoint.notFound }
        guard isAuthorized(request, by: context.rules.fcmBearerToken) else { return unauthenticated.response }
        do throws(JSONTextError) {
            let send = try SendRequest(parsing: request.body)
            if let error = refusal(of: send, isLenient: context.rules.isLenient) { return error.response }
            return success(of: send, project: project, eventID: context.eventID)
        } catch {
            return malformed(request.body, error).response
        }
    }

    private static func refusal(of request: SendRequest, isLenient: Bool) -> GoogleError? {
        if isLenient, request.message != nil { return nil }
        if !request.violations.isEmpty { return .violations(request.violations) }
        return RequestRules(checking: request).problems.first?.refusal
    }

    /// The name of the message: that of a message to a device has a colon in it, any other and that of a test send is all
    /// digits.
    private static func success(of send: SendRequest, project: Text, eventID: Text) -> HTTPResponse {
        var name: [UInt8] = Array("projects/".utf8)
        name += project.bytes
        name.append("/messages/")
        if send.isValidateOnly || send.isToTopic {
            name.appendDecimal(Int64(truncatingIfNeeded: (ulidValue(eventID.bytes[...]) ?? 0) & UInt128(Int64.max)))
        } else {
            name.append("0:")
            name += eventID.bytes
        }
        var writer = PrettyJSON()
        writer.object { $0.member("name", text: Text(repairing: name)) }
        return HTTPResponse(status: 200, headers: GoogleError.jsonHeaders, body: writer.document)
    }

    // MARK: Credentials

    /// True when the request has the token that is insisted on, or none is.
    static func isAuthorized(_ request: HTTPRequest, by token: Text?) -> Bool {
        guard let token else { return true }
        guard let value = request.headers.first("authorization") else { return false }
        let scheme = value.prefix { $0 != 0x20 }
        return ASCII.equalIgnoringCase(scheme, "Bearer") && ASCII.trimmed(value[scheme.endIndex...]) == token.bytes[...]
    }

    /// Google's answer to a request without a token that it takes.
    static let unauthenticated = GoogleError(
        code: 401,
        status: "UNAUTHENTICATED",
        message: """
            Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other \
            valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.
            """
    )

    // MARK: Malformed JSON

    /// How many bytes of the text around the fault an answer quotes, on each side.
    private static let quotedBytes = 20

    /// The parser's error: what it met, the text around it, and a caret below the place.
    private static func malformed(_ body: [UInt8], _ error: JSONTextError) -> GoogleError {
        let (reason, offset): (String, Int) =
            switch error {
            case .empty: ("Unexpected end of string. Expected a value.", body.count)
            case .unexpected(let offset) where offset >= body.count:
                ("Unexpected end of string. Expected a value.", body.count)
            case .unexpected(let offset): ("Unexpected token.", offset)
            case .trailing(let offset): ("Parsing terminated before end of input.", offset)
            case .notUTF8(let offset): ("Encountered non UTF-8 code points.", offset)
            case .tooDeep: ("Message too deep.", body.count)
            case .tooLarge: ("Message too large.", body.count)
            }
        let fault = Swift.min(Swift.max(0, offset), body.count)
        let start = Swift.max(0, fault - quotedBytes)
        let isAtEnd = fault == body.count
        let quoted =
            isAtEnd ? "" : Text(repairing: body[start..<Swift.min(body.count, fault + quotedBytes)]).description
        let caret = String(repeating: " ", count: isAtEnd ? 0 : fault - start) + "^"
        return GoogleError(
            code: 400,
            status: "INVALID_ARGUMENT",
            message: Text("Invalid JSON payload received. \(reason)\n\(quoted)\n\(caret)")
        )
    }
}
