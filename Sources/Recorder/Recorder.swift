package import Bytes
package import CaptureLog
package import HTTPMessage
package import HTTPServer
package import HTTPWire
package import Providers
package import ReadAPI
package import ScriptedAnswers

/// Stands between a server and a log: asks the provider for its answer, stages the line, and keeps the batch.
///
/// Every request that a server hands over becomes one line, whatever its route and its answer: ``Event/Content/push(_:)``
/// on a provider's route, ``Event/Content/request(_:)`` elsewhere and where the request never came whole or broke the
/// protocol. An answer leaves only after its line is kept; while the log cannot be written, clients get the vendor's own
/// "unavailable".
package final class Recorder: RequestHandler {
    /// Something that the person who runs the recorder should hear of.
    package enum Notice: Sendable, Equatable {
        /// The log stopped taking lines; requests are refused until it takes them again.
        case logFailed(CaptureLogError)
        /// The log takes lines again, after this many requests were refused.
        case logRecovered(refused: Int)
        /// Somebody deleted, moved or cut the log, which had this many lines of this run; recording goes on at its path.
        case logChanged(LogChange, lines: Int)
        /// A TLS handshake failed.
        case handshakeFailed(HandshakeFailure)
    }

    /// How many requests there were of each sort.
    package struct Counts: Sendable, Equatable {
        /// On a provider's route, and recorded.
        package var pushes = 0
        /// On nobody's route, and recorded.
        package var requests = 0
        /// Test steps that were named.
        package var marks = 0
        /// Times that the read API was cleared, wholly or of one push.
        package var resets = 0
        /// Refused because the log could not be written; not recorded.
        package var unrecorded = 0
        /// Tunnels that were opened.
        package var tunnels = 0
        /// TLS handshakes that came to nothing.
        package var failedHandshakes = 0
        /// Lines that were recorded in a file that was then deleted or cut.
        package var lost = 0

        /// True when the log has not everything that was answered.
        package var isIncomplete: Bool { unrecorded > 0 || lost > 0 }
    }

    /// What a `run` line says.
    struct Run {
        let version: Text
        let limits: KeyValuePairs<StaticString, Int>
        let listeners: [Text]
    }

    /// Which listener the read API is on.
    package struct APIPlace: Sendable {
        /// The position of the listener.
        let listener: Int
        /// True when pushes come by the same listener.
        let isShared: Bool

        /// A place.
        package init(listener: Int, isShared: Bool) {
            self.listener = listener
            self.isShared = isShared
        }
    }

    /// What was counted since ``start(version:limits:listeners:)``.
    package internal(set) var counts = Counts()

    private let rules: AnswerRules
    let now: () -> Instant
    let notify: (Notice) -> Void
    var log: LogWriter
    var writer = EventWriter()
    var identifiers = EventIdentifiers()
    private var uuids = UUIDs()
    var line: [UInt8] = []
    var staged = Counts()
    private var outcomes: [SendOutcome: Int] = [:]
    private var refusedSinceFailure: Int?
    var api: (ReadAPI, APIPlace)?
    var stagedLines: [KeptLine] = []
    private var script: AnswerScript?
    private var opensTunnels = false
    private var isDraining = false
    var showsEarlier = false
    var run: Run?
    /// How many lines of this run the file has.
    var linesInFile = 0
    var stagedLineCount = 0

    /// A recorder that writes to a log.
    ///
    /// - Parameters:
    ///   - now: the clock.
    ///   - notify: is told of a log that fails and of one that recovers, once each.
    package init(
        log: consuming LogWriter,
        rules: AnswerRules,
        now: @escaping () -> Instant,
        notify: @escaping (Notice) -> Void
    ) {
        self.log = log
        self.rules = rules
        self.now = now
        self.notify = notify
    }

    /// Follows an answer script from now on.
    package func follow(_ script: AnswerScript) {
        self.script = script
    }

    /// Takes tunnels from now on, in which the server has to speak TLS.
    package func openTunnels() {
        opensTunnels = true
    }

    /// Serves the read API from now on.
    ///
    /// - Parameters:
    ///   - showsEarlier: true to show what the log has already, false for what is recorded from now on.
    ///   - allowsAnyHost: true when other machines are served.
    ///   - version: that of the program.
    /// - Throws: ``CaptureLogError`` when the log cannot be read.
    package func serveAPI(
        at place: APIPlace, showsEarlier: Bool, allowsAnyHost: Bool, version: Text, limits: APILimits = APILimits()
    ) throws(CaptureLogError) {
        let index = CaptureIndex(try log.reader())
        self.showsEarlier = showsEarlier
        if showsEarlier { try index.appendLog() }
        api = (
            ReadAPI(index: index, allowsAnyHost: allowsAnyHost, version: version, limits: limits, now: now), place
        )
    }

    /// Writes the `run` line.
    ///
    /// - Parameters:
    ///   - limits: the name of each limit in force, and its value.
    ///   - listeners: the addresses that are listened on, each `HOST:PORT`.
    /// - Throws: ``CaptureLogError`` when the log does not take it.
    package func start(
        version: Text, limits: KeyValuePairs<StaticString, Int>, listeners: [Text]
    ) throws(CaptureLogError) {
        let run = Run(version: version, limits: limits, listeners: listeners)
        self.run = run
        stage(run)
        try commitLog()
    }

    /// Writes the `end` line.
    ///
    /// - Parameter unread: what the server counted.
    /// - Throws: ``CaptureLogError`` when the log does not take it.
    package func finish(unread: UnreadRequests = UnreadRequests()) throws(CaptureLogError) {
        let time = now()
        let counts: KeyValuePairs<StaticString, Int> = [
            "push": counts.pushes, "request": counts.requests, "mark": counts.marks, "reset": counts.resets,
            "unrecorded": counts.unrecorded, "lost": counts.lost, "refused_streams": unread.refusedStreams,
            "malformed": unread.malformed, "timed_out": unread.timedOut, "broken_off": unread.brokenOff,
            "tunnels": self.counts.tunnels, "failed_handshakes": self.counts.failedHandshakes,
        ]
        beginLine()
        writer.append(endWith: counts, id: identifiers.next(at: time), time: time, to: &line)
        endLine()
        try commitLog()
    }

    package func received(
        _ request: HTTPRequest,
        on connection: ConnectionFacts,
        cut: RequestCut?
    ) -> HTTPResponse {
        record(request, on: connection, cut: cut).response
    }

    /// Stages the line of a request and of its answer.
    ///
    /// - Returns: the answer, and what the script makes of it besides.
    private func record(
        _ request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?
    ) -> (response: HTTPResponse, scene: AnswerScript.Scene?) {
        let time = now()
        let context = AnswerContext(
            eventID: identifiers.next(at: time), uuid: uuids.next(), rules: rules, time: time, outcomes: outcomes
        )
        let refusal = cut == nil ? refusal(of: request, on: connection) : nil
        let isUnderstood = cut?.isOfWire != true && refusal == nil
        let endpoint = isUnderstood ? Providers.endpoint(for: request) : nil
        let provider = isUnderstood && endpoint == nil ? Providers.owner(of: request) : nil
        var answer = Answer(HTTPResponse(status: 404))
        var annotations = Annotations()
        if let cut {
            annotations.limit = cut.text
            answer.response =
                provider?.response(toCut: cut, request, in: context)
                ?? plainAnswer(status: cut.status, cut.sentence)
        } else if let refusal {
            answer.response = plainAnswer(status: refusal.status, refusal.sentence)
        } else if let endpoint {
            answer = endpoint.answer(to: request, in: context)
        } else if let provider {
            answer = provider.answer(to: request, in: context)
        } else {
            answer.response = answerOffRoute(to: request)
        }
        annotations.warning = answer.warning
        annotations.others = answer.notes
        annotations.tunnel = connection.tunnel?.target
        annotations.isSecure = connection.isSecure
        annotations.clientCertificate = connection.clientCertificate
        var scene: AnswerScript.Scene?
        if cut == nil, let provider {
            scene = script?.play(request, answered: answer, by: provider, in: context, noting: annotations)
            annotations.scripted = scene?.note
            answer = scene?.answer ?? answer
        }
        if let outcome = answer.outcome { outcomes[outcome, default: 0] += 1 }
        let exchange = Exchange(
            provider: answer.isPush ? provider?.name : nil,
            request: request,
            response: answer.response,
            annotations: annotations
        )
        beginLine()
        writer.append(exchange, id: context.eventID, time: time, to: &line)
        let offset = endLine()
        if exchange.provider == nil {
            staged.requests += 1
        } else {
            staged.pushes += 1
            keep(.push, id: context.eventID, time: time, offset: offset)
        }
        return (answer.response, scene)
    }

    package func commit() -> Bool {
        // A turn of questions to the read API alone says nothing of the log.
        guard stagedLineCount > 0 else { return true }
        defer {
            staged = Counts()
            stagedLines.removeAll(keepingCapacity: true)
        }
        do throws(CaptureLogError) {
            try commitLog()
        } catch {
            if refusedSinceFailure == nil { notify(.logFailed(error)) }
            let refused = staged.pushes + staged.requests + staged.marks + staged.resets
            refusedSinceFailure = (refusedSinceFailure ?? 0) + refused
            counts.unrecorded += refused
            return false
        }
        counts.pushes += staged.pushes
        counts.requests += staged.requests
        counts.marks += staged.marks
        counts.resets += staged.resets
        if let (api, _) = api { for line in stagedLines { api.index.append(line) } }
        if let refused = refusedSinceFailure {
            refusedSinceFailure = nil
            notify(.logRecovered(refused: refused))
        }
        return true
    }

    package func unavailable(for request: HTTPRequest) -> HTTPResponse {
        let context = AnswerContext(eventID: "", uuid: uuids.next(), rules: rules)
        let provider = Providers.endpoint(for: request) == nil ? Providers.owner(of: request) : nil
        return provider?.unavailable(for: request, in: context)
            ?? plainAnswer(status: 503, "the capture log cannot be written")
    }

    package func reply(to request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> Reply? {
        if let (api, place) = api, connection.listener == place.listener,
            !place.isShared || ReadAPI.owns(request.path)
        {
            return api.reply(to: request, cut: cut, keeper: self)
        }
        if cut == nil, case .tunnel(let tunnel) = proxyRequest(request, on: connection) {
            counts.tunnels += 1
            return .tunnel(tunnel)
        }
        guard script != nil else { return nil }
        let (response, scene) = record(request, on: connection, cut: cut)
        guard let scene, scene.isDropped || scene.isLast || scene.delay != nil else { return .response(response) }
        return .later(
            ScriptedReply(response, scene, unavailable: unavailable(for: request)) { [unowned self] in
                (isKept: refusedSinceFailure == nil, isDraining: isDraining)
            }
        )
    }

    package func handshakeFailed(_ failure: HandshakeFailure) {
        counts.failedHandshakes += 1
        notify(.handshakeFailed(failure))
    }

    private func proxyRequest(_ request: HTTPRequest, on connection: ConnectionFacts) -> ProxyRequest? {
        ProxyRequest(request, on: connection, opensTunnels: opensTunnels)
    }

    private func refusal(of request: HTTPRequest, on connection: ConnectionFacts) -> ProxyRequest.Refusal? {
        if case .refused(let refusal) = proxyRequest(request, on: connection) { return refusal }
        return nil
    }

    package func drainBegan() {
        isDraining = true
        api?.0.drainBegan()
    }
}
