import Bytes
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

@Suite struct FCMAnswerTests {
    private static let badRequest = #"{"@type":"type.googleapis.com/google.rpc.BadRequest""#
    private static let fcmError =
        #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"INVALID_ARGUMENT"}"#

    private static func error(_ message: String, _ details: String? = nil) -> String {
        let details = details.map { #","details":[\#($0)]"# } ?? ""
        return #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT"\#(details)}}"#
    }

    private static func violation(_ description: String, field: String?) -> String {
        let field = field.map { #""field":"\#($0)","# } ?? ""
        return badRequest + #","fieldViolations":[{\#(field)"description":"\#(description)"}]}"#
    }

    private static func violationAndCode(_ message: String, field: String) -> String {
        error(message, violation(message, field: field) + "," + fcmError)
    }

    /// One row of the error table: what is sent, and the body that comes back.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let answer: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "E1 no target",
            body: #"{"message":{"notification":{"title":"T"}}}"#,
            answer: violationAndCode("Recipient of the message is not set.", field: "message")
        ),
        Row(
            name: "E1 no message",
            body: "{}",
            answer: violationAndCode("Recipient of the message is not set.", field: "message")
        ),
        Row(
            name: "E1 an empty token",
            body: #"{"message":{"token":""}}"#,
            answer: violationAndCode("Recipient of the message is not set.", field: "message")
        ),
        Row(
            name: "E2 a malformed token",
            body: #"{"message":{"token":"not a token"}}"#,
            answer: error(
                "The registration token is not a valid FCM registration token",
                fcmError + ","
                    + violation("The registration token is not a valid FCM registration token", field: "message.token")
            )
        ),
        Row(
            name: "E3 bad topic characters",
            body: #"{"message":{"topic":"bad#topic!name"}}"#,
            answer: violationAndCode("Topic name contains invalid characters.", field: "message")
        ),
        Row(
            name: "E3 a topic with the prefix of the removed API",
            body: #"{"message":{"topic":"/topics/news"}}"#,
            answer: violationAndCode("Topic name contains invalid characters.", field: "message")
        ),
        Row(
            name: "E4 a condition that ends in an operator",
            body: #"{"message":{"condition":"'a' in topics &&"}}"#,
            answer: error("Request contains an invalid argument.")
        ),
        Row(
            name: "E5 too large",
            body: #"{"message":{"topic":"x","data":{"k":"\#(String(repeating: "x", count: 8192))"}}}"#,
            answer: error("Message is too large. The maximum is 4K (4096 bytes).", badRequest + "}," + fcmError)
        ),
        Row(
            name: "E6 a web TTL that is no number",
            body: #"{"message":{"topic":"x","webpush":{"headers":{"TTL":"soon"}}}}"#,
            answer: violationAndCode("TTL must be a non-negative integer.", field: "message.webpush.headers.TTL")
        ),
        Row(
            name: "E7 a data value that is no string",
            body: #"{"message":{"token":"t","data":{"id":12}}}"#,
            answer: error(
                "Invalid value at 'message.data[0].value' (TYPE_STRING), 12",
                violation(
                    "Invalid value at 'message.data[0].value' (TYPE_STRING), 12",
                    field: "message.data[0].value"
                )
            )
        ),
        Row(
            name: "E7 the second data value is an object",
            body: #"{"message":{"token":"t","data":{"a":"b","id":{}}}}"#,
            answer: error(
                "Invalid value at 'message.data[1]' (value), Starting an object on a scalar field",
                violation(
                    "Invalid value at 'message.data[1]' (value), Starting an object on a scalar field",
                    field: "message.data[1]"
                )
            )
        ),
        Row(
            name: "E8 an unknown field",
            body: #"{"message":{"token":"t","notification":{"title":"T","sound":"default"}}}"#,
            answer: error(
                #"Invalid JSON payload received. Unknown name \"sound\" at 'message.notification': Cannot find field."#,
                violation(
                    #"Invalid JSON payload received. Unknown name \"sound\" at 'message.notification': Cannot find field."#,
                    field: "message.notification"
                )
            )
        ),
        Row(
            name: "E9 unknown fields at the root",
            body: #"{"to":"t","priority":"high","message":{"token":"t"}}"#,
            answer: error(
                #"Invalid JSON payload received. Unknown name \"to\": Cannot find field.\n"#
                    + #"Invalid JSON payload received. Unknown name \"priority\": Cannot find field."#,
                badRequest
                    + #","fieldViolations":[{"description":"Invalid JSON payload received. Unknown name \"to\": Cannot find field."},"#
                    + #"{"description":"Invalid JSON payload received. Unknown name \"priority\": Cannot find field."}]}"#
            )
        ),
        Row(
            name: "E10 a ttl without s",
            body: #"{"message":{"token":"t","android":{"ttl":"3600"}}}"#,
            answer: error(
                "Invalid value at 'message.android.ttl' (type.googleapis.com/google.protobuf.Duration), "
                    + "Field 'ttl', Illegal duration format; duration must end with 's'",
                violation(
                    "Invalid value at 'message.android.ttl' (type.googleapis.com/google.protobuf.Duration), "
                        + "Field 'ttl', Illegal duration format; duration must end with 's'",
                    field: "message.android.ttl"
                )
            )
        ),
        Row(
            name: "E11 an unknown enumeration value",
            body: #"{"message":{"token":"t","android":{"priority":"max"}}}"#,
            answer: error(
                "Invalid value at 'message.android.priority' "
                    + #"(type.googleapis.com/google.firebase.fcm.v1.AndroidConfig.AndroidMessagePriority), \"max\""#,
                violation(
                    "Invalid value at 'message.android.priority' "
                        + #"(type.googleapis.com/google.firebase.fcm.v1.AndroidConfig.AndroidMessagePriority), \"max\""#,
                    field: "message.android.priority"
                )
            )
        ),
        Row(
            name: "E12 two targets",
            body: #"{"message":{"token":"abc","topic":"weather"}}"#,
            answer: error(
                "Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set 'topic'",
                violation(
                    "Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set 'topic'",
                    field: "message"
                )
            )
        ),
        Row(
            name: "E13 an unexpected token",
            body: "hello",
            answer: error(#"Invalid JSON payload received. Unexpected token.\nhello\n^"#)
        ),
        Row(
            name: "E13 an empty body",
            body: "",
            answer: error(#"Invalid JSON payload received. Unexpected end of string. Expected a value.\n\n^"#)
        ),
        Row(
            name: "E13 a body cut short",
            body: #"{"message": {"topic": "weather","#,
            answer: error(#"Invalid JSON payload received. Unexpected end of string. Expected a value.\n\n^"#)
        ),
        Row(
            name: "E14 a payload without aps",
            body: #"{"message":{"token":"t","apns":{"payload":{"k":1}}}}"#,
            answer: violationAndCode(
                "Payload of Apple Push Notification Service must contain an [aps] key.",
                field: "message.apns.payload"
            )
        ),
        Row(
            name: "E15 an empty aps",
            body: #"{"message":{"token":"t","apns":{"payload":{"aps":{}}}}}"#,
            answer: violationAndCode(
                "Value of [aps] must be a non-empty dictionary.",
                field: "message.apns.payload.aps"
            )
        ),
        Row(
            name: "E16 a collapse identifier of 65 bytes",
            body:
                #"{"message":{"token":"t","apns":{"headers":{"apns-collapse-id":"\#(String(repeating: "c", count: 65))"}}}}"#,
            answer: violationAndCode(
                "The length of [apns-collapse-id] header must not exceed [64] bytes.",
                field: "message.apns.headers.apns-collapse-id"
            )
        ),
    ]

    @Test(arguments: rows) func `A request that FCM refuses gets Google's error`(_ row: Row) {
        let response = FCMFixture.answer(row.body)
        #expect(response.status == 400)
        #expect(response.headers.first("content-type") == Array("application/json; charset=UTF-8".utf8)[...])
        #expect(response.compactBody == row.answer)
    }

    @Test func `A send is answered with a name that carries the event's identifier`() {
        let response = FCMFixture.answer(#"{"message":{"token":"t"}}"#)
        #expect(response.status == 200)
        #expect(response.headers.first("content-type") == Array("application/json; charset=UTF-8".utf8)[...])
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == "{\n  \"name\": \"projects/demo/messages/0:01JDX0Q6W5T5V0ZK7M3N8R2B4C\"\n}\n"
        )
    }

    @Test func `Errors are printed two spaces a level`() {
        let response = FCMFixture.answer(#"{"message":{"condition":"'a'"}}"#)
        let text = """
            {
              "error": {
                "code": 400,
                "message": "Request contains an invalid argument.",
                "status": "INVALID_ARGUMENT"
              }
            }

            """
        #expect(String(decoding: response.body, as: UTF8.self) == text)
    }

    @Test func `A project with a quote in it leaves the answer valid JSON`() {
        let request = HTTPRequest.fixture(
            "POST",
            #"/v1/projects/a"b\c/messages:send"#,
            body: #"{"message":{"token":"t"}}"#
        )
        let response = FCM().answer(to: request, in: FCMFixture.context()).response
        #expect(response.compactBody == #"{"name":"projects/a\"b\\c/messages/0:01JDX0Q6W5T5V0ZK7M3N8R2B4C"}"#)
    }

    @Test(arguments: [
        (#"{"message":{"token":"t"}}"#, "0:01JDX0Q6W5T5V0ZK7M3N8R2B4C"),
        (#"{"message":{"fid":"t"}}"#, "0:01JDX0Q6W5T5V0ZK7M3N8R2B4C"),
        (#"{"message":{"topic":"news"}}"#, "1138553212576541836"),
        (#"{"message":{"condition":"'a' in topics"}}"#, "1138553212576541836"),
        (#"{"message":{"token":"t"},"validateOnly":true}"#, "1138553212576541836"),
    ])
    func `the name of a message to a topic, and of a test send, is all digits`(body: String, id: String) {
        #expect(FCMFixture.answer(body).compactBody == "{\"name\":\"projects/demo/messages/\(id)\"}")
    }
}
