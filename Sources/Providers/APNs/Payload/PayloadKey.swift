import Bytes

/// The keys that Apple defines for one dictionary of a payload.
protocol PayloadKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// How the dictionary is called in a sentence: `aps.alert`.
    static var dictionary: String { get }
    /// The keys by spelling, made once.
    static var spellings: KeySpellings<Self> { get }
}

/// The keys of one dictionary, found by their spelling or by what a sender may have meant.
struct KeySpellings<Key: PayloadKey>: Sendable {
    private let exact: [Text: Key]
    private let folded: [Text: Key]

    init() {
        let pairs = Key.allCases.map { (Text($0.rawValue), $0) }
        exact = Dictionary(pairs) { first, _ in first }
        folded = Dictionary(pairs.map { (fold($0.0), $0.1) }) { first, _ in first }
    }

    /// The key with this spelling.
    subscript(spelling: Text) -> Key? { exact[spelling] }

    /// The key that differs from this spelling only in hyphens, underscores and capitals: `mutable_content`.
    func meant(by spelling: Text) -> Key? { folded[fold(spelling)] }
}

private func fold(_ spelling: Text) -> Text {
    let separators: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "_")]
    return Text(repairing: spelling.bytes.filter { !separators.contains($0) }.map(ASCII.lowercased))
}

/// The keys of the `aps` dictionary.
///
/// Source: https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
enum APSKey: String, PayloadKey {
    case alert
    case badge
    case sound
    case threadID = "thread-id"
    case category
    case contentAvailable = "content-available"
    case mutableContent = "mutable-content"
    case targetContentID = "target-content-id"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case filterCriteria = "filter-criteria"
    case timestamp
    case event
    case contentState = "content-state"
    case staleDate = "stale-date"
    case dismissalDate = "dismissal-date"
    case attributesType = "attributes-type"
    case attributes
    case inputPushChannel = "input-push-channel"
    case inputPushToken = "input-push-token"
    case contentChanged = "content-changed"
    case urlArguments = "url-args"

    static let dictionary = "aps"
    static let spellings = KeySpellings<APSKey>()

    /// True for a key that an app would hardly use for data of its own, so that beside `aps` it is a mistake.
    var isMisplacedBesideAPS: Bool {
        switch self {
        case .alert, .sound, .badge, .interruptionLevel, .contentAvailable, .mutableContent, .threadID: true
        default: false
        }
    }

    /// True for the keys that only a Live Activity has.
    var belongsToLiveActivity: Bool {
        switch self {
        case .timestamp, .event, .contentState, .staleDate, .dismissalDate, .attributesType, .attributes,
            .inputPushChannel, .inputPushToken:
            true
        default: false
        }
    }
}

/// The keys of an `alert` dictionary, those that Apple no longer lists included.
enum AlertKey: String, PayloadKey {
    case title
    case subtitle
    case body
    case launchImage = "launch-image"
    case titleKey = "title-loc-key"
    case titleArguments = "title-loc-args"
    case subtitleKey = "subtitle-loc-key"
    case subtitleArguments = "subtitle-loc-args"
    case bodyKey = "loc-key"
    case bodyArguments = "loc-args"
    case sound
    case action
    case actionKey = "action-loc-key"
    case summaryArgument = "summary-arg"
    case summaryArgumentCount = "summary-arg-count"

    static let dictionary = "aps.alert"
    static let spellings = KeySpellings<AlertKey>()
}

/// The keys of a `title` or `body` dictionary in the alert of a Live Activity.
enum LocalizedTextKey: String, PayloadKey {
    case key = "loc-key"
    case arguments = "loc-args"

    static let dictionary = "localized text"
    static let spellings = KeySpellings<LocalizedTextKey>()
}

/// The keys of a `sound` dictionary.
enum SoundKey: String, PayloadKey {
    case critical
    case name
    case volume

    static let dictionary = "aps.sound"
    static let spellings = KeySpellings<SoundKey>()
}
