import Bytes
import JSONText
import PushModel

/// What a browser does with a message when no window of the site is visible; a visible one gets it instead, and nothing
/// is shown.
///
/// Source: firebase-js-sdk, service worker of the messaging package
struct WebVerdict {
    /// What the card says.
    let alert: Alert
    private let request: SendRequest

    init(of request: SendRequest) {
        self.request = request
        alert = WebVerdict.alert(of: request)
    }

    private static func alert(of request: SendRequest) -> Alert {
        let own = request.webpush?["notification"]
        let common = request.notification
        func text(_ name: StaticString) -> Text? {
            if let text = own?.last(name)?.text, !text.isEmpty { return text }
            return common?.nonEmptyText(name)
        }
        var alert = Alert()
        alert.title = text("title")
        alert.body = text("body")
        alert.image = text("image")
        alert.thread = own?.last("tag")?.text
        return alert
    }

    /// The data that the page is given: that of the web block instead of the message's, never both.
    var data: JSONValue? { request.webpush?.nonEmptyMap("data") ?? request.message?.nonEmptyMap("data") }

    /// The verdict.
    var verdict: Verdict {
        let own = request.webpush?.nonEmptyMap("notification")
        if alert.hasText {
            let isNow = isNowOrNever
            return Verdict(
                outcome: .shown,
                reason: isNow ? "notification_now_or_never" : "notification",
                explain: isNow
                    ? "The service worker shows a card if the browser is connected now, since TTL is 0."
                    : "The service worker shows a card unless a window of the site is visible.",
                wakesApp: data != nil,
                alert: alert
            )
        }
        let hasCommonTexts = request.notification.map { $0["title"] != nil || $0["body"] != nil } ?? false
        if own != nil || hasCommonTexts {
            return Verdict(
                outcome: .shown,
                reason: "notification_without_text",
                explain: "The service worker shows a card with an empty title.",
                wakesApp: data != nil,
                alert: alert
            )
        }
        if data != nil {
            return Verdict(
                outcome: .appDecides,
                reason: "data_message",
                explain:
                    "The message has data only: the page or its service worker is handed it and may show something.",
                wakesApp: true
            )
        }
        return .nothing(for: .web, in: request)
    }

    private var isNowOrNever: Bool {
        request.webpush?["headers"]?.header("TTL")?.text.map { $0 == "0" } ?? false
    }
}
