import Bytes
import PushModel

/// A request that fails in MongoosePush's web framework, before or beside its own code. The original has no page for any
/// of these, so all of them are answered 500 with an empty body; the cause is told by the log and the report.
enum FrameworkFailure: Error, Equatable {
    /// The path or the query is not percent-encoded as it should be.
    case malformedTarget
    /// The body is no JSON.
    case malformedJSON(Text)
    /// The body is too large or nested too deep; the text names the limit.
    case tooLarge(Text)
    /// There is no such route.
    case noRoute
    /// The route is not there for this method.
    case wrongMethod(Text)
    /// Neither the `accept` field nor a `_format` allows JSON.
    case notAcceptable(Text)
    /// The original's own code fails.
    case crash(Text, at: Finding.Place)

    /// What `--mongoosepush-friendly-errors` answers, and the original as built for development.
    var status: Int {
        switch self {
        case .malformedTarget, .malformedJSON: 400
        case .tooLarge: 413
        case .noRoute, .wrongMethod: 404
        case .notAcceptable: 406
        case .crash: 500
        }
    }

    /// Why, in one clause without a full stop.
    var cause: Text {
        switch self {
        case .malformedTarget: "the request target is not percent-encoded as it should be"
        case .malformedJSON(let problem): Text("the body is no JSON: \(problem)")
        case .tooLarge(let limit): Text("the body is over the limit of \(limit)")
        case .noRoute: "MongoosePush has no such route"
        case .wrongMethod(let method): Text("the route is not there for \(method)")
        case .notAcceptable(let wanted): Text("the sender accepts \(wanted) and no JSON")
        case .crash(let reason, _): reason
        }
    }

    /// The finding that tells the cause.
    ///
    /// - Parameter status: the status of the answer that was given.
    func finding(answered status: Int) -> Finding {
        let friendly = status == 500 ? "" : " (answered \(status) here)"
        return .error(code, at: place, "MongoosePush answers 500 with an empty body\(friendly): \(cause).", help: help)
    }

    private var code: Text {
        switch self {
        case .malformedTarget: "mongoosepush-malformed-target"
        case .malformedJSON: "mongoosepush-malformed-json"
        case .tooLarge: "mongoosepush-too-large"
        case .noRoute: "mongoosepush-no-route"
        case .wrongMethod: "mongoosepush-method"
        case .notAcceptable: "mongoosepush-not-acceptable"
        case .crash: "mongoosepush-crash"
        }
    }

    private var place: Finding.Place {
        switch self {
        case .malformedTarget, .noRoute: .target
        case .malformedJSON, .tooLarge: .body(pointer: "")
        case .wrongMethod: .request
        case .notAcceptable: .header(name: "accept")
        case .crash(_, let place): place
        }
    }

    private var help: String {
        switch self {
        case .malformedTarget: "Write every byte that is no letter, digit, or one of -._~ as % and two digits."
        case .malformedJSON: "Send one JSON object, in UTF-8 without a byte order mark."
        case .tooLarge:
            "Send less, and less nested; MongoosePush takes 8,000,000 bytes, and the recorder what --max-body says."
        case .noRoute: "Send to /v3/notification/ followed by the device's token."
        case .wrongMethod: "Send notifications with POST."
        case .notAcceptable: "Accept application/json, or leave the field and _format out."
        case .crash: "Send what MongoosePush can turn into text: a string, a number, true, false or null."
        }
    }
}
