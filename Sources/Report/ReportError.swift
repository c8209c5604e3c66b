import Glibc

/// Why there is no report.
package enum ReportError: Error, Equatable {
    /// A file cannot be read: its path and the system's error number.
    case cannotRead(path: String, errno: Int32)
    /// A file cannot be written: its path and the system's error number.
    case cannotWrite(path: String, errno: Int32)
    /// What stands at the path is neither a file nor a link, so it is left alone.
    case notAFile(path: String)
    /// The file at the path, where a style sheet is to stand beside its page, is none that was written so.
    case styleSheetNotOurs(path: String)
    /// The file at the path, where a page of a split report goes, is no page of a report.
    case pageNotOurs(path: String)
    /// A file is larger than the limit in bytes.
    case fileTooLarge(path: String, limit: Int)
    /// A template has a marker or section without end, or lacks what the report needs.
    case templateUnreadable(name: String)
    /// A template does not begin by switching escaping on.
    case templateNotEscaped(name: String)
    /// A marker in a template would switch escaping off.
    case templateUnescapes(name: String, marker: String)
    /// A style sheet has a `<` in it, which could end the style element.
    case styleSheetHasMarkup(name: String)
    /// A script has markup in it that could end the script element or change how it is read.
    case scriptHasMarkup(name: String, markup: String)
    /// The log could not be read back at this push.
    case unreadable(position: Int, reason: String)
    /// There is no memory to compress the log that the page carries.
    case noMemoryToFold
}

extension ReportError: CustomStringConvertible {
    /// One lower-case sentence without a full stop.
    package var description: String {
        switch self {
        case .cannotRead(let path, let number): "cannot read \(path): \(systemMessage(number))"
        case .cannotWrite(let path, let number): "cannot write \(path): \(systemMessage(number))"
        case .notAFile(let path): "\(path) is not a regular file, so it is not replaced"
        case .styleSheetNotOurs(let path):
            "\(path) is there and was not written beside a report, so it is not replaced; remove it, or write the page "
                + "into another folder"
        case .pageNotOurs(let path):
            "\(path) is there and is no page of a report, so it is not replaced; remove it, or write the report into "
                + "another folder"
        case .fileTooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
        case .templateUnreadable(let name): "\(name) is not a template of a report"
        case .templateNotEscaped(let name):
            "\(name) does not begin with the line <!--\(TemplateFile.prologue)-->, which switches escaping on"
        case .templateUnescapes(let name, let marker):
            "\(name) has the marker <?\(marker)?>, which is not allowed to decide about escaping"
        case .styleSheetHasMarkup(let name): "\(name) has a \"<\" in it, which could end the style element"
        case .scriptHasMarkup(let name, let markup):
            "\(name) has \"\(markup)\" in it, which means something to the page around it; write it in two pieces"
        case .unreadable(let position, let reason): "push \(position + 1) cannot be read back: \(reason)"
        case .noMemoryToFold: "there is no memory to compress the log that the page carries; --no-log leaves it out"
        }
    }
}

private func systemMessage(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
