import Bytes
import CaptureLog
import Glibc
import HTTPMessage
import JSONText
import TestSupport
import Testing

/// Lines for logs, in few words.
enum Lines {
    static func id(_ number: Int) -> Text {
        var digits = Array(String(number).utf8)
        digits.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "0"), count: 26 - digits.count), at: 0)
        return Text(repairing: digits)
    }

    static func push(_ number: Int, at seconds: Int64? = nil, body: Text = "") -> [UInt8] {
        var line: [UInt8] = []
        var writer = EventWriter()
        let request = HTTPRequest(method: Array("POST".utf8), target: Array("/\(number)".utf8), body: body.bytes)
        let exchange = Exchange(provider: "fcm", request: request, response: HTTPResponse(status: 200))
        writer.append(exchange, id: id(number), time: time(seconds ?? Int64(number)), to: &line)
        return line
    }

    static func mark(_ number: Int, _ label: Text, at seconds: Int64? = nil) -> [UInt8] {
        var line: [UInt8] = []
        EventWriter().append(mark: label, id: id(number), time: time(seconds ?? Int64(number)), to: &line)
        return line
    }

    static func run(_ number: Int) -> [UInt8] {
        var line: [UInt8] = []
        EventWriter().append(
            runOf: "1",
            providers: [],
            limits: [:],
            listeners: [],
            id: id(number),
            time: time(Int64(number)),
            to: &line
        )
        return line
    }

    static func request(_ number: Int, _ method: String, _ target: String, status: Int) -> [UInt8] {
        var line: [UInt8] = []
        var writer = EventWriter()
        let request = HTTPRequest(method: Array(method.utf8), target: Array(target.utf8))
        let exchange = Exchange(provider: nil, request: request, response: HTTPResponse(status: status))
        writer.append(exchange, id: id(number), time: time(Int64(number)), to: &line)
        return line
    }

    static func other(_ number: Int, kind: String, members: String = "") -> [UInt8] {
        let id = id(number).description
        let time = String(decoding: time(Int64(number)).rfc3339, as: UTF8.self)
        return Array("{\"v\":1,\"kind\":\"\(kind)\",\"id\":\"\(id)\",\"time\":\"\(time)\"\(members)}\n".utf8)
    }

    private static func time(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }
}

extension LogSet {
    /// What each event is, in order: the target of a push, the label of a mark, else the kind.
    func outline() throws -> [String] {
        try (0..<count).map { position in
            switch try event(at: position).content {
            case .push(let exchange): String(decoding: exchange.request.target, as: UTF8.self)
            case .request: "request"
            case .mark(let label): label.description
            case .reset(let push): "reset \(push?.description ?? "all")"
            case .run: "run"
            case .end: "end"
            case .unknown(let kind, _): "?" + kind.description
            }
        }
    }

    /// The problems as `code line severity`.
    var outlineOfProblems: [String] {
        problems.map { "\($0.code) \($0.line.map(String.init) ?? "-") \($0.severity)" }
    }
}

@Suite struct LogSetTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ bytes: [UInt8], limits: LogLimits = LogLimits()) throws -> LogSet {
        try LogSet.open([folder.write(bytes, to: "log.ndjson")], limits: limits)
    }

    @Test func `reads a log from beginning to end`() throws {
        let bytes = Lines.run(1) + Lines.push(2) + Lines.mark(3, "step") + Lines.push(4) + Lines.other(5, kind: "end")
        let set = try open(bytes)
        #expect(try set.outline() == ["run", "/2", "step", "/4", "end"])
        #expect(set.problems.isEmpty)
        #expect(!set.isDegraded)
        #expect((0..<5).map { set.mark(at: $0) } == [nil, nil, nil, "step", "step"])
        #expect((0..<5).map { set.isPush(at: $0) } == [false, true, false, true, false])
        #expect(set.counts.pushes == 2)
        #expect(set.counts.runs == 1)
        #expect(set.counts.marks == 1)
        #expect(set.counts.ends == 1)
        #expect(set.inputs.map(\.name) == ["log.ndjson"])
        #expect(set.inputs.map(\.bytes) == [bytes.count])
        #expect(set.inputs.map(\.lines) == [5])
        #expect(set.inputs.map(\.events) == [5])
    }

    /// What the end of a run counts, and what is told of it.
    @Test(
        arguments: [
            (#""push":2,"unrecorded":0"#, []), (#""unrecorded":6"#, ["unrecorded 3 damage"]),
            (#""lost":1"#, ["lost 3 damage"]),
            (
                #""malformed":1,"timed_out":2,"broken_off":3,"failed_handshakes":4,"refused_streams":5,"tunnels":6"#,
                ["malformed 3 note", "timed-out 3 note", "broken-off 3 note", "failed-handshakes 3 note"]
            ),
            (#""unrecorded":"many","lost":-1"#, []),
        ] as [(String, [String])])
    func `what has no line is told by the end of the run`(counts: String, told: [String]) throws {
        let set = try open(
            Lines.run(1) + Lines.push(2) + Lines.other(3, kind: "end", members: #","counts":{\#(counts)}"#))
        #expect(Set(set.outlineOfProblems) == Set(told))
        #expect(set.isDegraded == told.contains { $0.hasSuffix("damage") })
        #expect(set.problems.allSatisfy { $0.isDoubt == ($0.severity == .note) })
    }

    @Test func `the counts of several ends are added up`() throws {
        let end = { Lines.other($0, kind: "end", members: #","counts":{"unrecorded":2}"#) }
        let set = try open(Lines.run(1) + end(2) + Lines.run(3) + end(4))
        #expect(
            set.problems.map(\.message) == [
                "4 requests are not recorded, since the log took no more; their senders were told so"
            ])
    }

    @Test(arguments: [
        ("999999999", "1999999998"), ("1000000000", "2000000000"), ("1000000001", "2000000000"),
        ("9223372036854775807", "2000000000"),
    ])
    func `counts past the largest count as that, and their sum is told`(count: String, sum: String) throws {
        let end = { Lines.other($0, kind: "end", members: #","counts":{"lost":\#(count)}"#) }
        let set = try open(Lines.run(1) + end(2) + Lines.run(3) + end(4))
        #expect(
            set.problems.map(\.message) == [
                Text("\(sum) lines that the recorder had written went missing from the log")
            ])
    }

    @Test(arguments: ["7", "null", "[]", #"{"lost":1e400}"#, #"{"lost":99999999999999999999}"#])
    func `what is no count is passed over`(counts: String) throws {
        let set = try open(Lines.run(1) + Lines.other(2, kind: "end", members: #","counts":\#(counts)"#))
        #expect(set.problems.isEmpty)
        #expect(set.count == 2)
    }

    /// The lines of a log, and what is told of runs without an end.
    @Test(
        arguments: [
            ("RE", []), ("R", ["no-end 1 note"]), ("RERE", []), ("RRE", ["no-end 1 note"]), ("RERR", ["no-end 3 note"]),
            ("E", []), ("ER", []),
        ] as [(String, [String])])
    func `a run that has no end is told`(lines: String, told: [String]) throws {
        let bytes = lines.enumerated().flatMap { number, kind in
            kind == "R" ? Lines.run(number + 1) : Lines.other(number + 1, kind: "end")
        }
        let set = try open(bytes)
        #expect(set.outlineOfProblems == told)
        #expect(!set.isDegraded)
        #expect(set.problems.allSatisfy { !$0.isDoubt })
    }

    @Test func `an empty log has no events and no problems`() throws {
        let set = try open([])
        #expect(set.count == 0)
        #expect(set.problems.isEmpty)
        #expect(set.inputs.map(\.sha256) == ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"])
    }

    @Test func `merges logs by time, then identifier, whatever the order of the arguments`() throws {
        let first = try folder.write(Lines.push(1) + Lines.push(5, at: 9) + Lines.push(8, at: 7), to: "a.ndjson")
        let second = try folder.write(Lines.push(2) + Lines.push(4, at: 9) + Lines.mark(3, "m"), to: "b.ndjson")
        for arguments in [[first, second], [second, first]] {
            let set = try LogSet.open(arguments)
            #expect(try set.outline() == ["/1", "/2", "m", "/8", "/4", "/5"])
            #expect(set.problems.isEmpty)
        }
    }

    @Test func `the same event twice is one event and a note`() throws {
        let first = try folder.write(Lines.push(1) + Lines.push(2), to: "a.ndjson")
        let second = try folder.write(Lines.push(2) + Lines.push(1) + Lines.push(3) + Lines.push(3), to: "b.ndjson")
        let set = try LogSet.open([first, second])
        #expect(try set.outline() == ["/1", "/2", "/3"])
        #expect(set.outlineOfProblems == ["repeated-event - note"])
        #expect(set.problems.first?.input == "b.ndjson")
        #expect(
            set.problems.first?.message == "3 events have the identifiers of earlier ones and are not counted again")
    }

    @Test func `another event of the same identifier is damage, in the same log and in another one`() throws {
        let one = Lines.push(1) + Lines.push(2, body: "a") + Lines.push(2, body: "b") + Lines.mark(1, "m")
        let first = try folder.write(one, to: "a.ndjson")
        let second = try folder.write(Lines.push(3) + Lines.push(2, body: "c"), to: "b.ndjson")
        let set = try LogSet.open([first, second])
        #expect(try set.outline() == ["/1", "/2", "/3"])
        #expect(set.isDegraded)
        #expect(set.problems.map(\.line) == [4, 3, 2])
        #expect(set.problems.allSatisfy { $0.code == "conflicting-event" && $0.severity == .damage })
        #expect(
            set.problems.map(\.message.description) == [
                "the event has the identifier of line 1 and says something else; it is left out",
                "the event has the identifier of line 2 and says something else; it is left out",
                "the event has the identifier of line 2 of a.ndjson and says something else; it is left out",
            ])
    }

    @Test func `the same event in another spelling is the same event`() throws {
        let line = String(decoding: Lines.push(1), as: UTF8.self)
        let other = line.replacing("{\"v\":1,", with: "{ \"v\": 1, ").replacing("\n", with: "\r\n")
        let set = try open(Array((line + other).utf8))
        #expect(set.outlineOfProblems == ["repeated-event - note"])
    }

    @Test func `other events of one identifier are told up to the limit of problems`() throws {
        var limits = LogLimits()
        limits.problems = 2
        let lines = { (count: Int) in (0...count).flatMap { Lines.push(1, body: Text("\($0)")) } }
        #expect(try open(lines(2), limits: limits).problems.count == 2)
        let more = try open(lines(3), limits: limits)
        #expect(more.problems.map(\.code) == ["conflicting-event", "conflicting-event", "more-damage"])
        #expect(more.problems.last?.message == "1 more event has the identifier of another and is left out")
    }

    @Test func `identifiers that are no ULIDs keep the order of the file`() throws {
        let set = try open(
            Array(#"{"v":1,"kind":"mark","id":"z","time":"2026-01-01T00:00:00Z","label":"first"}"#.utf8) + [0x0A]
                + Array(#"{"v":1,"kind":"mark","id":"a","time":"2026-01-01T00:00:00Z","label":"second"}"#.utf8)
        )
        #expect(try set.outline() == ["first", "second"])
    }

    @Test func `a kill at any byte costs at most the line it cut`() throws {
        let first = Lines.push(1, body: "{\"a\":\"é\"}")
        let bytes = first + Lines.push(2)
        for length in 0...bytes.count {
            let set = try open(Array(bytes.prefix(length)))
            let whole = length >= bytes.count - 1 ? 2 : length >= first.count - 1 ? 1 : 0
            #expect(set.count == whole)
            #expect(!set.isDegraded)
            let isTorn = ![0, first.count - 1, first.count, bytes.count - 1, bytes.count].contains(length)
            #expect(set.outlineOfProblems == (isTorn ? ["torn-line \(whole + 1) note"] : []))
        }
    }

    @Test func `a torn line is a note where a run follows and damage where anything else does`() throws {
        let torn = Lines.push(1).prefix(50) + [0x0A]
        let continued = try open(torn + Lines.run(2) + Lines.push(3))
        #expect(continued.outlineOfProblems == ["torn-line 1 note", "no-end 2 note"])
        let set = try open(Lines.run(2) + torn + Lines.push(3))
        #expect(set.outlineOfProblems == ["not-json 2 damage", "no-end 1 note"])
        #expect(set.isDegraded)
        #expect(try set.outline() == ["run", "/3"])
        #expect(
            try open(torn + Lines.run(2).dropLast(9)).outlineOfProblems == ["torn-line 1 note", "torn-line 2 note"])
        #expect(try open(Lines.push(3) + torn).outlineOfProblems == ["not-json 2 damage"])
        let open = try self.open(torn + torn + Lines.run(2).dropLast(9))
        #expect(open.outlineOfProblems == ["not-json 1 damage", "torn-line 2 note", "torn-line 3 note"])
    }

    /// A line, and the code of its problem.
    static let damaged: [(String, Text)] = [
        ("nonsense", "not-json"), ("{} {}", "not-json"), ("\u{0}\u{0}", "not-json"), ("[]", "not-an-object"),
        ("1", "not-an-object"), ("{}", "missing-key"), (#"{"v":2,"kind":"mark"}"#, "unknown-version"),
        (#"{"v":"1"}"#, "unknown-version"), (#"{"v":1}"#, "missing-key"), (#"{"v":1,"id":1}"#, "unfit-value"),
        (#"{"v":1,"kind":"x","id":"","time":"2026-01-01T00:00:00Z"}"#, "unfit-value"),
        (#"{"v":1,"kind":"x","id":"1","time":"yesterday"}"#, "unfit-value"),
        (#"{"v":1,"kind":1,"id":"1","time":"2026-01-01T00:00:00Z"}"#, "unfit-value"),
        (#"{"v":1,"kind":"mark","id":"1","time":"2026-01-01T00:00:00Z"}"#, "missing-key"),
        (#"{"v":1,"kind":"mark","id":"1","time":"2026-01-01T00:00:00Z","label":{}}"#, "unfit-value"),
        (#"{"v":1,"kind":"push","id":"1","time":"2026-01-01T00:00:00Z"}"#, "missing-key"),
    ]

    @Test(arguments: damaged) func `damage in the middle costs its line and is told`(line: String, code: Text) throws {
        let set = try open(Lines.push(1) + Array(line.utf8) + [0x0A] + Lines.push(2))
        #expect(try set.outline() == ["/1", "/2"])
        #expect(set.outlineOfProblems == ["\(code) 2 damage"])
        #expect(set.isDegraded)
    }

    @Test(arguments: [
        (#""method":"POST""#, #""method":1"#), (#""target":"/1""#, #""target":{"bytes":"!"}"#),
        (#""target":"/1","#, ""), (#""http":"1.1""#, #""http":"3""#), (#""headers":[]"#, #""headers":{}"#),
        (#""headers":[]"#, #""headers":[["a"]]"#), (#""headers":[]"#, #""headers":[["a","b","c"]]"#),
        (#""headers":[]"#, #""headers":[["a",{"redacted":{}}]]"#), (#""body":{"text":""}"#, #""body":{"text":1}"#),
        (#""status":200"#, #""status":"200""#), (#""status":200"#, #""status":99"#),
        (#""status":200"#, #""status":1e400"#),
        (#""provider":"fcm""#, #""provider":null"#), (#""annotations":{}"#, #""annotations":[]"#),
    ])
    func `a push of another shape is damage`(part: String, replacement: String) throws {
        let line = String(decoding: Lines.push(1), as: UTF8.self).replacing(part, with: replacement, maxReplacements: 1)
        let set = try open(Array(line.utf8))
        #expect(set.count == 0)
        #expect(set.isDegraded)
        #expect(set.problems.count == 1)
    }

    @Test func `unknown kinds and keys are kept and counted`() throws {
        let set = try open(
            Lines.other(1, kind: "heartbeat", members: ",\"x\":1.10") + Lines.other(2, kind: "heartbeat")
                + Lines.other(3, kind: "mark", members: #","label":"a","label":"b","colour":1"#)
                + Lines.other(4, kind: "end", members: #","counts":{},"colour":2"#)
        )
        #expect(try set.outline() == ["?heartbeat", "?heartbeat", "b", "end"])
        #expect(set.counts.unknown == 2)
        #expect(Set(set.outlineOfProblems) == ["unknown-kind 1 note", "repeated-key 3 note", "unknown-key 3 note"])
        guard case .unknown(_, let line) = try set.event(at: 0).content else {
            Issue.record("not unknown")
            return
        }
        #expect(line.bytes == Lines.other(1, kind: "heartbeat", members: ",\"x\":1.10").dropLast())
    }

    @Test func `keys and kinds beyond a hundred are told as a number`() throws {
        var bytes: [UInt8] = []
        for number in 0..<150 { bytes += Lines.other(number, kind: "k\(number)") }
        let set = try open(bytes)
        #expect(set.problems.count == 101)
        #expect(set.problems.last?.message == "50 more unknown kinds and keys are not listed")
    }

    @Test func `a byte order mark costs no line`() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let set = try open(mark + Lines.push(1) + Lines.push(2) + mark + Lines.push(3))
        #expect(try set.outline() == ["/1", "/2", "/3"])
        #expect(set.outlineOfProblems == ["byte-order-mark 1 note"])
        #expect(set.problems.first?.message == "2 lines begin with a byte order mark, which is passed over")
    }

    @Test func `where clients wanted to get through the recorder is told once for each host`() throws {
        let lines = [
            ("CONNECT", "api.github.com:443", 403), ("CONNECT", "API.github.com:443", 403),
            ("GET", "http://user:secret@db:9200/x", 403), ("CONNECT", "fcm.googleapis.com:443", 501),
            ("GET", "http://fcm.googleapis.com/x", 404), ("GET", "/x", 403), ("POST", "/token", 200),
        ]
        var bytes: [UInt8] = []
        for (number, line) in lines.enumerated() {
            bytes += Lines.request(number, line.0, line.1, status: line.2)
        }
        let set = try open(bytes)
        #expect(set.outlineOfProblems == ["tried-to-reach 1 note", "tried-to-reach 3 note", "tried-to-reach 4 note"])
        #expect(
            set.problems.map(\.message) == [
                "a client tried to reach api.github.com:443 through the recorder, 2 times",
                "a client tried to reach (redacted)@db:9200 through the recorder",
                "a client tried to reach fcm.googleapis.com:443 through the recorder",
            ]
        )
        #expect(!set.isDegraded)
    }

    @Test func `blank lines and carriage returns do no harm`() throws {
        let set = try open([0x0A] + Lines.push(1).dropLast() + [0x0D, 0x0A, 0x20, 0x0A, 0x0A] + Lines.push(2))
        #expect(try set.outline() == ["/1", "/2"])
        #expect(set.outlineOfProblems == ["blank-line 1 note"])
        #expect(set.problems.first?.message == "3 lines are blank")
        #expect(set.inputs.map(\.lines) == [5])
    }

    @Test func `a file that is cut after it was opened is an error`() throws {
        let set = try open(Lines.push(1) + Lines.push(2))
        #expect(unsafe truncate(folder.file("log.ndjson"), off_t(Lines.push(1).count)) == 0)
        #expect(try set.event(at: 0).id == Lines.id(1))
        #expect(throws: CaptureLogError.changed(name: "log.ndjson")) { try set.event(at: 1) }
    }

    @Test func `many threads read events at once`() async throws {
        let set = try open((1...200).flatMap { Lines.push($0) })
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for position in 0..<200 {
                        let event = try set.event(at: position)
                        #expect(event.id == Lines.id(position + 1))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
