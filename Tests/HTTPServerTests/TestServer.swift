import Bytes
import Foundation
import HTTPMessage
import HTTPServer
import HTTPWire
import Synchronization
import TestSupport

/// A server on a thread of its own, with a handler that keeps what it was given.
final class TestServer: Sendable {
    /// What the handler has seen and how it answers.
    struct State: Sendable {
        var requests: [HTTPRequest] = []
        var cuts: [RequestCut?] = []
        var facts: [ConnectionFacts] = []
        /// How many requests each commit made durable.
        var commits: [Int] = []
        var canCommit = true
        /// True when every CONNECT gets a tunnel.
        var opensTunnels = false
        var answer = HTTPResponse(status: 200, headers: HeaderList(["apns-id": "a-B"]))

        /// The targets of the requests, in their order.
        var targets: [String] { requests.map { String(decoding: $0.target, as: UTF8.self) } }
    }

    let addresses: [ServerAddress]
    private let log: HandlerLog
    private let stopSwitch: StopSwitch
    private let ended: DispatchSemaphore

    /// - Parameter configure: changes the configuration, which listens on a free port and heeds no signal.
    init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
        var configuration = ServerConfiguration(listeners: [ServerAddress(host: "127.0.0.1", port: 0)])
        configuration.drainsOnSignals = false
        configuration.noticeTime = .milliseconds(20)
        configure(&configuration)
        let log = HandlerLog()
        let ended = DispatchSemaphore(value: 0)
        let start = Start()
        Thread.detachNewThread { [configuration] in
            do {
                let server = try Server(configuration)
                start.finish(.success((server.addresses, server.stopSwitch)))
                server.run(KeepingHandler(log))
            } catch {
                start.finish(.failure(error))
            }
            ended.signal()
        }
        (addresses, stopSwitch) = try start.wait().get()
        self.log = log
        self.ended = ended
    }

    deinit {
        stopSwitch.stop()
        stopSwitch.stop()
    }

    var port: UInt16 { addresses[0].port }

    /// What the handler has seen so far.
    var state: State { log.state.withLock { $0 } }

    /// Changes how the handler answers.
    func change(_ body: (inout State) -> Void) {
        log.state.withLock { body(&$0) }
    }

    /// Begins a drain.
    func stop() {
        stopSwitch.stop()
    }

    /// Waits until the loop has returned.
    ///
    /// - Returns: false when it has not after ten seconds.
    func waitForEnd() -> Bool {
        defer { ended.signal() }
        return ended.wait(timeout: .now() + 10) == .success
    }

    /// A connection to the first listener.
    func connect() throws -> RawClient {
        try RawClient(addresses[0])
    }
}

private final class HandlerLog: Sendable {
    let state = Mutex(TestServer.State())
}

private final class KeepingHandler: RequestHandler {
    private let log: HandlerLog
    private var staged = 0

    init(_ log: HandlerLog) {
        self.log = log
    }

    func reply(to request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> Reply? {
        let opens = log.state.withLock { $0.opensTunnels } && ASCII.equal(request.method[...], "CONNECT")
        let target = Text(repairing: request.target)
        return opens ? .tunnel(Tunnel(target: target, host: target)) : nil
    }

    func received(_ request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> HTTPResponse {
        staged += 1
        return log.state.withLock {
            $0.requests.append(request)
            $0.cuts.append(cut)
            $0.facts.append(connection)
            return cut.map { HTTPResponse(status: $0.status, body: Array("cut".utf8)) } ?? $0.answer
        }
    }

    func commit() -> Bool {
        defer { staged = 0 }
        return log.state.withLock {
            $0.commits.append(staged)
            return $0.canCommit
        }
    }

    func unavailable(for request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(status: 503, body: request.target)
    }
}

/// Hands what the server's thread began with to the one that made it.
private final class Start: Sendable {
    typealias Outcome = Result<([ServerAddress], StopSwitch), any Error>

    private let outcome = Mutex<Outcome?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func finish(_ value: Outcome) {
        outcome.withLock { $0 = value }
        isSet.signal()
    }

    func wait() -> Outcome {
        isSet.wait()
        return outcome.withLock { $0 } ?? .failure(CancellationError())
    }
}
