import Bytes
import PushModel
import Testing

private func verdicts(_ outcomes: [Platform: (Outcome, Bool)]) -> Verdicts {
    var verdicts = Verdicts()
    for (platform, (outcome, wakesApp)) in outcomes {
        verdicts[platform] = Verdict(outcome: outcome, reason: "r", explain: "Because.", wakesApp: wakesApp)
    }
    return verdicts
}

@Suite struct KindTests {
    @Test(arguments: [Outcome.shown, .badgeOrSound, .liveActivity])
    func `what the user notices anywhere is a notification`(outcome: Outcome) {
        #expect(verdicts([.ios: (.notShown, false), .web: (outcome, false)]).kind == .notification)
    }

    @Test(arguments: [Outcome.appDecides, .notShown])
    func `what only an app gets is silent`(outcome: Outcome) {
        #expect(verdicts([.ios: (.notShown, false), .android: (outcome, true)]).kind == .silent)
    }

    @Test func `what nobody gets is empty`() {
        #expect(verdicts([.ios: (.notShown, false), .android: (.notShown, false)]).kind == .empty)
        #expect(Verdicts().kind == .empty)
    }

    @Test func `a refused push is empty even if it would wake an app`() {
        #expect(verdicts([.ios: (.refused, true)]).kind == .empty)
        #expect(verdicts([.ios: (.refused, true)]).isRefused)
        #expect(!verdicts([.ios: (.refused, true), .web: (.shown, false)]).isRefused)
    }

    @Test func `a reading takes its kind from the verdicts`() {
        let reading = PushReading(message: Message(), verdicts: verdicts([.ios: (.shown, false)]), findings: [])
        #expect(reading.message.kind == .notification)
    }

    @Test func `a reading puts errors first and keeps the order within a severity`() {
        let findings: [Finding] = [
            .note("a", at: .request, "A.", help: ""), .warning("b", at: .request, "B.", help: ""),
            .error("c", at: .request, "C.", help: ""), .warning("d", at: .request, "D.", help: ""),
        ]
        let reading = PushReading(message: Message(), verdicts: Verdicts(), findings: findings)
        #expect(reading.findings.map(\.code) == ["c", "b", "d", "a"])
    }
}

@Suite struct AlertTests {
    @Test(arguments: ["title", "subtitle", "body"])
    func `text makes a card and white space alone does not`(name: String) throws {
        let fields = ["title": \Alert.title, "subtitle": \.subtitle, "body": \.body]
        let field = try #require(fields[name])
        var alert = Alert()
        alert[keyPath: field] = "Hello"
        #expect(alert.hasText)
        #expect(!alert.isEmpty)
        alert[keyPath: field] = " \u{3000}\n"
        #expect(!alert.hasText)
        #expect(alert.isEmpty)
        #expect(alert[keyPath: field] == " \u{3000}\n")
    }

    @Test func `a key of a text makes a card`() {
        var alert = Alert()
        alert.localization = Localization()
        #expect(!alert.hasText)
        alert.localization?.subtitle = LocalizedText(key: "GAME", arguments: [])
        #expect(alert.hasText)
    }

    @Test func `a badge of zero is something to notice and a category is not`() {
        var alert = Alert()
        alert.category = "GAME_INVITATION"
        alert.image = "https://example.test/a.png"
        #expect(alert.isEmpty)
        alert.badge = 0
        #expect(!alert.isEmpty)
        #expect(!alert.hasText)
    }

    @Test(arguments: [("", true), (" ", true), ("\u{A0}\u{2003}", true), ("a", false), (" é", false), ("\u{1}", false)])
    func `blank text is what Unicode calls white space`(string: String, isBlank: Bool) {
        #expect(Text(string).isBlank == isBlank)
    }
}
