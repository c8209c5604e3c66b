import Bytes
import CaptureLog
import PushModel
import Report
import TestSupport
import Testing

/// What a card shows of a push, read from the parsed page.
@Suite struct CardTests {
    @Test func `a notification is drawn with its title, subtitle, body and app`() async throws {
        let card = try await card { run in
            run.apns(#"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"}}}"#)
        }
        #expect(card.classes.contains("notification"))
        #expect(!card.classes.contains("silent"))
        let banner = try #require(card.all(withClass: "banner").first)
        #expect(banner.all(withClass: "title").map(\.text) == ["T"])
        #expect(banner.all(withClass: "subtitle").map(\.text) == ["S"])
        #expect(banner.all(withClass: "text").map(\.text) == ["B"])
        #expect(banner.all(withClass: "from").first?.text.description.contains("com.example.MyApp") == true)
        #expect(card.all(withClass: "quiet").isEmpty)
    }

    @Test func `a silent push looks like no notification and says so`() async throws {
        let page = try await page { run in
            run.apns(#"{"aps":{"alert":"Hello"}}"#)
            for _ in 0..<2 {
                run.apns(
                    #"{"aps":{"content-available":1},"sync":"orders"}"#,
                    headers: [
                        "apns-topic": "com.example.MyApp", "apns-push-type": "background", "apns-priority": "5",
                    ]
                )
            }
        }
        let silent = page.root.all(withClass: "push").filter { $0.classes.contains("silent") }
        #expect(silent.count == 2)
        for card in silent {
            #expect(card.all(withClass: "banner").isEmpty)
            #expect(card.all(withClass: "title").isEmpty)
            #expect(card.text.description.contains("Displays nothing"))
            #expect(card.all(withClass: "facts").first?.text.description.contains("sync") == true)
        }
        let tile = try #require(page.root.all(withClass: "tile").first { $0.classes.contains("silent") })
        #expect(tile.all(named: "b").first?.text == "2")
    }

    @Test func `an empty push is called a mistake`() async throws {
        let card = try await card { $0.apns(#"{"aps":{}}"#) }
        #expect(card.classes.contains("empty"))
        #expect(card.all(withClass: "quiet").first?.classes.contains("empty") == true)
        #expect(card.text.description.contains("almost certainly a mistake"))
        #expect(card.all(withClass: "verdict").first?.text == "Empty")
    }

    @Test func `a badge alone is noticed and needs no card`() async throws {
        let card = try await card { $0.apns(#"{"aps":{"badge":0}}"#) }
        #expect(card.classes.contains("notification"))
        #expect(card.all(withClass: "banner").isEmpty)
        #expect(card.all(withClass: "signal").first?.text.description.contains("clears the badge") == true)
    }

    @Test func `text by key names the key and its arguments`() async throws {
        let card = try await card {
            $0.apns(#"{"aps":{"alert":{"title-loc-key":"TITLE","loc-key":"BODY","loc-args":["Ann","12"]}}}"#)
        }
        let keys = card.all(withClass: "key")
        #expect(keys.map { $0.all(named: "code").map(\.text) } == [["TITLE"], ["BODY", "Ann", "12"]])
    }

    @Test func `the facts say where a device push went and how`() async throws {
        let card = try await card { run in
            run.apns(
                #"{"aps":{"alert":"x"}}"#,
                headers: [
                    "apns-topic": "com.example.MyApp", "apns-push-type": "alert", "apns-priority": "5",
                    "apns-collapse-id": "orders", "apns-expiration": "1796256000",
                ]
            )
        }
        let facts = facts(of: card)
        #expect(facts["Device"]?.hasSuffix("read from path") == true)
        #expect(facts["App"] == "com.example.MyApp ")
        #expect(facts["Priority"] == "5 normal")
        #expect(facts["Collapse key"] == "orders ")
        #expect(facts["Expiry"] == "1796256000 until 2026-12-03 00:00:00.000 UTC")
        #expect(card.all(withClass: "payload").first?.all(named: "pre").first?.text == #"{"aps":{"alert":"x"}}"#)
    }

    @Test func `the facts say that a topic reaches many devices`() async throws {
        let card = try await card {
            $0.fcm(#"{"message":{"topic":"weather","notification":{"title":"x"},"android":{"ttl":"0s"}}}"#)
        }
        let facts = facts(of: card)
        #expect(facts["Topic"] == "weather read from topic; may reach many devices")
        #expect(facts["Expiry"] == "0s delivered at once or dropped")
    }

    @Test func `an image is its address in words`() async throws {
        let page = try await page {
            $0.fcm(#"{"message":{"topic":"t","notification":{"title":"x","image":"https://cdn.example/i.png"}}}"#)
        }
        #expect(try page.card().all(named: "dd").contains { $0.text == "https://cdn.example/i.png" })
        #expect(page.root.all(named: "img").isEmpty)
        #expect(!page.root.all.contains { $0.attributes.contains { $0.value.description.contains("cdn.example") } })
    }

    @Test func `platforms that agree are drawn once, others side by side`() async throws {
        let page = try await page { run in
            run.fcm(#"{"message":{"topic":"t","notification":{"title":"Same","body":"B"}}}"#)
            run.fcm(
                #"{"message":{"token":"t","notification":{"title":"iOS"},"android":{"notification":{"title":"A"}}}}"#
            )
        }
        #expect(try page.card(0).all(withClass: "device").count == 1)
        #expect(try page.card(0).all(withClass: "verdicts").first?.all(named: "li").count == 3)
        let second = try page.card(1).all(withClass: "device")
        #expect(second.map { $0.classes.last } == ["ios", "android"])
        #expect(second.map { $0.all(withClass: "title").first?.text } == ["iOS", "A"])
    }

    struct Look: Sendable, CustomTestStringConvertible {
        let outcome: Outcome
        let drawn: String
        let absent: [String]
        var testDescription: String { outcome.rawValue }
    }

    static let looks = [
        Look(outcome: .shown, drawn: "banner", absent: ["quiet", "signal", "island"]),
        Look(outcome: .badgeOrSound, drawn: "signal", absent: ["banner", "quiet", "island"]),
        Look(outcome: .liveActivity, drawn: "island", absent: ["banner", "quiet", "signal"]),
        Look(outcome: .appDecides, drawn: "quiet", absent: ["banner", "screen"]),
        Look(outcome: .notShown, drawn: "quiet", absent: ["banner", "screen"]),
        Look(outcome: .refused, drawn: "quiet", absent: ["banner", "screen"]),
    ]

    @Test(arguments: looks) func `each outcome has a look, a word and an icon of its own`(of look: Look) async throws {
        var alert = Alert()
        alert.title = "x"
        alert.badge = 1
        let shown = alert
        let source = ReportSource(events: SampleRun.one.events)
        let page = try await RenderedReport(source) { _, _ in
            var verdicts = Verdicts()
            verdicts.ios = Verdict(
                outcome: look.outcome,
                reason: "reason_code",
                explain: "A sentence.",
                wakesApp: true,
                alert: look.outcome.isNoticed ? shown : nil
            )
            return PushReading(message: Message(), verdicts: verdicts, findings: [])
        }.page
        let card = try page.card()
        #expect(card.all(withClass: look.drawn).count == 1)
        for name in look.absent { #expect(card.all(withClass: name).isEmpty, "\(name)") }
        let verdict = try #require(card.all(withClass: "verdicts").first?.all(named: "li").first)
        #expect(verdict.classes == [look.outcome.rawValue])
        #expect(verdict.text.description.hasPrefix("iOS: "))
        #expect(verdict.text.description.hasSuffix(" A sentence. reason_code"))
        let icon = verdict.all(named: "svg").first?.all.last?.attribute("href")
        #expect(icon == Text("#icon-\(look.outcome.rawValue)"))
        #expect(page.element(id: "icon-\(look.outcome.rawValue)") != nil)
    }

    @Test func `findings say code, severity, place and help`() async throws {
        let card = try await card {
            $0.apns(#"{"aps":{"alert":"x"}"#)
        }
        let finding = try #require(card.all(withClass: "findings").first?.all(named: "li").first)
        #expect(finding.classes == ["error"])
        #expect(finding.all(named: "b").first?.text == "Error:")
        #expect(finding.all(named: "code").first?.text == "apns-not-json")
    }

    @Test func `a secret's place says what is known of it`() async throws {
        let card = try await card { $0.apns(#"{"aps":{"alert":"x"}}"#) }
        #expect(card.text.description.contains("redacted: bearer, 211 bytes, SHA-256 begins 9f86d081884c7d65"))
    }

    @Test func `the readable form keeps numbers, order and repetition`() async throws {
        let card = try await card { $0.apns(#"{"z":1e400,"a":1.10,"a":18446744073709551616,"aps":{"alert":"x"}}"#) }
        let blocks = try #require(card.all(withClass: "payload").first?.all(named: "pre"))
        #expect(blocks.count == 2)
        #expect(
            blocks.last?.text == """
                {
                  "z": 1e400,
                  "a": 1.10,
                  "a": 18446744073709551616,
                  "aps": {
                    "alert": "x"
                  }
                }
                """
        )
    }

    @Test func `text that a phone cuts is whole one click away`() async throws {
        let fitting = String(repeating: "a", count: 140)
        let page = try await page { run in
            run.apns(Text(#"{"aps":{"alert":""# + fitting + #""}}"#))
            run.apns(Text(#"{"aps":{"alert":""# + fitting + #"b"}}"#))
            run.apns(#"{"aps":{"alert":"1\n2\n3\n4\n5"}}"#)
        }
        #expect(try page.card(0).all(withClass: "whole-text").isEmpty)
        #expect(try page.card(1).all(withClass: "whole-text").map(\.text) == [Text(fitting + "b")])
        #expect(try page.card(2).all(withClass: "whole-text").map(\.text) == ["1\n2\n3\n4\n5"])
    }

    private func page(_ fill: (inout SampleRun) -> Void) async throws -> HTMLTree {
        var run = SampleRun(empty: ())
        fill(&run)
        return try await RenderedReport(run).page
    }

    private func card(_ fill: (inout SampleRun) -> Void) async throws -> HTMLTree.Element {
        try await page(fill).card()
    }

    private func facts(of card: HTMLTree.Element) -> [String: String] {
        let rows = card.all(withClass: "facts").first?.all(named: "dl").first?.all(named: "div") ?? []
        return Dictionary(
            rows.map { ($0.all(named: "dt")[0].text.description, $0.all(named: "dd")[0].text.description) }
        ) { first, _ in first }
    }
}

extension SampleRun {
    /// One push.
    static var one: SampleRun {
        var run = SampleRun(empty: ())
        run.apns(#"{"aps":{"alert":"x"}}"#)
        return run
    }
}
