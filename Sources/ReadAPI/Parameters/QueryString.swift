import Bytes

/// The parameters of a request target, decoded; of a repeated one the first counts.
struct QueryString {
    private var values: [Text: Text] = [:]

    /// Reads the part of a target behind its first `?`.
    ///
    /// - Throws: ``APIProblem/badParameter(_:wanted:)`` for what is not percent-encoded UTF-8.
    init(target: [UInt8]) throws(APIProblem) {
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return }
        for pair in target[(mark + 1)...].split(separator: UInt8(ascii: "&")) {
            let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = Text(repairing: rawName)
            guard let key = decoded(rawName), let value = decoded(pair[rawName.endIndex...].dropFirst()) else {
                throw .badParameter(name, wanted: "percent-encoded UTF-8")
            }
            if values[key] == nil { values[key] = value }
        }
    }

    /// The names that were sent.
    var names: [Text] { values.keys.sorted() }

    /// The value of a parameter without white space at its ends; nil when it was not sent or is empty.
    subscript(name: Text) -> Text? {
        guard let value = values[name] else { return nil }
        let trimmed = ASCII.trimmed(value.bytes[...])
        return trimmed.isEmpty ? nil : Text(repairing: trimmed)
    }
}

/// The text that percent-encoding stands for, with `+` for a space.
///
/// - Returns: nil when a `%` is without its two digits or the bytes are not UTF-8.
private func decoded(_ encoded: ArraySlice<UInt8>) -> Text? {
    let spaced = encoded.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    return PercentEncoding.decoded(spaced[...]).flatMap(Text.init(validating:))
}
