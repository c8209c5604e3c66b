import Bytes

/// A parameter of a route, as the route table, the reading of requests and the OpenAPI document share it.
enum Parameter: CaseIterable {
    case q, search, since, provider, type, kind, displays, refused
    case target, targetKind, app, pushType, priority, dataKey
    case pool, service, mode, scripted
    case limit, offset, cursor, wait, count, settle
    case plugin, includeRaw

    /// The filters that a listing and a stream share.
    static let filters: [Parameter] = [
        .q, .search, .since, .provider, .type, .kind, .displays, .refused, .target, .targetKind, .app, .pushType,
        .priority, .dataKey, .pool, .service, .mode, .scripted,
    ]

    /// What bounds a listing.
    static let paging: [Parameter] = [.limit, .offset, .cursor]

    /// What makes a request wait.
    static let waiting: [Parameter] = [.wait, .count]

    /// The name in a query.
    var name: Text {
        switch self {
        case .q: "q"
        case .search: "search"
        case .since: "since"
        case .provider: "provider"
        case .type: "type"
        case .kind: "kind"
        case .displays: "displays"
        case .refused: "refused"
        case .target: "target"
        case .targetKind: "target_kind"
        case .app: "app"
        case .pushType: "push_type"
        case .priority: "priority"
        case .dataKey: "data_key"
        case .pool: "pool"
        case .service: "service"
        case .mode: "mode"
        case .scripted: "scripted"
        case .limit: "limit"
        case .offset: "offset"
        case .cursor: "cursor"
        case .wait: "wait"
        case .count: "count"
        case .settle: "settle"
        case .plugin: "plugin"
        case .includeRaw: "include_raw"
        }
    }

    /// What it does, in one sentence.
    var meaning: Text {
        switch self {
        case .q: "A filter in the filter language of pushreport query."
        case .search: "Occurs in the title, preview, app, target or type, in any case."
        case .since: "Captured later than this: RFC 3339, a length of time before now such as 5m, or Unix milliseconds."
        case .provider: "The provider is exactly this."
        case .type: "The type is exactly this."
        case .kind: "The effect of the push."
        case .displays: "Whether the user notices the push on any platform."
        case .refused: "Whether the push was refused."
        case .target: "Occurs in the target, in any case."
        case .targetKind: "The sort of target."
        case .app: "The app is this, in any case."
        case .pushType: "The declared push type is this, in any case."
        case .priority: "The priority, as a level or as sent, is this, in any case."
        case .dataKey: "One of the keys of the push's own data is this, in any case."
        case .pool: "The pool of the gateway that the push went through is this, in any case."
        case .service: "Who was to deliver the push; without a gateway the provider itself."
        case .mode: "Which of the service's worlds the gateway was to send it to."
        case .scripted: "Whether the answer was scripted."
        case .limit: "How many at most, after the filters; 0 or absent means all that fit one answer."
        case .offset: "How many of the newest to leave out."
        case .cursor: "Only those before the push with this identifier; x-next-cursor of the answer before."
        case .wait: "Hold the answer for at most this long, until it is what was asked for: 500ms, 5s, 1m."
        case .count: "With wait: answer as soon as so many match; 1 when absent."
        case .settle: "How long an answer that a further push could spoil has to stand: 2s."
        case .plugin: "Only events of this plugin; there is one, push."
        case .includeRaw: "Whether the request as it came is part of each event."
        }
    }

    /// The JSON schema of its values; an empty one is as if it were not sent.
    var schema: StaticString {
        switch self {
        case .q, .search, .since, .type, .target, .app, .pushType, .dataKey, .pool, .plugin:
            #"{"type":"string"}"#
        case .provider: #"{"type":"string","enum":["apns","fcm","mongoosepush",""]}"#
        case .priority: #"{"type":"string","enum":["high","normal","low","very-low","10","5","1",""]}"#
        case .kind: #"{"type":"string","enum":["notification","silent","empty",""]}"#
        case .targetKind: #"{"type":"string","enum":["device","topic","condition","channel",""]}"#
        case .service: #"{"type":"string","enum":["apns","fcm",""]}"#
        case .mode: #"{"type":"string","enum":["prod","dev",""]}"#
        case .displays, .refused, .scripted, .includeRaw:
            #"{"type":"string","enum":["1","true","yes","0","false","no",""]}"#
        case .limit, .offset, .count: #"{"anyOf":[{"type":"integer","minimum":0},{"const":""}]}"#
        case .cursor: #"{"type":"string","pattern":"^([0-7][0-9A-HJKMNP-TV-Z]{25})?$"}"#
        case .wait, .settle: #"{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)?(us|ms|s|m|h|d))*$"}"#
        }
    }
}
