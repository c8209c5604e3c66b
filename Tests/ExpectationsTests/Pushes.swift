import Bytes
import CaptureLog
import Expectations
import Filter
import HTTPMessage
import JSONText
import PushModel

/// A captured push in a few words.
func push(
    _ id: String, at seconds: Int64 = 0, title: String? = nil, target: String = "token", status: Int = 200,
    collapse: String? = nil, body: String = "{}", priority: Text? = nil
) -> FilterSubject {
    var message = Message()
    message.target = Target(kind: .device, value: Text(target), source: "path")
    message.delivery.collapseKey = collapse.map { Text($0) }
    var headers = HeaderList()
    if let priority {
        headers.append("apns-priority", priority.bytes[...])
        message.delivery.setPriority(priority)
    }
    if let title {
        var alert = Alert()
        alert.title = Text(title)
        message.alert = alert
    }
    var verdicts = Verdicts()
    let outcome: Outcome = status == 200 ? (title == nil ? .appDecides : .shown) : .refused
    verdicts.ios = Verdict(
        outcome: outcome, reason: "reason", explain: "Because.", wakesApp: true, alert: message.alert)
    let request = HTTPRequest(target: Array("/3/device/token".utf8), headers: headers, body: Array(body.utf8))
    return FilterSubject(
        id: Text(id), time: Instant(microseconds: 1_800_000_000_000_000 + seconds * 1_000_000),
        exchange: Exchange(provider: "apns", request: request, response: HTTPResponse(status: status)),
        reading: PushReading(message: message, verdicts: verdicts, findings: [])
    )
}

/// The report on pushes that are checked against a file of expectations.
func report(_ expectations: String, _ pushes: [FilterSubject]) throws -> ExpectationReport {
    var run = ExpectationRun(try ExpectationFile.read(Array(#"{"version":1,"expectations":[\#(expectations)]}"#.utf8)))
    for push in pushes { run.add(push) }
    return run.report
}

/// The sentences on what is not as expected, of all expectations.
func failures(_ expectations: String, _ pushes: [FilterSubject]) throws -> [String] {
    try report(expectations, pushes).results.flatMap { $0.failures.map(\.text.description) }
}
