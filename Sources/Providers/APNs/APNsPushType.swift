import Bytes

/// The push types that Apple defines; any other is refused as `InvalidPushType`.
///
/// Source: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
enum APNsPushType: String, CaseIterable, Sendable {
    case alert
    case background
    case complication
    case controls
    case fileprovider
    case liveactivity
    case location
    case mdm
    case pushtotalk
    case voip
    case widgets

    /// The type with this spelling; capitals count.
    init?(_ text: Text) {
        self.init(text.bytes[...])
    }

    /// The type with this spelling; capitals count.
    init?(_ bytes: ArraySlice<UInt8>) {
        // The common types first: every request that the recorder answers passes here.
        if ASCII.equal(bytes, "alert") {
            self = .alert
        } else if ASCII.equal(bytes, "background") {
            self = .background
        } else {
            self.init(rawValue: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// What the topic has after the bundle identifier; nil when it has nothing, or is no bundle identifier (`mdm`).
    var topicSuffix: StaticString? {
        switch self {
        case .alert, .background, .mdm: nil
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }

    /// The types whose topic has a suffix, with it.
    static let withTopicSuffix = allCases.compactMap { type in type.topicSuffix.map { (type: type, suffix: $0) } }

    /// True for a push that goes to a part of the system or of the app and never shows anything by itself.
    var isSystemChannel: Bool {
        switch self {
        case .alert, .background, .liveactivity: false
        case .complication, .controls, .fileprovider, .location, .mdm, .pushtotalk, .voip, .widgets: true
        }
    }
}
