import Bytes
import JSONText
import PushModel

/// Hides the values of a payload and keeps its keys, its types and its length.
///
/// Every byte of a text becomes `*`, where blank text, the scheme of a link and escapes of punctuation stay; a number
/// becomes 0 and a boolean `true`, with spaces behind it to keep the length; `null` stays, and so does what a vendor says at
/// a field of its own. Of a body that is no JSON only
/// the punctuation of JSON and white space stay, and it still is none.
enum PayloadMask {
    static func masked(_ body: [UInt8], by rule: PayloadRule) -> [UInt8] {
        guard let document = try? JSONText(parsing: body) else { return maskedText(body) }
        var edits = JSONEdits(document)
        mask(document.root, by: rule, &edits)
        return edits.bytes
    }

    private static func mask(_ value: JSONValue, by rule: PayloadRule, _ edits: inout JSONEdits) {
        switch value.kind {
        case .object:
            for member in value.members { mask(member.value, by: rule[member.key], &edits) }
        case .array:
            for element in value.elements { mask(element, by: rule, &edits) }
        case .null: break
        case .string, .number, .true, .false:
            switch rule {
            case .keep: break
            case .code where value.kind != .string || isCode(value.raw.dropFirst().dropLast()): break
            case .word: edits.replace(value.raw, with: kept(of: value, isTime: false) ?? maskedScalar(value))
            case .time: edits.replace(value.raw, with: kept(of: value, isTime: true) ?? maskedScalar(value))
            default: edits.replace(value.raw, with: maskedScalar(value))
            }
        }
    }

    /// A header field's value of which nothing stays but the length.
    static func masked(field value: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "*"), count: value.count)
    }

    /// The value as far as it is a vendor's own; nil for any other.
    private static func kept(of value: JSONValue, isTime: Bool) -> [UInt8]? {
        switch value.kind {
        case .string:
            guard let text = value.text?.bytes, let kept = VendorValue.text(text[...], isTime: isTime) else {
                return nil
            }
            if kept == text { return Array(value.raw) }
            let isPlain = text.count + 2 == value.raw.count
            return isPlain ? [UInt8(ascii: "\"")] + kept + [UInt8(ascii: "\"")] : nil
        case .number: return VendorValue.number(value.raw, isTime: isTime)
        default: return Array(value.raw)
        }
    }

    private static func maskedScalar(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .number: maskedNumber(value)
        // One with the length of the other would tell as much.
        case .true, .false: Array(value.raw)
        default: value.text?.isBlank == true ? Array(value.raw) : maskedString(value.raw)
        }
    }

    /// A number of the same sort, and of the same length when it is read and written again, as a gateway does: a Unicode
    /// scalar or none, as lists of MongoosePush have them; whole or not; of a double's size or beyond.
    private static func maskedNumber(_ value: JSONValue) -> [UInt8] {
        let raw = value.raw
        guard raw.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }) else {
            // The exponent says how long the number is when it is written out.
            let mantissa = raw.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
            return mantissa.map { $0 &- 0x31 < 9 ? UInt8(ascii: "1") : $0 } + raw[mantissa.endIndex...]
        }
        guard let scalar = value.integer.flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init) else {
            if raw.first == UInt8(ascii: "-") { return [UInt8(ascii: "-")] + digits("1", raw.count - 1) }
            return raw.count == 5 ? Array("55296".utf8) : digits("9", raw.count)
        }
        // Of the scalars with so many digits one that has as many bytes.
        switch (raw.count, scalar.utf8.count) {
        case (1, _): return [UInt8(ascii: "0")]
        case (3, 2): return digits("2", raw.count)
        case (4, 3): return digits("3", raw.count)
        case (5, 4): return digits("7", raw.count)
        default: return digits("1", raw.count)
        }
    }

    /// A digit and zeros.
    private static func digits(_ first: StaticString, _ count: Int) -> [UInt8] {
        var digits: [UInt8] = []
        digits.append(first)
        return digits + [UInt8](repeating: UInt8(ascii: "0"), count: count - 1)
    }

    /// A string in which only the quotes and what gives nothing away stay. Escapes of code points become others whose
    /// UTF-8 is as long.
    private static func maskedString(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var output = [UInt8(ascii: "\"")]
        var rest = raw.dropFirst().dropLast()
        for scheme in ["https://", "http://"] as [StaticString] where ASCII.hasPrefix(rest, scheme) {
            output.append(scheme)
            rest = rest.dropFirst(scheme.utf8CodeUnitCount)
            break
        }
        while let byte = rest.first {
            guard byte == UInt8(ascii: "\\") else {
                output.append(UInt8(ascii: "*"))
                rest.removeFirst()
                continue
            }
            let length = rest.dropFirst().first == UInt8(ascii: "u") ? 6 : 2
            if length == 6 {
                output.append(maskedEscape(rest.dropFirst(2).prefix(4)))
            } else {
                output += rest.prefix(2)
            }
            rest = rest.dropFirst(length)
        }
        output.append(UInt8(ascii: "\""))
        return output
    }

    /// - Parameter digits: the four hexadecimal digits of the escape.
    private static func maskedEscape(_ digits: ArraySlice<UInt8>) -> StaticString {
        let unit = digits.reduce(0) { $0 << 4 | Int(hexValue($1) ?? 0) }
        return switch unit {
        // What has an escape of its own when it is written again keeps one as long.
        case 0x08, 0x09, 0x0A, 0x0C, 0x0D: "\\u000a"
        case 0x22, 0x5C: "\\u0022"
        case 0..<0x20: "\\u0001"
        case 0..<0x80: "\\u002a"
        case 0x80..<0x800: "\\u00b7"
        // The halves of a pair stay a pair: a code point of four bytes.
        case 0xD800..<0xDC00: "\\ud83d"
        case 0xDC00..<0xE000: "\\udd12"
        default: "\\u2022"
        }
    }

    /// What a service calls something; no sentence but the one that MongoosePush has in the place of a reason.
    private static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
        if ASCII.equal(text, "Please try again later") { return true }
        return text.count <= 40
            && text.allSatisfy { byte in
                ASCII.lowercased(byte) &- 0x61 < 26 || byte &- 0x30 < 10
                    || [UInt8]("_-.:#+/".utf8).contains(byte)
            }
    }

    private static func maskedText(_ body: [UInt8]) -> [UInt8] {
        let punctuation = [UInt8]("{}[]:,\"".utf8)
        let masked = body.map { ASCII.isSpace($0) || punctuation.contains($0) ? $0 : UInt8(ascii: "*") }
        // A body may be no JSON for nothing but a byte that is masked now.
        guard (try? JSONText(parsing: masked)) != nil else { return masked }
        return body.map { ASCII.isSpace($0) ? $0 : UInt8(ascii: "*") }
    }
}
