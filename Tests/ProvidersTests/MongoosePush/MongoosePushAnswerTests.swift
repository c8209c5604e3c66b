import Bytes
import HTTPMessage
import JSONText
import Providers
import PushModel
import TestSupport
import Testing

/// What the observed cases leave open of the answers.
@Suite struct MongoosePushAnswerTests {
    private static let visible: Text = #"{"service":"apns","alert":{"title":"T","body":"B"}}"#

    struct Faulty: Sendable, CustomTestStringConvertible {
        let target: Text
        let body: Text
        /// Pointer and message of each error.
        let errors: [[Text]]

        var testDescription: String { "\(target) \(body)" }
    }

    @Test(arguments: [
        Faulty(
            target: "/v1/notification/TOK", body: "{}",
            errors: [
                ["/service", "Missing field: service"], ["/body", "Missing field: body"],
                ["/title", "Missing field: title"],
            ]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"service":"apns","alert":{}}"#,
            errors: [["/alert/body", "Missing field: body"], ["/alert/title", "Missing field: title"]]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"service":"apns","alert":{},"data":{}}"#,
            errors: [["/alert/body", "Missing field: body"], ["/alert/title", "Missing field: title"]]
        ),
        Faulty(target: "/v3/notification/TOK", body: "[]", errors: [["/", "Invalid object. Got: array"]]),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"alert":{"title":7,"body":"B"}}"#,
            errors: [["/service", "Missing field: service"]]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"_json":1}"#, errors: [["/", "Invalid object. Got: integer"]]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: Text("{\"" + String(repeating: "e\u{301}", count: 41) + "\":1}"),
            errors: [
                [
                    Text("/" + String(repeating: "e\u{301}", count: 41)),
                    Text("Unexpected field: " + String(repeating: "e\u{301}", count: 40)),
                ]
            ]
        ),
        Faulty(
            target: "/v3/notification/TOK?data=1", body: "{}",
            errors: [["/service", "Missing field: service"], ["/data", "Missing field: data"]]
        ),
        Faulty(
            target: "/v3/notification/TOK?alert[x]=1", body: #"{"data":{}}"#,
            errors: [["/service", "Missing field: service"], ["/alert", "Missing field: alert"]]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"service":"fcm","data":{},"time_to_live":1e2}"#,
            errors: [["/time_to_live", "Invalid integer. Got: number"]]
        ),
        Faulty(
            target: "/v3/notification/TOK",
            body: #"{"service":"fcm","data":{},"time_to_live":99999999999999999999}"#,
            errors: [["/time_to_live", "Invalid format. Expected :int32"]]
        ),
        Faulty(
            target: "/v3/notification/TOK", body: #"{"service":"fcm","data":{},"_format":"json"}"#,
            errors: [["/_format", "Unexpected field: _format"]]
        ),
    ])
    func `a body that does not fit is told why`(faulty: Faulty) throws {
        let answer = MongoosePushFixture.answer(to: MongoosePushFixture.request(faulty.body, to: faulty.target))
        #expect(answer.response.status == 422)
        let errors = try JSONText(parsing: answer.response.body).root.last("errors")
        let told = errors?.elements.map { [$0.last("source")?.last("pointer")?.text, $0.last("message")?.text] }
        #expect(told == faulty.errors)
        #expect(
            MongoosePushFixture.reading(faulty.body, to: faulty.target).codes.allSatisfy {
                $0 == "mongoosepush-invalid"
            })
    }

    @Test(
        arguments: [
            "/v3/notification/TOK?data=1&alert=2", "/v3/notification/TOK/", "/v3/notificatio%6E/TOK",
            "/v3/notification/TOK?a=%ff",
        ] as [Text])
    func `a good body is good at any spelling of the route`(target: Text) {
        let answer = MongoosePushFixture.answer(to: MongoosePushFixture.request(Self.visible, to: target))
        #expect(answer.response.status == 200)
        #expect(answer.response.body == Array("null".utf8))
    }

    struct Failing: Sendable, CustomTestStringConvertible {
        let name: String
        var target: Text = "/v3/notification/TOK"
        var headers: KeyValuePairs<StaticString, Text> = ["content-type": "application/json"]
        let body: Text
        /// What a friendly recorder answers.
        let status: Int

        var testDescription: String { name }
    }

    @Test(arguments: [
        Failing(name: "no device", target: "/v3/notification/", body: visible, status: 404),
        Failing(name: "a segment more", target: "/v3/notification/a/b", body: visible, status: 404),
        Failing(name: "a slash more", target: "//v3/notification/TOK", body: visible, status: 404),
        Failing(name: "a bad escape", target: "/v3/notification/%zz", body: visible, status: 400),
        Failing(name: "white space for a body", body: "  ", status: 400),
        Failing(name: "a number beyond double", body: #"{"service":"apns","data":{"a":1e400}}"#, status: 400),
        Failing(name: "nested one level deeper than is read", body: nested(JSONText.maximumDepth + 1), status: 413),
        Failing(name: "half a surrogate pair", body: #"{"service":"apns","data":{"a":"\ud83d"}}"#, status: 400),
        Failing(name: "the other half", body: #"{"service":"apns","data":{"\uDC00":1}}"#, status: 400),
        Failing(name: "two first halves", body: #"{"service":"apns","data":{"a":"\ud83d\ud83d\udd12"}}"#, status: 400),
        Failing(name: "another method asked for", body: #"{"_method":"put"}"#, status: 404),
        Failing(
            name: "another format asked for", target: "/v3/notification/TOK?_format=xml", body: visible, status: 406),
        Failing(
            name: "a list of formats", target: "/v3/notification/TOK?_format[]=json", body: visible, status: 406),
        Failing(
            name: "JSON not accepted", headers: ["content-type": "application/json", "accept": "text/html, image/*"],
            body: visible, status: 406
        ),
        Failing(name: "a wrapped body that is valid", body: #"{"_json":{"service":"apns","data":{}}}"#, status: 500),
        Failing(name: "a list of what is no text", body: #"{"service":"fcm","data":{"k":[null]}}"#, status: 500),
        Failing(name: "a code point that is none", body: #"{"service":"fcm","data":{"k":[55296]}}"#, status: 500),
    ])
    func `the framework fails with 500 and nothing, or friendly`(failing: Failing) {
        let request = HTTPRequest.fixture("POST", failing.target, headers: failing.headers, body: failing.body)
        let answer = MongoosePushFixture.answer(to: request)
        #expect(answer.response.status == 500)
        #expect(answer.response.body.isEmpty)
        var friendly = MongoosePushFixture.rules
        friendly.mongoosePush.hasFriendlyErrors = true
        let kind = MongoosePushFixture.answer(to: request, friendly)
        #expect(kind.response.status == failing.status)
        #expect((try? JSONText(parsing: kind.response.body))?.root.last("error")?.text == answer.warning)
        let told = [MongoosePushFixture.rules, friendly].map { rules in
            MongoosePushFixture.reading(of: request, rules).findings.first?.message.description ?? ""
        }
        #expect(told[0].hasPrefix("MongoosePush answers 500 with an empty body: "))
        #expect(
            told[1].hasPrefix("MongoosePush answers 500 with an empty body (answered \(failing.status) here): ")
                == (failing.status != 500))
    }

    @Test(arguments: [(1000, 1000), (1001, 1001), (5000, 1001)])
    func `of very many faults the first are told, and that there are more`(tags: Int, told: Int) throws {
        let numbers = repeatElement("1", count: tags).joined(separator: ",")
        let body = Text(#"{"service":"apns","data":{},"tags":[\#(numbers)]}"#)
        let answer = MongoosePushFixture.answer(to: MongoosePushFixture.request(body)).response
        let errors = try #require(try JSONText(parsing: answer.body).root.last("errors")).elements.map(\.self)
        #expect(errors.count == told)
        let isCut = errors.last?.last("message")?.text == "There are more faults than these 1000"
        #expect(isCut == (tags > 1000))
        #expect(MongoosePushFixture.reading(body).findings.count == told)
    }

    @Test(
        arguments: [
            (["accept": "text/html", "content-type": "application/json"], 500),
            (["accept": "text/html", "accept": "application/json", "content-type": "application/json"], 200),
            (["accept": "application/json", "accept": "text/html", "content-type": "application/json"], 200),
            (["accept": "", "content-type": "application/json"], 500),
            (["content-type": "application/json", "content-type": "text/plain"], 422),
            (["content-type": "application/json", "content-type": "application/json"], 422),
        ] as [(KeyValuePairs<StaticString, Text>, Int)])
    func `fields that are there twice are one list`(headers: KeyValuePairs<StaticString, Text>, status: Int) {
        let request = HTTPRequest.fixture("POST", "/v3/notification/TOK", headers: headers, body: Self.visible)
        #expect(MongoosePushFixture.answer(to: request).response.status == status)
    }

    @Test func `a body that nests as deep as is read is answered`() {
        let request = MongoosePushFixture.request(Self.nested(JSONText.maximumDepth))
        #expect(MongoosePushFixture.answer(to: request).response.status == 200)
    }

    @Test(arguments: [#"\ud83d\udd12"#, #"\\ud83d"#, #"\u00e9\uffff"#])
    func `whole pairs and what only looks like half of one are good`(text: String) {
        let request = MongoosePushFixture.request(Text(#"{"service":"apns","data":{"a":"\#(text)"}}"#))
        #expect(MongoosePushFixture.answer(to: request).response.status == 200)
    }

    /// A silent push whose body has so many levels.
    private static func nested(_ depth: Int) -> Text {
        let arrays = depth - 2
        return Text(
            #"{"service":"apns","data":{"k":\#(String(repeating: "[", count: arrays))\#(String(repeating: "]", count: arrays))}}"#
        )
    }

    @Test(arguments: [
        ("/v1/notification/TOK", 500, #"{"details":"no_matching_pool"}"#),
        ("/v2/notification/TOK", 500, #"{"details":"no_matching_pool"}"#),
        ("/v3/notification/TOK", 400, #"{"reason":"no_matching_pool"}"#),
    ])
    func `each version tells of a missing pool in its own way`(target: String, status: Int, body: String) {
        var rules = AnswerRules()
        rules.mongoosePush.pools = []
        let posted: Text = target.hasPrefix("/v1") ? #"{"service":"fcm","title":"T","body":"B"}"# : Self.visible
        let answer = MongoosePushFixture.answer(to: MongoosePushFixture.request(posted, to: Text(target)), rules)
        #expect(answer.response.status == status)
        #expect(answer.response.body == Array(body.utf8))
    }

    @Test func `an answer has the header fields of the original`() {
        var request = MongoosePushFixture.request(Self.visible)
        let plain = MongoosePushFixture.answer(to: request).response
        #expect(plain.header("server") == "Cowboy")
        #expect(plain.header("cache-control") == "max-age=0, private, must-revalidate")
        #expect(plain.header("x-request-id")?.bytes.count == 36)
        for (length, isEchoed) in [(19, false), (20, true), (200, true), (201, false)] {
            request.headers = HeaderList(["content-type": "application/json", "x-request-id": .filler(length)])
            let answer = MongoosePushFixture.answer(to: request).response
            #expect((answer.header("x-request-id") == .filler(length)) == isEchoed)
        }
    }

    @Test func `a log that takes nothing is a service that cannot be reached`() {
        let context = AnswerContext(eventID: "", uuid: "", rules: AnswerRules())
        let answers = ["/v2/notification/T", "/v3/notification/T"].map { target in
            MongoosePush().unavailable(for: MongoosePushFixture.request("", to: Text(target)), in: context)
        }
        #expect(answers.map(\.status) == [503, 503])
        #expect(answers[0].body == Array(#"{"details":"Please try again later"}"#.utf8))
        #expect(answers[1].body == Array(#"{"reason":"unable_to_connect"}"#.utf8))
    }

    @Test func `a body over the recorder's limit is a failure of the framework`() {
        let context = AnswerContext(eventID: "", uuid: "", rules: AnswerRules())
        let answer = MongoosePush().tooLarge(for: MongoosePushFixture.request(""), in: context)
        #expect(answer.status == 500)
        #expect(answer.body.isEmpty)
    }

    @Test func `lenient passes over unknown keys and says so`() throws {
        var lenient = MongoosePushFixture.rules
        lenient.isLenient = true
        let body: Text = #"{"service":"apns","colour":"red","alert":{"title":"T","body":"B","subtitle":"S"}}"#
        #expect(MongoosePushFixture.answer(to: MongoosePushFixture.request(body), lenient).response.status == 200)
        let reading = MongoosePushFixture.reading(body, lenient)
        #expect(reading.message.gateway?.outgoing?.body == #"{"aps":{"alert":{"title":"T","body":"B"}}}"#)
        #expect(reading.finding("mongoosepush-invalid")?.place == .body(pointer: "/colour"))
    }
}
