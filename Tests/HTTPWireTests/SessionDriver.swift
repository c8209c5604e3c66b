import Bytes
import HTTPMessage
import HTTPWire

/// Feeds a session as a server would, and keeps what comes out of it.
final class SessionDriver {
    let context: SessionContext
    private(set) var session: HTTPSession
    private(set) var requests: [HTTPRequest] = []
    private(set) var cuts: [RequestCut?] = []
    private(set) var output: [UInt8] = []
    /// What each request is answered with; nil leaves them waiting in ``unanswered``.
    var answer: HTTPResponse? = HTTPResponse(status: 200)
    private(set) var unanswered: [Int] = []
    var now = Duration.zero
    var outputLimit = 1 << 20

    init(http1 limits: Limits = Limits()) {
        context = SessionContext(limits: limits)
        session = .http1(HTTP1Session(context: context, now: .zero))
    }

    init?(http2 limits: Limits = Limits()) {
        context = SessionContext(limits: limits)
        guard let created = HTTP2Session(context: context, now: .zero) else { return nil }
        session = .http2(created)
    }

    /// Takes all bytes at once, answers what became whole and drains.
    func feed(_ bytes: [UInt8]) {
        session.feed(bytes.span, now: now)
        work()
    }

    /// Takes the bytes in pieces of a fixed size.
    func feed(_ bytes: [UInt8], inPiecesOf size: Int) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            feed(Array(bytes[start..<min(start + size, bytes.count)]))
        }
    }

    /// Answers what waits and drains, until nothing more happens.
    func work() {
        repeat {
            var numbers: [Int] = []
            session.takeRequests(into: &numbers)
            for number in numbers {
                let response = session.withRequest(number) { request, cut in
                    requests.append(request)
                    cuts.append(cut)
                    return cut.map { HTTPResponse(status: $0.status) } ?? answer ?? HTTPResponse(status: 200)
                }
                if answer == nil { unanswered.append(number) } else { respond(to: number, with: response) }
            }
            session.drain(into: &output, upTo: outputLimit, now: now)
        } while session.hasRequest
    }

    /// Answers a request and drains.
    func respond(to number: Int, with response: HTTPResponse) {
        session.respond(to: number, with: response, now: now)
        session.drain(into: &output, upTo: outputLimit, now: now)
    }

    /// Takes the output since the last call.
    func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// ``output`` as text.
    var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The status lines in the output of an HTTP/1 session.
    var statuses: [Int] {
        outputText.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }.compactMap {
            Int($0.dropFirst(9).prefix(3))
        }
    }

    /// Lets time pass.
    func wait(_ duration: Duration) {
        now += duration
        session.expire(now: now)
        work()
    }
}

extension HTTPRequest {
    /// The parts that tell requests apart, as text.
    var summary: String {
        let fields = (0..<headers.count).map { position in
            String(decoding: headers.name(at: position), as: UTF8.self) + "="
                + String(decoding: headers.value(at: position), as: UTF8.self)
        }
        return [method, target, body].map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            + " [" + fields.joined(separator: ",") + "]"
    }
}
