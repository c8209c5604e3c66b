import Bytes
import CaptureLog
import HTTPMessage

extension JSONWriter {
    /// The header fields of a request, each name with its values in order; a secret stands as `(redacted)`.
    mutating func members(of exchange: Exchange) {
        let headers = exchange.request.headers
        var names: [Text] = []
        var values: [Text: [Text]] = [:]
        for position in 0..<headers.count {
            let name = Text(repairing: headers.name(at: position))
            let isSecret = exchange.redactions.contains { $0.place == .header(position: position) }
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(isSecret ? "(redacted)" : Text(repairing: headers.value(at: position)))
        }
        for name in names { member(name, values[name] ?? []) }
    }
}
