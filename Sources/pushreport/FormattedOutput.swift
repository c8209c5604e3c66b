import Bytes
import CommandLineTool

/// The forms that a result can be written in.
protocol OutputFormat: CaseIterable, Equatable, Sendable {
    /// How the form is spelled before `=` and after the last `.` of a file name, in lower case, the usual spelling first;
    /// it may be typed in any case.
    var spellings: [String] { get }
}

/// Where one form of a result goes, typed as `report.html`, `html=FILE` or `md=-`.
struct FormattedOutput<Format: OutputFormat>: ArgumentValue, Equatable {
    let format: Format
    /// A path, or `-` for standard output.
    let path: String

    /// An output of the format.
    init(_ format: Format, path: String) {
        self.format = format
        self.path = path
    }

    init(argument: String) throws(ValueError) {
        let bytes = Array(argument.utf8)
        if argument == "-", let first = Format.allCases.first {
            self.init(first, path: argument)
        } else if let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > 0, bytes[..<sign].allSatisfy(isLetter) {
            // A word of letters is meant as a form, whatever the file is called.
            guard let format = Self.format(spelled: bytes[..<sign]), sign + 1 < bytes.count else { throw Self.refusal }
            self.init(format, path: String(decoding: bytes[(sign + 1)...], as: UTF8.self))
        } else if let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
            let format = Self.format(spelled: bytes[(dot + 1)...])
        {
            self.init(format, path: argument)
        } else {
            throw Self.refusal
        }
    }

    private static func format(spelled word: ArraySlice<UInt8>) -> Format? {
        let word = word.map(ASCII.lowercased)
        return Format.allCases.first { $0.spellings.contains { word.elementsEqual($0.utf8) } }
    }

    private static var refusal: ValueError {
        let names = Format.allCases.compactMap(\.spellings.first)
        return ValueError(
            expected: "a name that ends in " + names.map { ".\($0)" }.joined(separator: ", ") + ", or "
                + names.map { "\($0)=FILE" }.joined(separator: ", "))
    }

    var argumentText: String { path }

    static var completion: ValueCompletion { .file }

    /// True when it goes to standard output.
    var isStandardOutput: Bool { path == "-" }
}

private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
