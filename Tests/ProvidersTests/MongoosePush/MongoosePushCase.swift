import Bytes
import Foundation
import HTTPMessage
import JSONText
import Providers
import TestSupport
import Testing

/// One observed request to MongoosePush: what was answered, and what went on to the service.
struct MongoosePushCase: Sendable, CustomTestStringConvertible {
    /// What went on to the service.
    struct Outgoing: Sendable {
        let pool: Text
        let path: Text
        let headers: Set<[Text]>
        let body: String
    }

    let name: String
    let request: HTTPRequest
    let status: Int
    let contentType: Text?
    /// The body of the answer as ``canonical(_:)`` has it; empty for none.
    let answer: String
    let outgoing: Outgoing?

    var testDescription: String { name }

    /// Every case of the corpus.
    static let all: [MongoosePushCase] = {
        let path = "\(Places.package)/Tests/ProvidersTests/Fixtures/mongoosepush.jsonl"
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSONText(parsing: Array(line))).flatMap { MongoosePushCase($0.root) }
        }
    }()

    /// The pools that the cases were observed with.
    static let pools: [MongoosePush.Pool] = {
        var development = MongoosePush.Pool(name: "apns_dev", service: .apns, mode: .dev)
        development.tags = []
        var apns = MongoosePush.Pool(name: "apns_prod", service: .apns, mode: .prod)
        apns.defaultTopic = "com.default.topic"
        var taggedAPNs = MongoosePush.Pool(name: "apns_tag", service: .apns, mode: .prod)
        taggedAPNs.tags = ["t1", "t2"]
        taggedAPNs.defaultTopic = "com.tag.topic"
        var fcm = MongoosePush.Pool(name: "fcm_prod", service: .fcm, mode: .prod)
        fcm.projectID = "PROJECT_ID"
        var taggedFCM = MongoosePush.Pool(name: "fcm_tag", service: .fcm, mode: .prod)
        taggedFCM.projectID = "PROJECT_ID"
        taggedFCM.tags = ["t1"]
        taggedFCM.jmiTimeToLive = 45
        taggedFCM.jmiPriority = .normal
        return [development, apns, taggedAPNs, fcm, taggedFCM]
    }()

    private init?(_ root: JSONValue) {
        guard let name = root.last("name")?.text, let method = root.last("method")?.text,
            let path = root.last("path")?.text, let body = root.last("body")?.text, let expect = root.last("expect"),
            let status = expect.last("status")?.integer, let answer = expect.last("body")?.text
        else { return nil }
        self.name = name.description
        var headers = HeaderList()
        for pair in root.last("headers").map({ Array($0.elements) }) ?? [] {
            let texts = pair.elements.compactMap(\.text)
            headers.append(texts[0].bytes[...], texts[1].bytes[...])
        }
        request = HTTPRequest(
            method: method.bytes, target: path.bytes, version: .http2, headers: headers, body: body.bytes
        )
        self.status = Int(status)
        contentType = expect.last("content_type")?.text
        self.answer = canonicalAnswer(answer.bytes)
        outgoing = root.last("outgoing").flatMap(Outgoing.init)
    }
}

extension MongoosePushCase.Outgoing {
    fileprivate init?(_ value: JSONValue) {
        guard let pool = value.last("pool")?.text, let path = value.last("path")?.text,
            let body = value.last("body"), let headers = value.last("headers")
        else { return nil }
        self.pool = pool
        self.path = path
        self.headers = Set(headers.elements.map { $0.elements.compactMap(\.text) })
        self.body = canonical(body)
    }
}

/// The body of an answer in a form that is equal for equal values; the errors of a 422 are sorted, unless they tell of
/// missing fields, whose order counts.
func canonicalAnswer(_ body: [UInt8]) -> String {
    guard let root = (try? JSONText(parsing: body))?.root else { return String(decoding: body, as: UTF8.self) }
    guard let errors = root.last("errors") else { return canonical(root) }
    let list = errors.elements.map(canonical)
    let isOrdered = list.allSatisfy { $0.contains("Missing field: ") }
    return (isOrdered ? list : list.sorted()).joined(separator: "\n")
}

/// A JSON value in a form that is equal for equal values: keys sorted, numbers by value, no white space.
func canonical(_ value: JSONValue) -> String {
    switch value.kind {
    case .object:
        let members = value.members.map { ($0.key, canonical($0.value)) }.sorted { $0.0 < $1.0 }
        return "{" + members.map { "\($0.0.bytes):\($0.1)" }.joined(separator: ",") + "}"
    case .array: return "[" + value.elements.map(canonical).joined(separator: ",") + "]"
    case .string: return "\"\(value.text ?? "")\""
    case .number: return value.integer.map(String.init) ?? value.double.map { "\($0)" } ?? ""
    case .null, .true, .false: return String(decoding: value.raw, as: UTF8.self)
    }
}

/// The JSON text in the form that ``canonical(_:)`` gives it.
func canonical(_ text: Text) -> String {
    (try? JSONText(parsing: text.bytes)).map { canonical($0.root) } ?? "no JSON: \(text)"
}
