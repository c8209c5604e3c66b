import Bytes
import HTTPMessage
import HTTPServer
import JSONText
import ReadAPI
import Recorder
import Testing

@Suite struct WaitingTests {
    private func later(_ run: APIRun, _ method: String, _ target: String, body: String = "") throws -> any LaterResponse
    {
        guard case .later(let later) = run.reply(method, target, body: body) else {
            throw Failure()
        }
        return later
    }

    private struct Failure: Error {}

    @Test func `a listing is held until enough match`() throws {
        let run = try APIRun(hasSamples: true)
        let later = try later(run, "GET", "/api/v1/push/messages?wait=5s&count=2&displays=yes")
        #expect(run.finish(later) == nil)
        run.apns(#"{"aps":{"content-available":1}}"#, ["apns-push-type": "background", "apns-priority": "5"])
        #expect(run.finish(later, at: .seconds(1)) == nil)
        run.apns(#"{"aps":{"alert":"now"}}"#)
        #expect(try run.finish(later, at: .seconds(2))?.json.count == 2)
    }

    @Test func `a listing is answered when its time is over, with what there is`() throws {
        let run = try APIRun(hasSamples: true)
        let later = try later(run, "GET", "/api/v1/push/messages?wait=5s&count=9")
        guard case .waiting(let until) = later.proceed(at: .seconds(100)) else { throw Failure() }
        #expect(until == .seconds(105))
        #expect(run.finish(later, at: .seconds(104)) == nil)
        #expect(try run.finish(later, at: .seconds(105))?.json.count == 3)
    }

    @Test func `what is cleared while a listing waits does not count`() throws {
        let run = try APIRun(hasSamples: true)
        let later = try later(run, "GET", "/api/v1/push/messages?wait=5s&count=4")
        #expect(run.finish(later) == nil)
        #expect(try run.send("DELETE", "/api/v1/push/messages").status == 204)
        run.apns(#"{"aps":{"alert":"now"}}"#)
        #expect(run.finish(later) == nil)
        #expect(try run.finish(later, at: .seconds(5))?.json.count == 1)
    }

    @Test func `the end of the server is the end of every wait`() throws {
        let run = try APIRun()
        let later = try later(run, "GET", "/api/v1/push/messages?wait=5s")
        #expect(run.finish(later) == nil)
        run.recorder.drainBegan()
        #expect(try run.finish(later)?.json.count == 0)
    }

    @Test func `no more requests than the limit wait, and others are served beside them`() throws {
        let run = try APIRun { $0.waits = 2 }
        var waiting = [try later(run, "GET", "/api/v1/push/messages?wait=5s")]
        waiting.append(try later(run, "GET", "/api/v1/push/messages?wait=5s"))
        #expect(try run.send("GET", "/api/v1/push/messages?wait=5s").status == 503)
        #expect(try run.send("POST", "/api/v1/push/check?settle=5s", body: #"{"name":"x"}"#).status == 503)
        #expect(try run.send("GET", "/api/v1/push/messages").status == 200)
        #expect(try run.send("POST", "/api/v1/push/check", body: #"{"name":"x"}"#).status == 200)
        waiting.removeLast()
        waiting.append(try later(run, "GET", "/api/v1/push/messages?wait=5s"))
        #expect(waiting.count == 2)
    }

    @Test func `no more pages than the limit are written at once`() throws {
        let run = try APIRun { $0.pages = 1 }
        for _ in 0..<100 { run.fcm(#"{"message":{"topic":"weather","data":{"a":"b"}}}"#) }
        let (first, second) = (
            try later(run, "GET", "/api/v1/push/messages"), try later(run, "GET", "/api/v1/push/messages")
        )
        guard case .working = first.proceed(at: .zero), case .working = second.proceed(at: .zero) else {
            throw Failure()
        }
        #expect(try run.finish(first)?.json.count == 100)
        #expect(try run.finish(second)?.json.count == 100)
    }

    @Test func `a long log is looked at a part in each turn`() throws {
        let run = try APIRun()
        for _ in 0..<300 { run.fcm(#"{"message":{"topic":"weather","data":{"a":"b"}}}"#) }
        let later = try later(run, "GET", "/api/v1/push/messages?limit=1")
        guard case .working = later.proceed(at: .zero) else { throw Failure() }
        #expect(run.finish(later)?.headers.first("x-total-count").map(Array.init) == Array("300".utf8))
    }

    @Test func `an expectation that holds is answered at once, one that can still come to hold waits`() throws {
        let run = try APIRun(hasSamples: true)
        let holding = #"{"name":"one","filter":"displays:yes","count":1}"#
        let held = try run.send("POST", "/api/v1/push/check", body: holding)
        #expect(try held.json.last("holds")?.bool == true)
        let missing = #"{"name":"order","filter":"title:shipped","at_least":1}"#
        let later = try later(run, "POST", "/api/v1/push/check?wait=5s", body: missing)
        #expect(run.finish(later) == nil)
        run.apns(#"{"aps":{"alert":{"title":"Order shipped"}}}"#)
        #expect(try run.finish(later)?.json.last("holds")?.bool == true)
    }

    @Test(arguments: [true, false])
    func `what is cleared while a check waits does not count`(all: Bool) throws {
        let run = try APIRun(hasSamples: true)
        let id = try #require(try run.list("?displays=yes").first?.last("id")?.text)
        let check = #"{"name":"two","filter":"displays:yes","at_least":2}"#
        let later = try later(run, "POST", "/api/v1/push/check?wait=5s", body: check)
        #expect(run.finish(later) == nil)
        #expect(try run.send("DELETE", "/api/v1/push/messages" + (all ? "" : "/\(id)")).status == 204)
        run.apns(#"{"aps":{"alert":"now"}}"#)
        #expect(run.finish(later) == nil)
        let result = try #require(
            try run.finish(later, at: .seconds(5))?.json.last("results")?.elements.first { _ in true })
        #expect(result.last("matched")?.integer == 1)
    }

    @Test func `an answer that could be spoiled has to stand for as long as was asked`() throws {
        let run = try APIRun(hasSamples: true)
        let check = #"{"name":"one","filter":"displays:yes","count":1}"#
        let quiet = try later(run, "POST", "/api/v1/push/check?settle=2s", body: check)
        #expect(run.finish(quiet, at: .seconds(10)) == nil)
        #expect(run.finish(quiet, at: .seconds(11)) == nil)
        #expect(try run.finish(quiet, at: .seconds(12))?.json.last("holds")?.bool == true)

        let spoiled = try later(run, "POST", "/api/v1/push/check?settle=2s", body: check)
        #expect(run.finish(spoiled, at: .seconds(20)) == nil)
        run.apns(#"{"aps":{"alert":"one more"}}"#)
        #expect(try run.finish(spoiled, at: .seconds(21))?.json.last("holds")?.bool == false)
        #expect(try run.send("POST", "/api/v1/push/check?settle=301s", body: check).status == 400)

        let settled = #"{"name":"some","filter":"displays:yes","at_least":1}"#
        let response = try run.send("POST", "/api/v1/push/check?settle=2s", body: settled)
        #expect(try response.json.last("holds")?.bool == true)
    }

    @Test func `a failed expectation names what came closest`() throws {
        let run = try APIRun(hasSamples: true)
        let body = #"{"version":1,"expectations":[{"name":"x","filter":"kind:notification title:\"Game Reqest\""}]}"#
        let answer = try run.send("POST", "/api/v1/push/check", body: body).json
        #expect(answer.last("holds")?.bool == false)
        let result = try #require(answer.last("results")?.elements.first { _ in true })
        let nearest = try #require(result.last("nearest")?.elements.first { _ in true })
        #expect(nearest.last("title")?.text == "Game Request")
        #expect(nearest.last("failing_terms")?.integer == 1)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"name":"x","filter":"colour:red"}"#, #"{"name":"x","colour":1}"#,
        #"{"name":"x","filter":"attempt:>1"}"#,
    ])
    func `what is no expectation is refused`(body: String) throws {
        let response = try APIRun().send("POST", "/api/v1/push/check", body: body)
        #expect(response.status == 400)
        #expect(try response.json.last("error")?.text?.isEmpty == false)
    }
}
