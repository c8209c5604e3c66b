import Bytes

/// What may stay of a value at a field that a vendor defines: what the vendor itself says there, which is nobody's name.
///
/// Everything that verdicts and findings go by is of that sort: words of enumerations, durations, moments, colors and
/// numbers. Of a long number its first digit stays, as its size and type count and it could be an account's.
enum VendorValue {
    /// The most digits of a number that stays as it is.
    private static let shortNumber = 4
    /// The most digits of a time in seconds or milliseconds since 1970, or of a lifetime.
    private static let longestTime = 13
    private static let longestDuration = 24
    private static let longestMoment = 35

    /// The values of the enumerations, in any case.
    ///
    /// Source: REST resource projects.messages of FCM; Generating a remote notification of Apple; RFC 8030 section 5.3;
    /// the Notifications API standard; MongoosePush
    private static let words: [StaticString] = [
        "true", "false", "nan", "infinity", "-infinity",
        "passive", "active", "time-sensitive", "critical", "start", "update", "end",
        "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
        "pushtotalk", "voip", "widgets",
        "very-low", "low", "normal", "high",
        "priority_unspecified", "priority_min", "priority_low", "priority_default", "priority_high", "priority_max",
        "visibility_unspecified", "private", "public", "secret",
        "proxy_unspecified", "allow", "deny", "if_priority_lowered",
        "auto", "ltr", "rtl",
        "apns", "fcm", "dev", "prod", "jmi", "put", "patch", "delete", "json",
    ]

    /// The text of a string as far as it may stay; nil for one that has to be hidden.
    static func text(_ text: ArraySlice<UInt8>, isTime: Bool) -> [UInt8]? {
        let isKept =
            words.contains { ASCII.equalIgnoringCase(text, $0) } || isDuration(text) || isColor(text) || isMoment(text)
        return isKept ? Array(text) : number(text, isTime: isTime)
    }

    /// A number as far as it may stay; nil for what is none.
    static func number(_ text: ArraySlice<UInt8>, isTime: Bool) -> [UInt8]? {
        guard let first = text.first, isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+"),
            text.allSatisfy({ isDigit($0) || [UInt8]("+-.eE".utf8).contains($0) })
        else { return nil }
        if text.count(where: isDigit) <= (isTime ? longestTime : shortNumber) { return Array(text) }
        var hasBegun = false
        let number = text.map { byte in
            guard isDigit(byte), byte != UInt8(ascii: "0") else { return byte }
            defer { hasBegun = true }
            return hasBegun ? UInt8(ascii: "0") : byte
        }
        // What is out of the 32 bits that the vendors have for numbers stays out of them.
        guard fits(number) != fits(Array(text)) else { return number }
        return number.map { isDigit($0) && $0 != UInt8(ascii: "0") ? UInt8(ascii: "9") : $0 }
    }

    private static func fits(_ number: [UInt8]) -> Bool {
        let digits = number.first == UInt8(ascii: "+") ? number.dropFirst() : number[...]
        return ASCII.integer(digits).map { (-Int64(Int32.max)...Int64(Int32.max)).contains($0) } ?? true
    }

    /// `3.5s`
    private static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
        let number = text.dropLast().drop { $0 == UInt8(ascii: "-") }
        return text.count <= longestDuration && text.last == UInt8(ascii: "s") && !number.isEmpty
            && number.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    /// `#ff8800`
    private static func isColor(_ text: ArraySlice<UInt8>) -> Bool {
        text.count == 7 && text.first == UInt8(ascii: "#") && text.dropFirst().allSatisfy { hexValue($0) != nil }
    }

    /// `2026-11-29T23:59:59Z`
    private static func isMoment(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= longestMoment && text.dropFirst(10).first.map(ASCII.lowercased) == UInt8(ascii: "t")
            && text.allSatisfy { isDigit($0) || [UInt8]("-:.+tTzZ".utf8).contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
