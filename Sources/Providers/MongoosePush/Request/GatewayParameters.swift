import Bytes
import HTTPMessage
import JSONText

/// What MongoosePush's web framework makes of a request before any of its own code runs: the body as parsed, and the
/// members of body and query that the framework itself understands.
struct GatewayParameters {
    /// The body that the schema is asked about: an empty object when none was sent, or none as JSON.
    let body: JSONValue
    /// True when the body is the value of `_json`, the framework's own key for what is no object. The original takes such
    /// a body for valid, and then finds nothing in it.
    let isWrapped: Bool
    /// The method after `_method` in the body had its say.
    let method: ArraySlice<UInt8>
    private let query: [(name: Text, value: Text)]
    private let format: (isAsked: Bool, isJSON: Bool)

    init(_ request: HTTPRequest) throws(FrameworkFailure) {
        let isPosted = ["POST", "PUT", "PATCH", "DELETE"].contains { ASCII.equal(request.method[...], $0) }
        let isParsed = isPosted && request.hasJSONBody && !request.body.isEmpty
        let root: JSONValue
        do throws(JSONTextError) {
            root = try JSONText(parsing: isParsed ? request.body : Array("{}".utf8)).root
        } catch {
            if case .tooDeep(let limit) = error { throw .tooLarge(Text("\(limit) levels of nesting")) }
            throw .malformedJSON(Text(error.description))
        }
        if root.hasNumberBeyondDouble { throw .malformedJSON("a number is too large") }
        if isParsed, request.body.hasLoneSurrogate { throw .malformedJSON("half a surrogate pair stands alone") }
        query = try request.queryParameters()
        let members = root.firstMembers
        isWrapped = members.count == 1 && members[0].key == "_json"
        body = isWrapped ? members[0].value : root
        let override = ASCII.equal(request.method[...], "POST") ? root.first("_method")?.text : nil
        let other = override.flatMap { word in
            (["PUT", "PATCH", "DELETE"] as [StaticString]).first { ASCII.equalIgnoringCase(word.bytes[...], $0) }
        }
        method = other.map { Text(stringLiteral: $0).bytes[...] } ?? request.method[...]
        if let value = root.first("_format") {
            format = (true, value.text.map { $0 == "json" } ?? false)
        } else {
            let value = query.last { $0.name == "_format" }?.value
            format = (value != nil, value.map { $0 == "json" } ?? false)
        }
    }

    /// True when the name is a key of the body or a parameter of the query.
    func has(_ name: StaticString) -> Bool {
        body.first(name) != nil || query.contains { $0.name == name }
    }

    /// Checks that the sender takes JSON: a `_format` decides, else the `accept` fields.
    func checkAcceptable(_ headers: HeaderList) throws(FrameworkFailure) {
        if format.isAsked {
            guard format.isJSON else { throw .notAcceptable("another _format") }
            return
        }
        guard let accept = headers.joined("accept"), accept.firstRange(of: "*/*") == nil else { return }
        let allowsJSON = accept.split(separator: UInt8(ascii: ",")).contains { entry in
            let type = ASCII.trimmed(entry.prefix { $0 != UInt8(ascii: ";") })
            return ASCII.equalIgnoringCase(type, "application/json") || ASCII.equalIgnoringCase(type, "application/*")
        }
        guard allowsJSON else { throw .notAcceptable(accept.isEmpty ? "nothing" : Text(repairing: accept)) }
    }
}

extension HeaderList {
    /// The values of a field that may be there several times, as the server of the original joins them; nil when it is not.
    ///
    /// Source: RFC 9110 section 5.3; Cowboy
    func joined(_ name: StaticString) -> ArraySlice<UInt8>? {
        let values = (0..<count).filter { ASCII.equalIgnoringCase(self.name(at: $0), name) }.map(value(at:))
        return values.count < 2 ? values.first : Array(values.joined(separator: Array(", ".utf8)))[...]
    }
}

extension HTTPRequest {
    /// True when the framework parses the body as JSON: for `application/json` and what ends in `+json`, in any case.
    fileprivate var hasJSONBody: Bool {
        guard let value = headers.joined("content-type") else { return false }
        let type = ASCII.trimmed(value.prefix { $0 != UInt8(ascii: ";") }).map(ASCII.lowercased)
        return ASCII.hasPrefix(type[...], "application/")
            && (ASCII.hasSuffix(type[...], "/json") || ASCII.hasSuffix(type[...], "+json"))
    }

    /// The parameters of the query; of `alert[x]` the name is `alert`, and the value, a list or a map, is no text.
    fileprivate func queryParameters() throws(FrameworkFailure) -> [(name: Text, value: Text)] {
        var parameters: [(name: Text, value: Text)] = []
        for pair in target[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let decoded = PercentEncoding.decoded(name),
                let value = PercentEncoding.decoded(pair[name.endIndex...].dropFirst())
            else { throw .malformedTarget }
            let plain = decoded.prefix { $0 != UInt8(ascii: "[") }
            parameters.append((Text(repairing: plain), plain.count == decoded.count ? Text(repairing: value) : ""))
        }
        return parameters
    }
}
