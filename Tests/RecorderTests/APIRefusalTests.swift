import Bytes
import HTTPMessage
import JSONText
import Testing

@Suite struct APIRefusalTests {
    @Test(arguments: [
        ("limit=-1", "limit"), ("limit=x", "limit"), ("offset=1.5", "offset"), ("since=yesterday", "since"),
        ("displays=maybe", "displays"), ("kind=alert", "kind"), ("target_kind=token", "target_kind"),
        ("refused=2", "refused"), ("cursor=1", "cursor"), ("wait=1", "wait"), ("wait=301s", "wait"),
        ("wait=1s&count=x", "count"), ("count=1", "count"), ("q=title:(", "q"), ("colour=red", "colour"),
        ("provider=FCM", "provider"), ("provider=gcm", "provider"), ("priority=urgent", "priority"),
        ("q=provider:gcm", "q"), ("target=%zz", "target"), ("target=%ff", "target"),
    ])
    func `a bad parameter is named`(query: String, name: String) throws {
        let response = try APIRun().send("GET", "/api/v1/push/messages?" + query)
        #expect(response.status == 400)
        #expect(try response.json.last("parameter")?.text == Text(name))
        #expect(try response.json.last("error")?.text?.isEmpty == false)
    }

    @Test func `a bad filter says where`() throws {
        let response = try APIRun().send("GET", "/api/v1/push/messages?q=kind:silent+colour:red")
        #expect(try response.json.last("column")?.integer == 13)
    }

    @Test(arguments: [
        ("GET", "/api", 404), ("GET", "/api/v1/push/nothing", 404), ("PUT", "/api/v1/push/messages", 405),
        ("POST", "/api/v1/health", 405), ("DELETE", "/api/v1/events/stream", 405), ("HEAD", "/api/v1/health", 200),
        ("TRACE", "/api/v1/push/marks", 405),
    ])
    func `a wrong path or method is refused`(method: String, path: String, status: Int) throws {
        let run = try APIRun()
        guard path.utf8.starts(with: "/api/".utf8) else {
            #expect(run.reply(method, path) == nil)
            return
        }
        let response = try run.send(method, path)
        #expect(response.status == status)
        #expect((response.headers.first("allow") != nil) == (status == 405))
    }

    @Test(
        arguments: [
            ("127.0.0.1:8811", nil, nil, 200), ("localhost:1", nil, nil, 200), ("LOCALHOST", nil, nil, 200),
            ("[::1]:8811", nil, nil, 200), ("127.9.9.9", nil, nil, 200),
            ("localhost:8811", "http://localhost:8811", "same-origin", 200), ("localhost", nil, "none", 200),
            ("evil.example:8811", nil, nil, 403), ("127.0.0.1.evil.example", nil, nil, 403),
            ("10.0.0.1", nil, nil, 403),
            ("localhost.", nil, nil, 403), ("127.0.0.256", nil, nil, 403), ("[::1]evil", nil, nil, 403),
            ("localhost:8811", "http://localhost:3000", nil, 403), ("localhost:8811", "null", nil, 403),
            ("localhost:8811", "http://evil.example", nil, 403), ("localhost:8811", nil, "cross-site", 403),
            ("localhost:8811", nil, "same-site", 403),
        ] as [(Text, Text?, Text?, Int)])
    func `pages of other sites are kept out`(host: Text, origin: Text?, site: Text?, status: Int) throws {
        let run = try APIRun()
        var headers: [(StaticString, Text)] = [("host", host)]
        if let origin { headers.append(("origin", origin)) }
        if let site { headers.append(("sec-fetch-site", site)) }
        let response: HTTPResponse
        switch headers.count {
        case 1: response = try run.send("GET", "/api/v1/health", ["host": host])
        case 2: response = try run.send("GET", "/api/v1/health", ["host": host, headers[1].0: headers[1].1])
        default:
            response = try run.send(
                "GET", "/api/v1/health", ["host": host, headers[1].0: headers[1].1, headers[2].0: headers[2].1])
        }
        #expect(response.status == status)
        #expect(response.headers.first("access-control-allow-origin") == nil)
        if status == 403 { #expect(try response.json.last("error")?.text?.isEmpty == false) }
    }

    @Test(arguments: [
        (.transferCoding, 501), (.requestTime(limit: .seconds(1)), 408), (.malformed("host is missing"), 400),
        (RequestCut.bodyBytes(limit: 1), 413), (.headerBytes(limit: 1), 431), (.headerFields(limit: 1), 431),
        (.bufferedBytes(limit: 1), 503),
    ])
    func `a request that was cut short is answered in JSON and not recorded`(cut: RequestCut, status: Int) throws {
        let run = try APIRun()
        let response = try run.send("POST", "/api/v1/push/marks", cut: cut)
        #expect(response.status == status)
        #expect(try response.json.last("error") != nil)
        #expect(try run.kinds() == [])
    }
}
