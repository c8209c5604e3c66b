package import Bytes
package import PushModel

/// Something that a captured push has none, one or several of, under the name that filters and expectations use.
package enum Field: Sendable, Hashable {
    /// Everything a card shows; what a word without a field is looked for in.
    case anything
    /// `kind`: `notification`, `silent` or `empty`.
    case kind
    /// `displays`: `yes` when the kind is `notification`, else `no`.
    case displays
    /// `shown`: each platform whose verdict is `shown`.
    case shown
    /// `verdict.PLATFORM`: the outcome and the reason code on one platform; none when the push cannot reach it.
    case verdict(Platform)
    /// `provider`: the provider's name.
    case provider
    /// `status`: the status of the answer, in digits.
    case status
    /// `attempt`: which attempt of its send it is, in digits; 1 for one that was sent once. Known in whole logs alone.
    case attempt
    /// `refused`: `yes` when the status is not 2xx, else `no`.
    case refused
    /// `scripted`: `yes` when the answer was scripted and no vendor's, else `no`.
    case scripted
    /// `app`: the bundle identifier or project.
    case app
    /// `environment`: `sandbox` or `production` of APNs; none when the host of the request does not say.
    case environment
    /// `target`: the whole address.
    case target
    /// `target_kind`: `device`, `topic`, `condition` or `channel`.
    case targetKind
    /// `source`: the place in the request that named the target.
    case source
    /// `push_type`: what the sender declared.
    case pushType
    /// `priority`: the level, and the priority as sent.
    case priority
    /// `collapse`: the collapse key.
    case collapse
    /// `title`: the title on each card, or its localisation key.
    case title
    /// `body`: the body on each card, or its localisation key.
    case body
    /// `data_key`: each key of the caller's own data.
    case dataKey
    /// `data.KEY`: the value of one key of the caller's own data.
    case data(Text)
    /// `finding`: the code and the severity of each finding.
    case finding
    /// `mark`: the label of the test step that the push belongs to.
    case mark
    /// `header.NAME`: each value of a request header field; the name is in lower case.
    case header(Text)
    /// `id`: the identifier of the event.
    case id
    /// `after`, `before`: when it was captured, in RFC 3339.
    case time(TimeBound)
    /// `json:POINTER`: the value at a place in the posted body.
    case json(JSONPointer)
    /// `pool`: the pool of a gateway that the push went through.
    case pool
    /// `service`: who was to deliver the push; the provider itself where there was no gateway.
    case service
    /// `mode`: which of the service's worlds a gateway was to send it to, `prod` or `dev`.
    case mode
    /// `outgoing.…`: a part of the request that went to the service; without a gateway, of the request that was posted.
    case outgoing(OutgoingPart)

    /// A part of the request that went to the service.
    package enum OutgoingPart: Sendable, Hashable {
        /// `outgoing.path`: the path.
        case path
        /// `outgoing.header.NAME`: each value of a header field; the name is in lower case.
        case header(Text)
        /// `outgoing.json:POINTER`: the value at a place in the body.
        case json(JSONPointer)
    }

    /// Which end of time a field is for.
    package enum TimeBound: String, Sendable, Hashable {
        case after
        case before
    }
}

extension Field {
    /// The fields whose name is one word.
    private static let plain: [(name: StaticString, field: Field)] = [
        ("kind", .kind), ("displays", .displays), ("shown", .shown), ("provider", .provider), ("status", .status),
        ("attempt", .attempt),
        ("refused", .refused), ("scripted", .scripted), ("app", .app),
        ("environment", .environment), ("target", .target),
        ("target_kind", .targetKind), ("source", .source),
        ("push_type", .pushType), ("priority", .priority), ("collapse", .collapse), ("title", .title), ("body", .body),
        ("data_key", .dataKey), ("finding", .finding), ("mark", .mark), ("id", .id), ("after", .time(.after)),
        ("before", .time(.before)), ("verdict.ios", .verdict(.ios)), ("verdict.android", .verdict(.android)),
        ("verdict.web", .verdict(.web)), ("pool", .pool), ("service", .service), ("mode", .mode),
        ("outgoing.path", .outgoing(.path)),
    ]

    /// Every name as it can be written before a colon, for suggestions; `KEY` and `NAME` are the user's.
    package static let names: [Text] =
        plain.map { Text(stringLiteral: $0.name) } + [
            "data.KEY", "header.NAME", "json:/POINTER", "outgoing.header.NAME", "outgoing.json:/POINTER",
        ]

    /// The field with a name of one word, in any case.
    init?(plainName name: ArraySlice<UInt8>) {
        guard let match = Field.plain.first(where: { ASCII.equalIgnoringCase(name, $0.name) }) else { return nil }
        self = match.field
    }

    /// The field that a whole name stands for, as the keys of expectations have it: `title`, `data.order id`,
    /// `header.apns-topic`, `json:/aps/badge`.
    ///
    /// - Returns: nil when there is no such field, or when it is one of `after` and `before`.
    package init?(name: Text) {
        let bytes = name.bytes[...]
        if let key = Field.key(of: bytes, after: "data.") {
            self = .data(Text(repairing: key))
        } else if let key = Field.key(of: bytes, after: "header.") {
            self = .header(Text(repairing: key.map(ASCII.lowercased)))
        } else if ASCII.hasPrefix(bytes, "json:"),
            let pointer = JSONPointer(parsing: Text(repairing: bytes.dropFirst(5)))
        {
            self = .json(pointer)
        } else if let key = Field.key(of: bytes, after: "outgoing.header.") {
            self = .outgoing(.header(Text(repairing: key.map(ASCII.lowercased))))
        } else if ASCII.hasPrefix(bytes, "outgoing.json:"),
            let pointer = JSONPointer(parsing: Text(repairing: bytes.dropFirst(14)))
        {
            self = .outgoing(.json(pointer))
        } else if let field = Field(plainName: bytes) {
            if case .time = field { return nil }
            self = field
        } else {
            return nil
        }
    }

    private static func key(of name: ArraySlice<UInt8>, after prefix: StaticString) -> ArraySlice<UInt8>? {
        guard ASCII.hasPrefix(name, prefix), name.count > prefix.utf8CodeUnitCount else { return nil }
        return name.dropFirst(prefix.utf8CodeUnitCount)
    }

    /// The name that ``init(name:)`` reads back; a word for ``anything``.
    package var name: Text {
        switch self {
        case .anything: "anything shown"
        case .data(let key): Text(repairing: "data.".utf8 + key.bytes)
        case .header(let name): Text(repairing: "header.".utf8 + name.bytes)
        case .json(let pointer): Text(repairing: "json:".utf8 + pointer.text.bytes)
        case .outgoing(.header(let name)): Text(repairing: "outgoing.header.".utf8 + name.bytes)
        case .outgoing(.json(let pointer)): Text(repairing: "outgoing.json:".utf8 + pointer.text.bytes)
        default: Text(stringLiteral: Field.plain.first { $0.field == self }?.name ?? "")
        }
    }

    /// The values that the field can have, when they are few.
    package var choices: [Text]? {
        switch self {
        case .kind: Kind.allCases.map { Text($0.rawValue) }
        case .displays, .refused, .scripted: ["yes", "no"]
        case .shown: Platform.allCases.map { Text($0.rawValue) }
        case .environment: Environment.allCases.map { Text($0.rawValue) }
        case .targetKind: Target.Kind.allCases.map { Text($0.rawValue) }
        default: nil
        }
    }

    /// The values that a field can only have where everything is as its vendor says: what `:` and `:=` may ask for. A log
    /// can hold others, which `==` finds.
    package var knownValues: [Text]? {
        switch self {
        case .provider: ["apns", "fcm", "mongoosepush"]
        case .service: ["apns", "fcm"]
        case .mode: ["prod", "dev"]
        case .priority: Priority.allCases.map { Text($0.rawValue) } + ["very-low", "10", "5", "1"]
        default: nil
        }
    }

    /// True for a place in a body, whose value can be any JSON.
    package var isJSON: Bool {
        switch self {
        case .json, .outgoing(.json): true
        default: false
        }
    }

    /// True when a value is compared as a whole even without `=`: a choice, or a priority, since `1` is not `10`.
    var isComparedWhole: Bool { self == .priority || choices != nil }
}
