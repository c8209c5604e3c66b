import Bytes
import CaptureLog
import HTTPMessage
import PushModel

extension TemplateValues {
    /// The drawing of a push that reaches no platform.
    func setUnreached(_ push: CapturedPush) {
        set(.deviceClass, "none")
        let isRefused = push.verdict == .refused
        show(.quiet).set(.quietClass, isRefused ? "refused" : "empty")
        set(.quietText, isRefused ? refusal(push) : Array("Displays nothing: no platform is reached.".utf8))
    }

    /// The drawing of what one or more platforms do with a push.
    func setDevice(_ appearance: Appearance, of push: CapturedPush) {
        set(.deviceClass, Array(appearance.platforms[0].platform.rawValue.utf8))
        let alert = appearance.alert ?? Alert()
        switch appearance.outcome {
        case .shown: show(.banner).setBanner(alert, app: push.reading.message.app)
        case .badgeOrSound: show(.signal).setSignal(alert)
        case .liveActivity:
            show(.activity).setTexts(alert)
        case .appDecides, .notShown, .refused:
            show(.quiet).setQuiet(appearance, of: push)
        }
        for (platform, verdict) in appearance.platforms {
            section(.outcome) { outcome in
                outcome.set(.outcomeClass, Array(verdict.outcome.rawValue.utf8))
                outcome.set(.outcomePlatform, platform.label)
                outcome.set(.outcomeWord, verdict.outcome.word)
                outcome.set(.outcomeExplain, captured: verdict.explain)
                outcome.set(.outcomeReason, captured: verdict.reason)
            }
        }
        setWhole(alert)
        setCarried(alert)
    }

    private func setBanner(_ alert: Alert, app: Text?) {
        var classes: [UInt8] = []
        classes.append(alert.title == nil ? "untitled" : "titled")
        if alert.isCritical { classes.append(" critical") }
        set(.bannerClass, classes)
        set(.bannerApp, captured: app ?? "(no app named)")
        setBubble(alert)
        if alert.isCritical { setLabel("error", "Critical alert") }
        if alert.interruptionLevel == "time-sensitive" { setLabel("time_sensitive", "Time Sensitive") }
        if alert.interruptionLevel == "passive" { setLabel("passive", "Passive: delivered quietly") }
        if alert.image != nil { show(.thumbnail) }
        setTexts(alert)
        setKey("Title", alert.localization?.title)
        setKey("Subtitle", alert.localization?.subtitle)
        setKey("Body", alert.localization?.body)
    }

    private func setLabel(_ name: StaticString, _ words: StaticString) {
        section(.label) { label in
            label.set(.labelClass, name)
            label.set(.labelText, words)
        }
    }

    private func setSignal(_ alert: Alert) {
        setBubble(alert)
        show(alert.badge == nil ? .soundIcon : .appIcon)
        set(.signalText, captured: alert.signal ?? "a badge or a sound")
    }

    private func setTexts(_ alert: Alert) {
        if let title = alert.title {
            show(.bannerTitle).set(.bannerTitleText, captured: title.cut(to: DrawnText.titleLength))
        }
        if let subtitle = alert.subtitle {
            show(.bannerSubtitle).set(.bannerSubtitleText, captured: subtitle.cut(to: DrawnText.titleLength))
        }
        if let body = alert.body {
            show(.bannerBody).set(.bannerBodyText, captured: body.cut(to: DrawnText.bodyLength))
        }
    }

    private func setKey(_ part: StaticString, _ text: LocalizedText?) {
        guard let text else { return }
        section(.key) { key in
            key.set(.keyPart, part)
            key.set(.keyText, captured: text.key)
            guard !text.arguments.isEmpty else { return }
            let list = key.show(.keyArguments)
            for argument in text.arguments {
                list.section(.keyArgument) { $0.set(.keyArgumentText, captured: argument) }
            }
        }
    }

    private func setBubble(_ alert: Alert) {
        guard let badge = alert.badge, badge != 0 else { return }
        show(.bubble)
        if badge > 999 { set(.bubbleCount, "999+") } else { set(.bubbleCount, Int(badge)) }
    }

    private func setQuiet(_ appearance: Appearance, of push: CapturedPush) {
        switch (appearance.outcome, push.reading.message.kind) {
        case (.refused, _):
            set(.quietClass, "refused")
            set(.quietText, refusal(push))
        case (.appDecides, _):
            set(.quietClass, "app_decides")
            set(.quietText, "Displays nothing by itself. The app's own code receives it and decides.")
        case (_, .empty):
            set(.quietClass, "empty")
            set(.quietText, "Displays nothing and delivers nothing: almost certainly a mistake.")
        default:
            let wakesApp = appearance.platforms.contains { $0.verdict.wakesApp }
            set(.quietClass, push.reading.message.kind == .silent ? "silent" : "not_shown")
            set(
                .quietText,
                wakesApp ? "Displays nothing. It is for the app alone." : "Displays nothing on this platform."
            )
        }
    }

    private func setWhole(_ alert: Alert) {
        var whole: [UInt8] = []
        for part in [alert.title, alert.subtitle, alert.body] {
            guard let part else { continue }
            if !whole.isEmpty { whole.append(UInt8(ascii: "\n")) }
            whole.append(contentsOf: part.bytes)
        }
        let lines = (alert.body?.bytes ?? []).count { $0 == 0x0A }
        let text = Text(repairing: whole)
        guard lines > 3 || text.cut(to: DrawnText.fittingLength) != text else { return }
        show(.whole).set(.wholeText, captured: text)
    }

    private func setCarried(_ alert: Alert) {
        let badge = alert.badge.map { Text("\($0)\($0 == 0 ? " (clears the badge)" : "")") }
        let critical: Text? = alert.isCritical ? "yes" : nil
        setCarried("Badge", badge)
        setCarried("Sound", alert.sound)
        setCarried("Critical", critical)
        setCarried("Level", alert.interruptionLevel)
        setCarried("Image", alert.image)
        setCarried("Category", alert.category)
        setCarried("Thread", alert.thread)
        setCarried("Channel", alert.channel)
    }

    private func setCarried(_ name: StaticString, _ value: Text?) {
        guard let value else { return }
        show(.carries).section(.carry) { carry in
            carry.set(.carryName, name)
            carry.set(.carryValue, captured: value)
        }
    }

    private func refusal(_ push: CapturedPush) -> [UInt8] {
        let status = push.exchange.response.status
        if (200..<300).contains(status) {
            return Array("Displays nothing: the service would refuse it, so nothing reaches a device.".utf8)
        }
        var words = Array("Displays nothing: refused with status ".utf8)
        words.appendDecimal(status)
        words.append(", so nothing reaches a device.")
        return words
    }
}
