import HTTPMessage
import HTTPWire
import TestSupport
import Testing

/// A session past its preface, and a reader of what it sends.
final class HTTP2Conversation {
    let driver: SessionDriver
    let reader = HTTP2AnswerReader()

    /// - Parameter settings: what the client's SETTINGS say.
    init(_ limits: Limits = Limits(), settings: [(identifier: UInt16, value: UInt32)] = []) throws {
        driver = try #require(SessionDriver(http2: limits))
        feed(HTTP2Frames.magic + HTTP2Frames.settings(settings))
    }

    var answers: [UInt32: HTTP2AnswerReader.Answer] { reader.answers }

    /// Sends bytes to the session and reads what it answers.
    func feed(_ bytes: [UInt8]) {
        driver.feed(bytes)
        reader.read(driver.takeOutput())
    }

    /// Sends HEADERS and, with a body, one DATA frame.
    func request(_ fields: [(name: String, value: String)], body: [UInt8]? = nil, stream: UInt32) {
        var bytes = HTTP2Frames.headers(fields, stream: stream, endsStream: body == nil)
        if let body { bytes += HTTP2Frames.data(body, stream: stream) }
        feed(bytes)
    }

    /// Lets time pass.
    func wait(_ duration: Duration) {
        driver.wait(duration)
        reader.read(driver.takeOutput())
    }

    /// Answers a request that was left waiting.
    func respond(to number: Int, with response: HTTPResponse) {
        driver.respond(to: number, with: response)
        reader.read(driver.takeOutput())
    }

    /// Reads what the session has to say by itself.
    func work() {
        driver.work()
        reader.read(driver.takeOutput())
    }
}

/// Limits with one thing changed.
func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
}
