import Bytes
import PushModel
import Testing

private func reading(_ alert: Alert?, outcome: Outcome, wakesApp: Bool = false, data: [Text] = []) -> PushReading {
    var message = Message()
    message.alert = alert
    message.dataKeys = data
    var verdicts = Verdicts()
    verdicts.ios = Verdict(outcome: outcome, reason: "r", explain: "Because of it.", wakesApp: wakesApp)
    return PushReading(message: message, verdicts: verdicts, findings: [])
}

private func alert(_ change: (inout Alert) -> Void) -> Alert {
    var alert = Alert()
    change(&alert)
    return alert
}

private func key(_ text: Text, _ arguments: Text...) -> LocalizedText {
    LocalizedText(key: text, arguments: arguments)
}

@Suite struct TitleTests {
    @Test func `the title is the alert's, on one line and not cut`() {
        let long = String(repeating: "x", count: 200)
        let alert = alert { $0.title = Text("a\r\n\tb \(long)") }
        #expect(reading(alert, outcome: .shown).title == Text("a b \(long)"))
    }

    @Test func `a key stands in for a missing title, before the body`() {
        let alert = alert {
            $0.body = "body"
            $0.localization = Localization()
            $0.localization?.title = key("GAME_TITLE")
        }
        #expect(reading(alert, outcome: .shown).title == "GAME_TITLE")
    }

    @Test func `a body stands in for a missing or blank title, cut at the limit`() {
        let limit = PushReading.longestTitle
        let whole = Text(String(repeating: "é", count: limit))
        #expect(
            reading(
                alert {
                    $0.title = "  "; $0.body = whole
                }, outcome: .shown
            ).title == whole)
        let longer = Text(String(repeating: "é", count: limit + 1))
        let cut = Text(String(repeating: "é", count: limit - 1) + "…")
        #expect(reading(alert { $0.body = longer }, outcome: .shown).title == cut)
    }

    @Test func `a key of the subtitle is better than nothing`() {
        let alert = alert {
            $0.localization = Localization()
            $0.localization?.subtitle = key("SUB")
        }
        #expect(reading(alert, outcome: .shown).title == "SUB")
    }

    @Test(
        arguments: [
            (.badgeOrSound, false, "(no alert text)"), (.notShown, true, "(silent push)"),
            (.notShown, false, "(empty push)"), (.refused, false, "(refused push)"),
            (.liveActivity, false, "(Live Activity)"),
        ] as [(Outcome, Bool, Text)])
    func `without text the title says what the push is`(outcome: Outcome, wakesApp: Bool, title: Text) {
        #expect(reading(nil, outcome: outcome, wakesApp: wakesApp).title == title)
    }
}

@Suite struct PreviewTests {
    @Test func `subtitle and body are joined`() {
        let alert = alert {
            $0.subtitle = "Five Card Draw"; $0.body = "Bob wants to play poker"
        }
        #expect(reading(alert, outcome: .shown).preview == "Five Card Draw – Bob wants to play poker")
    }

    @Test func `a key of the body stands with its arguments`() {
        let alert = alert {
            $0.localization = Localization()
            $0.localization?.body = key("GAME_PLAY", "Shelly", "Rick")
        }
        #expect(reading(alert, outcome: .shown).preview == "GAME_PLAY (Shelly, Rick)")
    }

    @Test func `data is named by its keys`() {
        #expect(reading(nil, outcome: .notShown, wakesApp: true, data: ["kind", "a"]).preview == "data: kind, a")
    }

    @Test(
        arguments: [
            (0, nil, "clears the badge"), (3, nil, "badge 3"), (nil, "default", "sound default"),
            (0, "default", "clears the badge, sound default"), (nil, nil, "no alert, no data"),
        ] as [(Int64?, Text?, Text)])
    func `badge and sound are told when there is no text`(badge: Int64?, sound: Text?, preview: Text) {
        let alert = alert {
            $0.badge = badge; $0.sound = sound
        }
        #expect(reading(alert, outcome: .badgeOrSound).preview == preview)
    }

    @Test func `a preview is cut at the limit`() {
        let limit = PushReading.longestPreview
        let whole = Text(String(repeating: "x", count: limit))
        #expect(reading(alert { $0.body = whole }, outcome: .shown).preview == whole)
        let cut = Text(String(repeating: "x", count: limit - 1) + "…")
        let longer = Text(String(repeating: "x", count: limit + 1))
        #expect(reading(alert { $0.body = longer }, outcome: .shown).preview == cut)
    }
}

@Suite struct ExplainTests {
    @Test func `a silent push displays nothing`() {
        let text = reading(nil, outcome: .notShown, wakesApp: true).explain.description
        #expect(text.contains("displays nothing"))
        #expect(text.hasSuffix("Because of it."))
    }

    @Test func `an empty push is almost certainly a mistake`() {
        #expect(reading(nil, outcome: .notShown).explain.description.contains("almost certainly a mistake"))
    }

    @Test func `a refused push reaches nobody`() {
        let text = reading(nil, outcome: .refused).explain
        #expect(text == "This push was refused, so nothing reaches a device. Because of it.")
    }

    @Test func `platforms are told apart, and those with the same reason share it`() {
        var verdicts = Verdicts()
        verdicts.ios = Verdict(outcome: .notShown, reason: "a", explain: "No alert for it.")
        verdicts.android = Verdict(outcome: .shown, reason: "b", explain: "A card is shown.")
        verdicts.web = Verdict(outcome: .notShown, reason: "a", explain: "No alert for it.")
        let reading = PushReading(message: Message(), verdicts: verdicts, findings: [])
        #expect(
            reading.explain == """
                The user notices this push on Android, and not on iOS or Web. iOS, Web: No alert for it. \
                Android: A card is shown.
                """)
    }
}
