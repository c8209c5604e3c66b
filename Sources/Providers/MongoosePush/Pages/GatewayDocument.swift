import Bytes

/// The description of the notification endpoint in OpenAPI 3.0, made from the shapes that requests are checked by, with
/// the names and the statuses of the original; 422 is not among them there either.
///
/// Source: https://spec.openapis.org/oas/v3.0.0
enum GatewayDocument {
    /// `/swagger.json`.
    static let json: [UInt8] = {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("openapi", "3.0.0")
            writer.object("info") { writer in
                writer.member("title", "OpenAPI 3.0 for MongoosePush.Router")
                writer.member("version", "1.0")
            }
            writer.array("servers", ["/"]) { writer, url in writer.object { $0.member("url", url) } }
            writer.object("paths") { writer in
                for version in GatewayVersion.allCases { writer.path(of: version) }
            }
            writer.object("components") { writer in
                writer.object("schemas") { writer in
                    for shape in [.flat, .alert] + deep { writer.schema(of: shape) }
                    writer.object(data) { $0.member("type", "object") }
                    for answer in Answer.all { writer.schema(of: answer) }
                }
            }
        }
        return writer.bytes
    }()

    /// `/swaggerui`: a page without scripts that names the routes and leads to the document.
    static let html = Array(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>MongoosePush</title></head><body>
        <h1>MongoosePush, as pushrecorder stands in for it</h1>
        <ul>
        <li><code>POST /v3/notification/{device_id}</code></li>
        <li><code>POST /v2/notification/{device_id}</code>, deprecated</li>
        <li><code>POST /v1/notification/{device_id}</code>, deprecated</li>
        <li><a href="/healthcheck"><code>GET /healthcheck</code></a></li>
        <li><a href="/metrics"><code>GET /metrics</code></a></li>
        </ul>
        <p>Requests and answers are described by <a href="/swagger.json"><code>/swagger.json</code></a> (OpenAPI 3.0).</p>
        </body></html>

        """.utf8
    )

    fileprivate static let deep: [NotificationShape] = [.visible, .mixed, .silent]
    fileprivate static let data: Text = "Request.SendNotification.Deep.Common.Data"

    /// A body of an answer with one key.
    fileprivate struct Answer: Sendable {
        let name: Text
        let key: Text
        let words: [Text]
        let isRequired: Bool

        static let all = [
            Answer(name: "GenericError", key: "details", words: [], isRequired: false),
            Answer(name: "Gone", key: "reason", words: ["unregistered"], isRequired: true),
            Answer(name: "PayloadTooLarge", key: "reason", words: ["payload_too_large"], isRequired: true),
            Answer(name: "TooManyRequests", key: "reason", words: ["too_many_requests"], isRequired: true),
            Answer(
                name: "ServiceUnavailable", key: "reason",
                words: ["service_internal", "internal_config", "connection_lost", "unable_to_connect", "unspecified"],
                isRequired: true
            ),
            Answer(name: "UnknownError", key: "reason", words: [], isRequired: true),
        ]
    }
}

extension JSONWriter {
    fileprivate mutating func path(of version: GatewayVersion) {
        let name = version.rawValue
        object(Text("/\(name)/notification/{device_id}")) { writer in
            writer.object("post") { writer in
                writer.member("operationId", Text("API\(name).NotificationController.send"))
                writer.member("tags", [Text("api\(name)")])
                if version != .v3 { writer.member("deprecated", true) }
                writer.array("parameters", ["device_id" as Text]) { writer, name in
                    writer.object { writer in
                        writer.member("name", name)
                        writer.member("in", "path")
                        writer.member("required", true)
                        writer.object("schema") { writer in
                            writer.member("type", "string")
                            writer.member("minLength", 1 as Int64)
                        }
                    }
                }
                writer.object("requestBody") { writer in
                    writer.member("required", true)
                    writer.content { writer in
                        guard version != .v1 else { return writer.reference(NotificationShape.flat.name) }
                        writer.array("oneOf", GatewayDocument.deep) { writer, shape in
                            writer.object { $0.reference(shape.name) }
                        }
                    }
                }
                writer.object("responses") { $0.responses(of: version) }
            }
        }
    }

    private mutating func responses(of version: GatewayVersion) {
        object("200") { $0.member("description", "OK") }
        let more: [(Text, Text)] = [
            ("410", "Gone"), ("413", "PayloadTooLarge"), ("429", "TooManyRequests"), ("503", "ServiceUnavailable"),
            ("520", "UnknownError"),
        ]
        let answers: [(status: Text, name: Text)] =
            [("400", "GenericError"), ("500", "GenericError")] + (version == .v3 ? more : [])
        for (status, name) in answers {
            object(status) { writer in
                writer.member("description", name)
                writer.content { $0.reference(Text("Response.SendNotification.\(name)")) }
            }
        }
    }

    private mutating func content(_ schema: (inout JSONWriter) -> Void) {
        object("content") { writer in
            writer.object("application/json") { $0.object("schema", schema) }
        }
    }

    private mutating func reference(_ name: Text) {
        member("$ref", Text("#/components/schemas/\(name)"))
    }

    fileprivate mutating func schema(of shape: NotificationShape) {
        object(shape.name) { writer in
            writer.member("type", "object")
            writer.member("required", shape.required.map { Text(stringLiteral: $0) })
            writer.member("additionalProperties", false)
            writer.object("properties") { writer in
                for field in shape.fields { writer.object(Text(stringLiteral: field.name)) { $0.type(of: field) } }
            }
        }
    }

    private mutating func type(of field: NotificationShape.Field) {
        switch field.type {
        case .string: member("type", "string")
        case .choice(let words):
            member("type", "string")
            member("enum", words.map { Text($0) })
        case .integer:
            member("type", "integer")
            member("format", "int32")
        case .boolean:
            member("type", "boolean")
            member("default", false)
        case .strings:
            member("type", "array")
            object("items") { $0.member("type", "string") }
        case .object: reference(GatewayDocument.data)
        case .alert: reference(NotificationShape.alert.name)
        }
    }

    fileprivate mutating func schema(of answer: GatewayDocument.Answer) {
        object(Text("Response.SendNotification.\(answer.name)")) { writer in
            writer.member("type", "object")
            if answer.isRequired { writer.member("required", [answer.key]) }
            writer.object("properties") { writer in
                writer.object(answer.key) { writer in
                    writer.member("type", "string")
                    if !answer.words.isEmpty { writer.member("enum", answer.words) }
                }
            }
        }
    }
}
