import Bytes
import HTTPMessage
import JSONText
import Providers
import ReadAPI
import Testing

@Suite struct MessageListingTests {
    @Test func `the newest push comes first, with what names it and what it does`() throws {
        let messages = try APIRun(hasSamples: true).list()
        #expect(messages.compactMap { $0.last("provider")?.text } == ["fcm", "apns", "apns"])
        for message in messages {
            let id = try #require(message.last("id")?.text)
            #expect(id.bytes.count == 26)
            #expect(message.last("type")?.text == "push.message")
            #expect(message.last("raw_url")?.text == Text("/api/v1/push/messages/\(id)/raw"))
            #expect(message.last("url")?.text == Text("http://127.0.0.1:8811/api/v1/push/messages/\(id)"))
            #expect(message.last("explain")?.text?.isEmpty == false)
        }
        #expect(messages.map { $0.last("displays")?.bool } == [false, false, true])
    }

    @Test(arguments: [
        ("displays=true", 1), ("displays=1", 1), ("displays=NO", 2), ("kind=silent", 2), ("kind=Notification", 1),
        ("kind=empty", 0), ("target_kind=device", 2), ("target_kind=TOPIC", 1), ("target=00FC13", 2),
        ("target=eather", 1), ("app=com.example.myapp", 2), ("app=com.example", 0), ("push_type=background", 1),
        ("push_type=Alert", 1), ("priority=high", 1), ("priority=10", 1), ("priority=normal", 2), ("priority=5", 1),
        ("data_key=gameid", 1), ("data_key=game", 0), ("displays=true&kind=silent", 0), ("provider=fcm", 1),
        ("provider=", 3), ("priority=HIGH", 1), ("priority=very-low", 0), ("type=push.message", 3),
        ("type=mail.message", 0), ("search=POKER", 1),
        ("search=seats", 0), ("search=region", 1), ("search=push.mess", 3), ("target=%20weather+", 1), ("target=", 3),
        ("kind=silent&kind=empty", 2), ("refused=no", 3), ("q=json:/aps/badge%3D3", 1),
        ("q=kind:silent+-provider:fcm", 1),
        ("since=1h", 3), ("since=1h0m0.5s", 3), ("since=2100-01-01T00:00:00Z", 0), ("since=0", 3),
        ("since=4102444800000", 0),
    ])
    func `filters are joined by and`(query: String, count: Int) throws {
        #expect(try APIRun(hasSamples: true).list("?" + query).count == count)
    }

    @Test(arguments: Providers.all.map(\.name)) func `every provider can be asked for`(name: Text) throws {
        let run = try APIRun(hasSamples: true)
        for query in ["provider=\(name)", "q=provider:\(name)"] {
            #expect(try run.send("GET", "/api/v1/push/messages?\(query)").status == 200)
        }
    }

    @Test func `limit and offset apply to what matches, and the total does not`() throws {
        let run = try APIRun(hasSamples: true)
        let response = try run.send("GET", "/api/v1/push/messages?kind=silent&limit=1")
        #expect(try response.json.elements.map { $0.last("provider")?.text } == ["fcm"])
        #expect(response.headers.first("x-total-count").map(Array.init) == Array("2".utf8))
        #expect(try run.list("?kind=silent&limit=1&offset=1").first?.last("provider")?.text == "apns")
        #expect(try run.list("?offset=3").isEmpty)
        #expect(try run.list("?limit=0").count == 3)
    }

    @Test func `a cursor goes through all pages without a repetition, whatever comes meanwhile`() throws {
        let run = try APIRun { $0.pageMessages = 2 }
        for number in 0..<5 { run.apns(#"{"aps":{"alert":"\#(number)"}}"#) }
        var bodies: [Text?] = []
        var query = ""
        repeat {
            let response = try run.send("GET", "/api/v1/push/messages" + query)
            bodies += try response.json.elements.map { $0.last("message")?.last("alert")?.last("body")?.text }
            run.apns(#"{"aps":{"alert":"later"}}"#)
            let cursor = response.headers.first("x-next-cursor")
            query = cursor.map { "?cursor=" + String(decoding: $0, as: UTF8.self) } ?? ""
        } while !query.isEmpty
        #expect(bodies == ["4", "3", "2", "1", "0"])
    }

    @Test func `an answer ends at the limit of bytes`() throws {
        let run = try APIRun(hasSamples: true) { $0.pageBytes = 1 }
        let response = try run.send("GET", "/api/v1/push/messages")
        #expect(try response.json.count == 1)
        #expect(response.headers.first("x-next-cursor") != nil)
    }

    @Test func `the whole model is there, and what was posted stands as it was posted`() throws {
        let message = try #require(try APIRun(hasSamples: true).list("?priority=10").first)
        let model = try #require(message.last("message"))
        #expect(model.last("target")?.last("kind")?.text == "device")
        #expect(model.last("target")?.last("source")?.text == "path")
        #expect(model.last("alert")?.last("subtitle")?.text == "Five Card Draw")
        #expect(model.last("alert")?.last("badge")?.integer == 3)
        #expect(model.last("data")?.last("seats")?.raw.elementsEqual("[1,2,3]".utf8) == true)
        #expect(model.last("delivery")?.last("priority")?.text == "high")
        #expect(model.last("delivery")?.last("priority_raw")?.text == "10")
        let payload = try #require(model.last("payloads")?.elements.first { _ in true })
        #expect(payload.last("format")?.text == "apns.payload")
        let score = payload.last("data")?.last("aps")?.last("relevance-score")
        #expect(score?.raw.elementsEqual("0.5".utf8) == true)
        #expect(message.last("meta")?.last("collapse_key")?.text == "poker")
        #expect(message.last("meta")?.last("apns_headers")?.last("apns-priority")?.text == "10")
        #expect(message.last("platforms")?.last("ios")?.last("outcome")?.text == "shown")
    }

    @Test func `a refused push is there and says so`() throws {
        let run = try APIRun()
        run.apns("", ["apns-push-type": "alert"])
        let message = try #require(try run.list("?refused=yes").first)
        #expect(message.last("status")?.integer == 400)
        #expect(message.last("displays")?.bool == false)
    }

    @Test func `a body is given back byte for byte, as text that nobody guesses about`() throws {
        let run = try APIRun()
        run.apns("{ \"aps\" : {\"alert\":\"<script>\"} }\r\n")
        let id = try #require(try run.list().first?.last("id")?.text)
        let response = try run.send("GET", "/api/v1/push/messages/\(id)/raw")
        #expect(response.body == Array("{ \"aps\" : {\"alert\":\"<script>\"} }\r\n".utf8))
        #expect(response.headers.first("content-type").map(Array.init) == Array("text/plain; charset=utf-8".utf8))
        #expect(response.headers.first("x-content-type-options").map(Array.init) == Array("nosniff".utf8))
        let disposition = response.headers.first("content-disposition").map(Array.init)
        #expect(disposition == Array("inline; filename=\"\(id).json\"".utf8))
    }

    @Test func `one push is found by its identifier and no other`() throws {
        let run = try APIRun(hasSamples: true)
        let id = try #require(try run.list().first?.last("id")?.text)
        #expect(try run.send("GET", "/api/v1/push/messages/\(id)").json.last("id")?.text == id)
        #expect(try run.send("GET", "/api/v1/events/\(id)").json.last("raw")?.last("method")?.text == "POST")
        for other in ["01JDX0Q6W5T5V0ZK7M3N8R2B4C", "x", ""] {
            #expect(try run.send("GET", "/api/v1/push/messages/\(other)").status == 404)
        }
    }

    @Test func `the generic feed has the same pushes, and their requests where they are asked for`() throws {
        let run = try APIRun(hasSamples: true)
        let events = try run.send("GET", "/api/v1/events?plugin=push").json
        #expect(events.count == 3)
        #expect(events.elements.allSatisfy { $0.last("raw") == nil && $0.last("plugin")?.text == "push" })
        #expect(try run.send("GET", "/api/v1/events?plugin=mail").json.count == 0)
        let whole = try run.send("GET", "/api/v1/events?include_raw=1&provider=apns&limit=1").json
        let raw = try #require(whole.elements.first { _ in true }?.last("raw"))
        #expect(raw.last("headers")?.last("authorization")?.elements.map(\.text) == ["(redacted)"])
        #expect(raw.last("body")?.text?.bytes == Array("eyJhcHMiOnsiY29udGVudC1hdmFpbGFibGUiOjF9fQ==".utf8))
    }

}
