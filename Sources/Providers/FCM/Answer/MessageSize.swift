import Bytes
import JSONText

/// How much a message carries to one device: its data and its texts.
///
/// Google documents 4096 bytes and not what counts. The one capture shows a single data value of 4505 bytes accepted and
/// one of 4506 refused, with a key of unknown length. So a message is refused when its values alone exceed 4505, which
/// that capture shows to be too much whatever the rest counts, and is warned about when keys and values exceed 4096.
struct MessageSize: Sendable {
    /// The limit that Google documents.
    static let documentedBytes = 4096
    /// The longest value seen accepted.
    static let maximumValueBytes = 4505

    /// The bytes of data values, title and body.
    private(set) var valueBytes = 0
    /// The same with the keys of the data.
    private(set) var bytes = 0

    /// The size on the platform that gets most, Android or the web.
    ///
    /// - Returns: nil when the whole request is no longer than the documented limit, so that nothing in it can be.
    init?(of request: SendRequest) {
        guard request.root.raw.count > MessageSize.documentedBytes, let message = request.message else { return nil }
        let androidData = request.android?.nonEmptyMap("data") ?? request.androidV2?.nonEmptyMap("data")
        var android = MessageSize(data: androidData ?? message["data"])
        var web = MessageSize(data: request.webpush?.nonEmptyMap("data") ?? message["data"])
        for name in ["title", "body"] as [StaticString] {
            let text = request.notification?.nonEmptyText(name)
            android.add(request.androidNotification?.nonEmptyText(name) ?? text)
            web.add(request.webpush?["notification"]?.last(name)?.text ?? text)
        }
        self = android.valueBytes >= web.valueBytes ? android : web
    }

    private init(data: JSONValue?) {
        guard let data else { return }
        for member in data.members {
            add(member.value.text)
            bytes += member.keyBytes.count
        }
    }

    private mutating func add(_ text: Text?) {
        guard let text else { return }
        valueBytes += text.bytes.count
        bytes += text.bytes.count
    }
}
