import Bytes
import CaptureLog
import HTTPMessage
import PushModel
import Report
import TestSupport
import Testing

/// Hostile strings in every place where something captured is shown.
@Suite struct HostileTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: Text
        var testDescription: String { name }
    }

    static let cases = HostileText.all.map { Case(name: $0.name, text: $0.text) }

    @Test(arguments: cases) func `changes no element and no attribute`(of hostile: Case) async throws {
        let report = try await RenderedReport(filledWith: hostile.text)
        let twin = try await RenderedReport(filledWith: HostileText.twin(of: hostile.text))
        #expect(report.page.shape == twin.page.shape)
        #expect(report.markdownPage.shape == twin.markdownPage.shape)
    }

    @Test(arguments: cases) func `becomes no attribute and no link`(of hostile: Case) async throws {
        let report = try await RenderedReport(filledWith: hostile.text)
        let page = report.page
        for element in page.root.all {
            for (name, value) in element.attributes {
                #expect(!name.hasPrefix("on"))
                #expect(!value.description.contains("probe"), "\(element.name) \(name)")
            }
            for name in ["href", "xlink:href"] {
                guard let target = element.attribute(name), element.name != "link" else { continue }
                #expect(target.bytes.first == UInt8(ascii: "#"))
            }
        }
        #expect(page.root.all(named: "script").count == 1)
        for name in ["iframe", "img", "object", "embed", "base"] {
            #expect(page.root.all(named: name).isEmpty)
        }
        #expect(report.markdownPage.root.all(named: "a").isEmpty)
        #expect(report.markdownPage.root.all(named: "img").isEmpty)
    }

    @Test(arguments: cases) func `is shown as it was sent, with tokens for what is invisible`(
        _ hostile: Case
    ) async throws {
        let page = try await RenderedReport(filledWith: hostile.text).page
        let card = try page.card()
        let drawn = Text(repairing: VisibleText.visible(hostile.text, in: .card))
        let posted = Text(repairing: VisibleText.visible(hostile.text, in: .payload))
        for place in ["title", "subtitle", "text", "whole-text"] {
            let shown = card.all(withClass: place).map(\.text)
            if place != "whole-text" { #expect(shown.contains(drawn), "\(place)") }
        }
        let codes = Set(card.all(named: "code").map(\.text))
        #expect(codes.contains(drawn))
        // The target, the app, the push type, the priority, the expiry, the collapse key.
        let facts = try #require(card.all(withClass: "facts").first)
        #expect(facts.all(named: "code").count { $0.text == drawn } >= 6)
        // Sound, level, image, category, thread, channel.
        #expect(card.all(withClass: "carries").flatMap { $0.all(named: "dd") }.count { $0.text == drawn } >= 6)
        let exchange = try #require(card.all(withClass: "exchange").first)
        #expect(exchange.all(named: "th").contains { $0.text == posted })
        #expect(exchange.all(named: "td").contains { $0.text == posted })
        #expect(exchange.all(named: "pre").contains { $0.text == posted })
        let payload = try #require(card.all(withClass: "payload").first)
        #expect(payload.all(named: "pre").first?.text == posted)
        let outgoing = try #require(card.all(withClass: "outgoing").first).all(named: "pre").map(\.text)
        let line = Text(repairing: VisibleText.visible(hostile.text, in: .line))
        #expect(outgoing.contains(posted))
        #expect(outgoing.contains(Text("POST \(line) HTTP/2\nhost: \(line)\n\(line): \(line)")))
        #expect(page.root.all(named: "h3").first?.all(named: "bdi").first?.text == drawn)
        #expect(page.root.all(withClass: "gaps").first?.all(named: "bdi").first?.text == drawn)
        #expect(page.root.all(named: "h1").first?.text == drawn)
    }

    @Test func `a body that is not UTF-8 is shown byte by byte`() async throws {
        var exchange = everywhere("x")
        exchange.request.body = [0x7B, 0xFF, 0x00, 0x0D, 0x0A, 0x09, 0xC3, 0x28]
        let event = Event(id: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", time: Instant(microseconds: 0), content: .push(exchange))
        let report = try await RenderedReport(ReportSource(events: [event]))
        let payload = try #require(report.page.card().all(withClass: "payload").first)
        #expect(payload.all(named: "pre").first?.text == "{⟦0xFF⟧⟦U+0000⟧\r\n\t⟦0xC3⟧(")
    }

    @Test func `an identifier that is no ULID is never one of the page`() async throws {
        for id: Text in ["\" onclick=probe() x=\"", "01jdx0q6w5t5v0zk7m3n8r2b4c", "01JDX0Q6W5T5V0ZK7M3N8R2B4I", ""] {
            let event = Event(id: id, time: Instant(microseconds: 0), content: .push(everywhere("x")))
            let report = try await RenderedReport(ReportSource(events: [event]))
            #expect(report.page.element(id: "e-push-1") != nil)
        }
    }

    @Test func `ten megabytes in a title make a line of it`() async throws {
        let long = Text(repairing: [UInt8](repeating: UInt8(ascii: "<"), count: 10 << 20))
        var alert = Alert()
        alert.title = long
        let shown = alert
        let source = ReportSource(
            events: [Event(id: "1", time: Instant(microseconds: 0), content: .push(everywhere("x")))]
        )
        let report = try await RenderedReport(source) { _, _ in
            var message = Message()
            message.alert = shown
            var verdicts = Verdicts()
            verdicts.ios = Verdict(outcome: .refused, reason: "x", explain: "x")
            return PushReading(message: message, verdicts: verdicts, findings: [])
        }
        #expect(report.html.count < 100_000)
        #expect(report.markdown.count < 10_000)
    }
}

private func everywhere(_ text: Text) -> Exchange {
    var headers = HeaderList()
    headers.append(text.bytes[...], text.bytes[...])
    headers.append("authorization", [])
    var annotations = Annotations()
    annotations.warning = text
    annotations.jwtClaims = text.bytes
    annotations.jwtHeader = text.bytes
    annotations.jwtProblem = text
    annotations.limit = text
    annotations.clientCertificate = text
    annotations.others = [Annotations.Member(key: text, value: text.bytes)]
    return Exchange(
        provider: text,
        request: HTTPRequest(
            method: text.bytes, target: text.bytes, version: .http2, headers: headers, body: text.bytes),
        response: HTTPResponse(status: 200, headers: headers, body: text.bytes),
        redactions: [
            Redaction(place: .header(position: 1), scheme: text, sha256: text, length: 3),
            Redaction(place: .parameter(name: text), scheme: nil, sha256: text, length: 3),
        ],
        annotations: annotations
    )
}

private func reading(_ text: Text) -> PushReading {
    var alert = Alert()
    alert.title = text
    alert.subtitle = text
    alert.body = text
    alert.image = text
    alert.badge = 1
    alert.sound = text
    alert.category = text
    alert.interruptionLevel = text
    alert.thread = text
    alert.channel = text
    var localization = Localization()
    localization.title = LocalizedText(key: text, arguments: [text, text])
    localization.subtitle = LocalizedText(key: text, arguments: [])
    localization.body = LocalizedText(key: text, arguments: [text])
    alert.localization = localization
    var message = Message()
    message.pushType = text
    message.app = text
    message.target = Target(kind: .topic, value: text, source: text)
    message.alert = alert
    message.dataKeys = [text, text]
    message.delivery.priorityRaw = text
    message.delivery.expiry = Expiry(meaning: .unusable, raw: text)
    message.delivery.collapseKey = text
    message.gateway = Gateway(
        service: text, mode: text, pool: text,
        outgoing: OutgoingRequest(
            service: text, authority: text, path: text, headers: [OutgoingRequest.Header(name: text, value: text)],
            body: text
        )
    )
    var verdicts = Verdicts()
    verdicts.ios = Verdict(outcome: .shown, reason: text, explain: text, alert: alert)
    verdicts.android = Verdict(outcome: .badgeOrSound, reason: text, explain: text, alert: alert)
    verdicts.web = Verdict(outcome: .liveActivity, reason: text, explain: text, alert: alert)
    let places: [Finding.Place] = [
        .body(pointer: text), .header(name: text), .target, .request, .outgoing(.header(name: text)),
    ]
    let findings = places.map { Finding(code: text, severity: .error, place: $0, message: text, help: text) }
    return PushReading(message: message, verdicts: verdicts, findings: findings)
}

extension RenderedReport {
    /// A report in which every captured value is the text.
    fileprivate init(filledWith text: Text) async throws {
        let time = Instant(microseconds: 1_796_169_599_000_000)
        let source = ReportSource(
            events: [
                Event(id: "01JDX0Q6W5T5V0ZK7M3N8R2B4B", time: time, content: .mark(label: text)),
                Event(id: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", time: time, content: .push(everywhere(text))),
                Event(id: "01JDX0Q6W5T5V0ZK7M3N8R2B4D", time: time, content: .mark(label: text)),
                Event(id: text, time: time, content: .push(everywhere(text))),
            ],
            inputs: [ReportSource.Input(name: text, events: 4, bytes: 4, sha256: text)],
            gaps: [ReportSource.Gap(isLoss: true, text: text), ReportSource.Gap(isLoss: false, text: text)]
        )
        var options = ReportOptions()
        options.title = text
        try await self.init(source, options) { _, _ in reading(text) }
    }
}
