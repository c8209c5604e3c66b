import Bytes
import CaptureLog
import PushModel

extension PushReading {
    /// The reading of a request to an endpoint that delivers nothing here.
    init(of exchange: Exchange, for route: FCMRoute) {
        let finding: Finding
        let reason: Text
        if route == .webPush {
            reason = "web_push_not_handled"
            finding = .warning(
                "web-push-not-handled",
                at: .target,
                "This is Web Push, whose message is encrypted for the browser; nothing can be said of it.",
                help: "Send through the FCM API to see what would be shown."
            )
        } else {
            reason = "removed_endpoint"
            finding = .error(
                "fcm-removed-endpoint",
                at: .target,
                "Google removed this endpoint in 2024 and answers 404.",
                help: "Send each message to /v1/projects/{project}/messages:send."
            )
        }
        let verdict = Verdict(outcome: .refused, reason: reason, explain: finding.message)
        var verdicts = Verdicts(everywhere: verdict)
        if route == .webPush {
            verdicts = Verdicts()
            verdicts.web = verdict
        }
        self.init(message: Message(), verdicts: verdicts, findings: [finding])
    }
}
