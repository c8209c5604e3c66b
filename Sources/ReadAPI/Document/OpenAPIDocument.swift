import Bytes

/// The description of the API in OpenAPI 3.1, made from the route table.
///
/// Source: https://spec.openapis.org/oas/v3.1.0
struct OpenAPIDocument {
    /// The version of the program.
    let version: Text
    /// The scheme and host that the client used; empty where it named none.
    let origin: Text

    /// The document.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.object("info") { writer in
                writer.member("title", "pushrecorder")
                writer.member("version", version)
                writer.member("description", "What was pushed, read back from the log of the recorder.")
            }
            writer.array("servers", [origin.isEmpty ? "/" : origin]) { writer, url in
                writer.object { $0.member("url", url) }
            }
            writer.object("paths") { $0.paths() }
            writer.object("components") { writer in
                writer.object("schemas") { writer in
                    for schema in Schema.all { writer.member(schema.name, json: schema.json) }
                }
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func paths() {
        var written: [Text] = []
        for route in Route.all where !written.contains(route.path) {
            written.append(route.path)
            object(route.path) { writer in
                for same in Route.all where same.path == route.path { writer.operation(same) }
            }
        }
    }

    private mutating func operation(_ route: Route) {
        object(Text(repairing: route.method.bytes.map(ASCII.lowercased))) { writer in
            writer.member("operationId", Text(route.operation.rawValue))
            writer.member("summary", route.summary)
            writer.parameters(of: route)
            if let body = route.body {
                writer.object("requestBody") { writer in
                    writer.member("required", true)
                    writer.content("application/json") { $0.reference(to: body) }
                }
            }
            writer.object("responses") { $0.responses(of: route) }
        }
    }

    private mutating func parameters(of route: Route) {
        let identifier: [Text] = route.hasIdentifier ? ["id"] : []
        let header: [Text] = route.operation == .streamEvents ? ["Last-Event-ID"] : []
        guard !identifier.isEmpty || !header.isEmpty || !route.parameters.isEmpty else { return }
        beginArray("parameters")
        for name in identifier {
            parameter(name, in: "path", "The identifier of a push.", schema: identifierSchema)
        }
        for name in header {
            parameter(name, in: "header", "Go on after this event.", schema: identifierSchema)
        }
        for parameter in route.parameters {
            self.parameter(parameter.name, in: "query", parameter.meaning, schema: parameter.schema)
        }
        endArray()
    }

    private mutating func parameter(_ name: Text, in place: Text, _ meaning: Text, schema: StaticString) {
        object { writer in
            writer.member("name", name)
            writer.member("in", place)
            if place == "path" { writer.member("required", true) }
            writer.member("description", meaning)
            writer.member("schema", json: Text(stringLiteral: schema).bytes[...])
        }
    }

    private mutating func responses(of route: Route) {
        switch route.answer {
        case .nothing: object("204") { $0.member("description", "Done.") }
        case .json(let schema, let status):
            object(Text("\(status)")) { writer in
                writer.member("description", route.summary)
                writer.content("application/json") { $0.reference(to: schema) }
            }
        case .page(let schema):
            object("200") { writer in
                writer.member("description", route.summary)
                writer.object("headers") { writer in
                    writer.header("x-total-count", "How many match in all.", #"{"type":"integer"}"#)
                    writer.header("x-next-cursor", "The cursor of the rest; absent at the end.", #"{"type":"string"}"#)
                }
                writer.content("application/json") { writer in
                    writer.object("schema") { writer in
                        writer.member("type", "array")
                        writer.object("items") { $0.member("$ref", Text("#/components/schemas/\(schema)")) }
                    }
                }
            }
        case .raw: object("200") { $0.textContent(route.summary, type: "text/plain") }
        case .events: object("200") { $0.textContent(route.summary, type: "text/event-stream") }
        }
        object("default") { writer in
            writer.member("description", "The request was not understood, or cannot be served now.")
            writer.content("application/json") { $0.reference(to: "Error") }
        }
    }

    private mutating func header(_ name: Text, _ meaning: Text, _ schema: StaticString) {
        object(name) { writer in
            writer.member("description", meaning)
            writer.member("schema", json: Text(stringLiteral: schema).bytes[...])
        }
    }

    private mutating func textContent(_ description: Text, type: Text) {
        member("description", description)
        content(type) { writer in writer.object("schema") { $0.member("type", "string") } }
    }

    private mutating func content(_ type: Text, _ schema: (inout JSONWriter) -> Void) {
        object("content") { writer in writer.object(type, schema) }
    }

    private mutating func reference(to schema: Text) {
        object("schema") { $0.member("$ref", Text("#/components/schemas/\(schema)")) }
    }
}

private let identifierSchema: StaticString = #"{"type":"string","pattern":"^[0-7][0-9A-HJKMNP-TV-Z]{25}$"}"#
