import Bytes
import JSONText

/// How scalar values of protobuf look in JSON.
///
/// Source: protobuf, JSON mapping
enum ProtobufJSON {
    /// A duration: whole seconds and nanoseconds of the same sign.
    struct Duration: Equatable {
        var seconds: Int64
        var nanoseconds: Int32
    }

    /// Why a text is no duration, in the words of Google's parser.
    enum DurationError: Error {
        case noSuffix
        case seconds
        case fraction
        case range

        var description: StaticString {
            switch self {
            case .noSuffix: "Illegal duration format; duration must end with 's'"
            case .seconds: "Invalid duration format, failed to parse seconds"
            case .fraction: "Invalid duration format, failed to parse nano seconds"
            case .range: "Duration value exceeds limits"
            }
        }
    }

    /// The largest number of seconds a duration holds, about 10,000 years.
    static let maximumDurationSeconds: Int64 = 315_576_000_000

    /// The duration that a text such as `3.5s` names: an optional minus, digits, up to nine decimals, `s`.
    static func duration(_ text: Text) throws(DurationError) -> Duration {
        guard text.bytes.last == UInt8(ascii: "s") else { throw .noSuffix }
        let isNegative = text.bytes.first == UInt8(ascii: "-")
        let digits = text.bytes.dropLast().dropFirst(isNegative ? 1 : 0)
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        guard whole.first != UInt8(ascii: "-"), let seconds = ASCII.integer(whole) else { throw .seconds }
        var nanoseconds: Int32 = 0
        if whole.endIndex < digits.endIndex {
            let fraction = digits[(whole.endIndex + 1)...]
            guard (1...9).contains(fraction.count), fraction.allSatisfy({ $0 &- 0x30 < 10 }) else { throw .fraction }
            for position in 0..<9 {
                let digit = position < fraction.count ? fraction[fraction.startIndex + position] - 0x30 : 0
                nanoseconds = nanoseconds * 10 + Int32(digit)
            }
        }
        guard seconds <= maximumDurationSeconds else { throw .range }
        return Duration(seconds: isNegative ? -seconds : seconds, nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    }

    /// The value of an int32: a number or a decimal string; `1.0` and exponents are integers too.
    static func int32(_ value: JSONValue) -> Int32? {
        guard let double = number(value), double == double.rounded(.towardZero) else { return nil }
        return Int32(exactly: double)
    }

    /// The value of a float: a number, a numeric string, or one of `NaN`, `Infinity`, `-Infinity`.
    static func float(_ value: JSONValue) -> Double? {
        switch value.text {
        case .some(let text) where text == "NaN": .nan
        case .some(let text) where text == "Infinity": .infinity
        case .some(let text) where text == "-Infinity": -.infinity
        default: number(value)
        }
    }

    /// The position of an enumeration's value, given by its name or its number.
    ///
    /// The Admin SDKs send `high` and FCM takes it, so letter case does not count. A number outside the list is a value
    /// that this description does not know, and no error; it yields the number as it is.
    static func enumeration(_ value: JSONValue, of schema: EnumerationSchema) -> Int? {
        if let text = value.text {
            return schema.values.firstIndex { ASCII.equalIgnoringCase(text.bytes[...], $0) }
        }
        return int32(value).map(Int.init)
    }

    private static func number(_ value: JSONValue) -> Double? {
        if let text = value.text {
            // `Double` reads more than JSON allows: hexadecimal, `inf`, a plus sign.
            guard let first = text.bytes.first, first == UInt8(ascii: "-") || first &- 0x30 < 10,
                text.bytes.allSatisfy({ numberBytes.contains($0) })
            else { return nil }
            return Double(text.description)
        }
        return value.double.flatMap { $0.isFinite ? $0 : nil }
    }

    private static let numberBytes = Array("0123456789+-.eE".utf8)
}
