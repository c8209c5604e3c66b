import Bytes
import HTTPMessage
import JSONText
import ReadAPI
import Testing

@Suite struct ResetAndMarkTests {
    @Test func `a cleared push leaves the API and stays in the log`() throws {
        let run = try APIRun(hasSamples: true)
        let id = try #require(try run.list().last?.last("id")?.text)
        #expect(try run.send("DELETE", "/api/v1/push/messages/\(id)").status == 204)
        #expect(try run.list().count == 2)
        #expect(try run.send("GET", "/api/v1/push/messages/\(id)").status == 404)
        #expect(try run.send("DELETE", "/api/v1/push/messages/\(id)").status == 404)
        #expect(try run.send("DELETE", "/api/v1/push/messages").status == 204)
        #expect(try run.list().isEmpty)
        #expect(try run.send("GET", "/api/v1/health").json.last("events")?.integer == 0)
        run.apns(#"{"aps":{"alert":"after"}}"#)
        #expect(try run.list().count == 1)
        #expect(try run.kinds() == ["push", "push", "push", "reset", "reset", "push"])
    }

    @Test func `clearing another plugin clears nothing`() throws {
        let run = try APIRun(hasSamples: true)
        #expect(try run.send("DELETE", "/api/v1/events?plugin=mail").status == 204)
        #expect(try run.list().count == 3)
        #expect(try run.send("DELETE", "/api/v1/events?plugin=push").status == 204)
        #expect(try run.list().isEmpty)
    }

    @Test func `pushes belong to the mark before them`() throws {
        let run = try APIRun()
        run.apns(#"{"aps":{"alert":"before"}}"#)
        let mark = try run.send("POST", "/api/v1/push/marks", body: #"{"label":"checkout"}"#)
        #expect(mark.status == 201)
        #expect(try mark.json.last("label")?.text == "checkout")
        run.apns(#"{"aps":{"alert":"after"}}"#)
        #expect(try run.list().map { $0.last("mark")?.text } == ["checkout", nil])
        #expect(try run.list("?q=mark:checkout").count == 1)
        #expect(try run.kinds() == ["push", "mark", "push"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"label":""}"#, #"{"label":" \t"}"#, #"{"label":1}"#, #"{"label":"a","color":"red"}"#,
        #"{"label":"12345678901"}"#,
    ])
    func `a mark without a fit label is refused and not recorded`(body: String) throws {
        let run = try APIRun { $0.labelBytes = 10 }
        let response = try run.send("POST", "/api/v1/push/marks", body: body)
        #expect(response.status == 400)
        #expect(try response.json.last("error")?.text?.isEmpty == false)
        #expect(try run.kinds() == [])
        #expect(try run.send("POST", "/api/v1/push/marks", body: #"{"label":"1234567890"}"#).status == 201)
    }

    @Test func `a body above the limit is refused`() throws {
        let run = try APIRun { $0.bodyBytes = 14 }
        #expect(try run.send("POST", "/api/v1/push/marks", body: #"{"label":"abc"}"#).status == 413)
        #expect(try run.send("POST", "/api/v1/push/marks", body: #"{"label":"ab"}"#).status == 201)
    }
}
