import Bytes
import CaptureLog
import HTTPMessage
import HTTPServer
import JSONText
import Providers
import ReadAPI
import Recorder
import TestSupport
import Testing

/// A recorder with its read API, without a server: requests go in, and later answers are asked until they are done.
final class APIRun {
    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
    private static let connection = ConnectionFacts(listener: 0, isSecure: false, clientCertificate: nil)

    let folder: TemporaryFolder
    let recorder: Recorder
    /// The time of the recorder's clock; each push takes a millisecond.
    private let clock: Clock

    private final class Clock {
        var microseconds: Int64 = 1_796_040_000_000_000
    }

    /// - Parameters:
    ///   - hasSamples: true to begin with the three pushes that ``samples`` describes.
    ///   - folder: that of a run before, whose log is continued.
    ///   - minutes: how long the clock has gone on meanwhile.
    init(
        hasSamples: Bool = false, continuing folder: TemporaryFolder? = nil, after minutes: Int64 = 1,
        showsEarlier: Bool = true, _ change: (inout APILimits) -> Void = { _ in }
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        let clock = Clock()
        if folder != nil { clock.microseconds += minutes * 60_000_000 }
        self.clock = clock
        recorder = Recorder(
            log: try LogWriter(path: self.folder.file("captures.ndjson")), rules: AnswerRules(),
            now: {
                clock.microseconds += 1000
                return Instant(microseconds: clock.microseconds)
            },
            notify: { Issue.record("unexpected notice \($0)") }
        )
        var limits = APILimits()
        change(&limits)
        try recorder.serveAPI(
            at: Recorder.APIPlace(listener: 0, isShared: true), showsEarlier: showsEarlier, allowsAnyHost: false,
            version: "1", limits: limits)
        if hasSamples { samples() }
    }

    /// An APNs alert, a silent APNs push and an FCM data message to a topic.
    private func samples() {
        apns(
            """
            {"aps":{"alert":{"title":"Game Request","subtitle":"Five Card Draw","body":"Bob wants to play poker"},\
            "badge":3,"sound":"bingbong.aiff","category":"GAME_INVITATION","relevance-score":0.5},\
            "gameID":"12345678","seats":[1,2,3]}
            """, ["apns-push-type": "alert", "apns-priority": "10", "apns-collapse-id": "poker"])
        apns(#"{"aps":{"content-available":1}}"#, ["apns-push-type": "background", "apns-priority": "5"])
        fcm(
            """
            {"message":{"topic":"weather","data":{"kind":"refresh","region":"north"},\
            "android":{"priority":"NORMAL","ttl":"0s"}}}
            """)
    }

    func apns(_ body: String, _ headers: KeyValuePairs<StaticString, Text> = ["apns-push-type": "alert"]) {
        var fields = HeaderList(["apns-topic": "com.example.MyApp", "authorization": "bearer secret"])
        for (name, value) in headers { fields.append(name, value.bytes[...]) }
        push("/3/device/\(Self.token)", fields, body)
    }

    func fcm(_ body: String) {
        push("/v1/projects/my-project/messages:send", HeaderList(), body)
    }

    private func push(_ target: String, _ headers: HeaderList, _ body: String) {
        let request = HTTPRequest(
            method: Array("POST".utf8), target: Array(target.utf8), version: .http2, headers: headers,
            body: Array(body.utf8))
        _ = recorder.received(request, on: Self.connection, cut: nil)
        #expect(recorder.commit())
    }

    func reply(
        _ method: String, _ target: String, _ headers: KeyValuePairs<StaticString, Text> = ["host": "127.0.0.1:8811"],
        body: String = "", cut: RequestCut? = nil
    ) -> Reply? {
        let request = HTTPRequest(
            method: Array(method.utf8), target: Array(target.utf8), headers: HeaderList(headers),
            body: Array(body.utf8))
        return recorder.reply(to: request, on: Self.connection, cut: cut)
    }

    /// The response to a request that does not wait.
    func send(
        _ method: String, _ target: String, _ headers: KeyValuePairs<StaticString, Text> = ["host": "127.0.0.1:8811"],
        body: String = "", cut: RequestCut? = nil
    ) throws -> HTTPResponse {
        switch try #require(reply(method, target, headers, body: body, cut: cut)) {
        case .response(let response):
            #expect(recorder.commit())
            return response
        case .later(let later): return try #require(finish(later))
        case .stream(let response, _): return response
        case .tunnel: throw UnexpectedTunnel()
        }
    }

    private struct UnexpectedTunnel: Error {}

    /// The response that a later one comes to without waiting; nil when it waits or there will be none.
    func finish(_ later: any LaterResponse, at now: Duration = .zero) -> HTTPResponse? {
        while true {
            switch later.proceed(at: now) {
            case .done(let response), .last(let response): return response
            case .working: continue
            case .waiting, .dropped: return nil
            }
        }
    }

    /// The pushes that a listing answers with.
    func list(_ query: String = "") throws -> [JSONValue] {
        let response = try send("GET", "/api/v1/push/messages" + query)
        try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        return Array(try JSONText(parsing: response.body).root.elements)
    }

    /// The kinds of the lines in the log.
    func kinds() throws -> [Text] {
        try folder.read("captures.ndjson").split(separator: UInt8(ascii: "\n"))
            .compactMap { try JSONText(parsing: Array($0)).root.last("kind")?.text }
    }
}

extension HTTPResponse {
    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSONText(parsing: body).root }
    }
}
