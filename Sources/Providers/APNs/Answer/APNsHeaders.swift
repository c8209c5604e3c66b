import Bytes
import HTTPMessage

/// The header fields that APNs knows, found in one pass and without white space at their ends.
///
/// Source: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
struct APNsHeaders {
    /// The known fields.
    enum Name: Int {
        case id
        case topic
        case pushType
        case priority
        case expiration
        case collapseID
        case channelID
        case requestID
        case authorization

        /// How many fields are known.
        static let count = 9
    }

    private let list: HeaderList
    // Positions in the list, -1 for an absent field: no allocation, since every request that is answered passes here.
    private var positions: InlineArray<9, Int>
    /// The fields that are there more than once.
    private(set) var duplicates: [Name] = []

    init(_ headers: HeaderList) {
        list = headers
        positions = InlineArray(repeating: -1)
        for position in 0..<headers.count {
            guard let name = Name(headers.name(at: position)) else { continue }
            if positions[name.rawValue] < 0 {
                positions[name.rawValue] = position
            } else {
                duplicates.append(name)
            }
        }
    }

    /// The first value of a field, without white space at its ends; nil when the field is absent or blank.
    subscript(name: Name) -> ArraySlice<UInt8>? {
        guard let value = verbatim(name) else { return nil }
        let trimmed = ASCII.trimmed(value)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The first value of a field as it came, white space included.
    func verbatim(_ name: Name) -> ArraySlice<UInt8>? {
        let position = positions[name.rawValue]
        return position < 0 ? nil : list.value(at: position)
    }

    /// The value as text, invalid UTF-8 repaired.
    func text(_ name: Name) -> Text? { self[name].map { Text(repairing: $0) } }
}

extension APNsHeaders.Name {
    /// The field with this name in any case.
    init?(_ name: ArraySlice<UInt8>) {
        // By length first: most fields of a request are none of these, and every request passes here.
        switch name.count {
        case 7 where ASCII.equalIgnoringCase(name, Self.id.spelling): self = .id
        case 10 where ASCII.equalIgnoringCase(name, Self.topic.spelling): self = .topic
        case 13 where ASCII.equalIgnoringCase(name, Self.priority.spelling): self = .priority
        case 13 where ASCII.equalIgnoringCase(name, Self.authorization.spelling): self = .authorization
        case 14 where ASCII.equalIgnoringCase(name, Self.pushType.spelling): self = .pushType
        case 15 where ASCII.equalIgnoringCase(name, Self.expiration.spelling): self = .expiration
        case 15 where ASCII.equalIgnoringCase(name, Self.channelID.spelling): self = .channelID
        case 15 where ASCII.equalIgnoringCase(name, Self.requestID.spelling): self = .requestID
        case 16 where ASCII.equalIgnoringCase(name, Self.collapseID.spelling): self = .collapseID
        default: return nil
        }
    }

    /// The name of the field.
    var spelling: StaticString {
        switch self {
        case .id: "apns-id"
        case .topic: "apns-topic"
        case .pushType: "apns-push-type"
        case .priority: "apns-priority"
        case .expiration: "apns-expiration"
        case .collapseID: "apns-collapse-id"
        case .channelID: "apns-channel-id"
        case .requestID: "apns-request-id"
        case .authorization: "authorization"
        }
    }
}
