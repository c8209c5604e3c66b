import Bytes
import JSONText

/// Why a value of `data` cannot become text for FCM.
enum DataTextFailure: Error, Equatable {
    /// It is an object, which MongoosePush refuses.
    case nested(key: Text)
    /// It is a list with something in it that fails the conversion itself.
    case crash(key: Text)
}

extension JSONValue {
    /// The members of `data` with their values as text, as FCM wants them.
    ///
    /// - Throws: ``DataTextFailure`` for the bytewise-first key whose value has none.
    func dataTexts() throws(DataTextFailure) -> [(key: Text, value: Text)] {
        let members = firstMembers
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if value.kind == .object { throw .nested(key: key) }
            if value.dataText == nil { throw .crash(key: key) }
        }
        return members.compactMap { key, value in value.dataText.map { (key, $0) } }
    }

    /// The text of a value: null is empty, a list is text of characters and code points joined.
    ///
    /// - Returns: nil for an object, and for a list with anything in it that is no text, code point or list of those.
    private var dataText: Text? {
        switch kind {
        case .string: return text
        case .null: return ""
        case .true: return "true"
        case .false: return "false"
        case .number:
            return Text(repairing: numberPassedOn)
        case .array:
            var characters: [UInt8] = []
            return appendCharacters(to: &characters) ? Text(repairing: characters) : nil
        case .object: return nil
        }
    }

    private func appendCharacters(to output: inout [UInt8]) -> Bool {
        switch kind {
        case .string:
            output.append(contentsOf: text?.bytes ?? [])
            return true
        case .number:
            guard let scalar = integer.flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init) else { return false }
            output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return true
        case .array: return elements.allSatisfy { $0.appendCharacters(to: &output) }
        case .null, .true, .false, .object: return false
        }
    }
}

extension Double {
    /// From here on doubles are no longer exact to the unit, and the runtime of MongoosePush writes an exponent.
    private static let firstInexact = 9_007_199_254_740_992.0

    /// The shortest text that reads back as the same number, in the notation of Erlang: always with a point, and with an
    /// exponent where that is shorter. The number is finite.
    ///
    /// Source: `erlang:float_to_binary/2` with `short`
    var erlangText: [UInt8] {
        var (digits, place) = shortestDigits
        let sign = self.sign == .minus ? "-" : ""
        guard magnitude > 0 else { return Array("\(sign)0.0".utf8) }
        // An exponent costs its `e`, its digits and sign, and the point of a mantissa of one digit.
        let exponent = String(place - 1)
        let cost = exponent.utf8.count + 1 + (digits.count == 1 ? 2 : 1)
        if magnitude >= Self.firstInexact || (place > digits.count && place - digits.count + 2 > cost)
            || (place < 0 && 2 - place > cost)
        {
            digits.insert(UInt8(ascii: "."), at: 1)
            if digits.count == 2 { digits.append(UInt8(ascii: "0")) }
            return Array(sign.utf8) + digits + Array("e\(exponent)".utf8)
        }
        if place <= 0 {
            digits = Array(repeating: UInt8(ascii: "0"), count: 1 - place) + digits
            place = 1
        } else if place >= digits.count {
            digits += Array(repeating: UInt8(ascii: "0"), count: place - digits.count + 1)
        }
        digits.insert(UInt8(ascii: "."), at: place)
        return Array(sign.utf8) + digits
    }

    /// The fewest digits that name the number, without zeros at their ends, and how many of them stand before the point.
    private var shortestDigits: (digits: [UInt8], place: Int) {
        let text = Array(magnitude.description.utf8)
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
        let exponent = text.dropFirst(mantissa.count + 1).drop { $0 == UInt8(ascii: "+") }
        let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
        var digits = Array(whole) + mantissa.dropFirst(whole.count + 1)
        var place = whole.count + Int(ASCII.integer(exponent) ?? 0)
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        while digits.count > 1, digits.first == UInt8(ascii: "0") {
            digits.removeFirst()
            place -= 1
        }
        return (digits, place)
    }
}
