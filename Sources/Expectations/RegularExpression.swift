import Bytes
import CPCRE2

/// A compiled regular expression in the syntax of PCRE2, matched code point by code point, within bounds of time and
/// memory: a pattern that backtracks without end is given up.
@safe package final class RegularExpression: Sendable {
    /// How many steps a search may take: some tens of milliseconds at the most.
    static let maximumSteps: UInt32 = 100_000
    /// How many KiB a search may take to remember where it can go back to.
    static let maximumKibibytes: UInt32 = 8192

    /// The pattern as it was written.
    let pattern: Text

    // Never written after `init`; a compiled pattern may be used by any number of threads.
    private nonisolated(unsafe) let code: OpaquePointer

    /// Compiles a pattern.
    ///
    /// - Throws: ``RegularExpressionError`` when it is none.
    init(_ pattern: Text) throws(RegularExpressionError) {
        var reason: Int32 = 0
        var offset = 0
        let code = unsafe pattern.bytes.withUnsafeBytes {
            unsafe cpcre2_compile($0.baseAddress, $0.count, &reason, &offset)
        }
        guard let code = unsafe code else {
            throw RegularExpressionError(reason: Self.words(for: reason), offset: offset)
        }
        unsafe self.code = code
        self.pattern = pattern
    }

    deinit { unsafe cpcre2_code_free(code) }

    /// What came of looking for a pattern.
    enum Search {
        case found
        case notFound
        /// At ``maximumSteps`` or ``maximumKibibytes``, nobody knows.
        case abandoned
    }

    /// Looks for the pattern anywhere in a text.
    func search(in text: Text) -> Search {
        let result = unsafe text.bytes.withUnsafeBytes {
            unsafe cpcre2_search(code, $0.baseAddress, $0.count, Self.maximumSteps, Self.maximumKibibytes)
        }
        if result >= 0 { return .found }
        return result == PCRE2_ERROR_NOMATCH ? .notFound : .abandoned
    }

    private static func words(for reason: Int32) -> Text {
        // No message of the library is longer than 120 bytes.
        var words = [UInt8](repeating: 0, count: 256)
        let count = unsafe words.withUnsafeMutableBytes { unsafe cpcre2_reason(reason, $0.baseAddress, $0.count) }
        return Text(repairing: Array(words.prefix(max(0, Int(count)))))
    }
}

/// Why a text is no regular expression.
struct RegularExpressionError: Error {
    /// The library's words.
    let reason: Text
    /// The byte of the pattern it was seen at, from 0.
    let offset: Int
}
