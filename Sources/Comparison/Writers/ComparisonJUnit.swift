import Bytes

/// A comparison as JUnit XML: one suite, one case for each entry, and one for all pushes that are the same.
///
/// Shape: XML 1.0 in UTF-8. An entry is a failure when ``FailOn`` says that it counts.
///
/// Limits: the text of a failure is cut at ``maximumFailureBytes`` and says so.
///
/// Source: the JUnit XML that Jenkins and GitLab read; XML 1.0 section 2.2
package enum ComparisonJUnit {
    /// The longest text of one failure in bytes; GitLab shows no case with more than 64 KB.
    package static let maximumFailureBytes = 60_000

    /// Everything before the first case.
    package static func head(_ comparison: Comparison, failOn: FailOn) -> [UInt8] {
        let failures = comparison.entries.count { failOn.includes($0) }
        var output: [UInt8] = []
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"")
        output.appendXML(suite(comparison), isAttribute: true)
        output.append("\" tests=\"")
        output.appendDecimal(comparison.entries.count + 1)
        output.append("\" failures=\"")
        output.appendDecimal(failures)
        output.append("\" errors=\"0\" skipped=\"0\">\n<testcase classname=\"unchanged\" name=\"")
        output.appendXML(Array("\(comparison.totals.unchanged) unchanged".utf8), isAttribute: true)
        output.append("\"/>\n")
        return output
    }

    /// Everything after the last case: what could not be compared or is no difference, as the output of the suite.
    package static func tail(_ comparison: Comparison) -> [UInt8] {
        let notes = comparison.notes
        var output: [UInt8] = []
        if !notes.isEmpty {
            output.append("<system-out>")
            output.appendXML(Array(notes.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])), isAttribute: false)
            output.append("</system-out>\n")
        }
        output.append("</testsuite>\n</testsuites>\n")
        return output
    }

    /// The case of an entry.
    package static func entry(_ entry: Entry, in comparison: Comparison, failOn: FailOn) throws -> [UInt8] {
        let name = PushName(try comparison.push(of: entry))
        var output: [UInt8] = []
        output.append("<testcase classname=\"")
        output.append(contentsOf: entry.kind.rawValue.utf8)
        output.append("\" name=\"")
        output.appendXML(shortened(name.title.bytes, to: 200), isAttribute: true)
        output.append(" (")
        output.appendXML(shortened(name.place.bytes, to: 200), isAttribute: true)
        guard failOn.includes(entry) else {
            output.append(")\"/>\n")
            return output
        }
        let lines = try ComparisonLines.lines(of: entry, in: comparison).map(\.bytes)
        output.append(")\">\n<failure type=\"")
        output.append(entry.isRegression ? "regression" : "change")
        output.append("\" message=\"")
        output.appendXML(shortened(lines[0], to: 200), isAttribute: true)
        output.append("\">")
        let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        output.appendXML(shortened(text, to: maximumFailureBytes), isAttribute: false)
        output.append("</failure>\n</testcase>\n")
        return output
    }

    private static func suite(_ comparison: Comparison) -> [UInt8] {
        comparison.base.name.bytes + " → ".utf8 + comparison.head.name.bytes
    }
}

extension FailOn {
    /// True when an entry makes the answer no.
    fileprivate func includes(_ entry: Entry) -> Bool {
        switch self {
        case .regression: entry.isRegression
        case .change, .any: true
        case .none: false
        }
    }
}
