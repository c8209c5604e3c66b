package import Bytes

/// A report as JUnit XML: one suite, one case for each expectation.
///
/// Shape: XML 1.0 in UTF-8; what XML 1.0 cannot hold, and what is invisible besides, stands as the tokens of
/// ``VisibleText``.
///
/// Limits: the text of a failure is cut at ``maximumFailureBytes`` and says so.
///
/// Source: the JUnit XML that Jenkins and GitLab read; XML 1.0 section 2.2
package enum JUnitReport {
    /// The longest text of one failure in bytes; GitLab shows no case with more than 64 KB.
    package static let maximumFailureBytes = 60_000

    /// The document.
    ///
    /// - Parameter suite: what the suite is called: the file of expectations, for one.
    package static func bytes(_ report: ExpectationReport, suite: Text) -> [UInt8] {
        var output: [UInt8] = []
        let failed = report.results.count { !$0.holds }
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"")
        output.appendXML(suite.bytes, isAttribute: true)
        output.append("\" tests=\"")
        output.appendDecimal(report.results.count)
        output.append("\" failures=\"")
        output.appendDecimal(failed)
        output.append("\" errors=\"0\" skipped=\"0\">\n")
        for result in report.results { output.append(result, suite: suite) }
        output.append("</testsuite>\n</testsuites>\n")
        return output
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ result: ExpectationResult, suite: Text) {
        append("<testcase classname=\"")
        appendXML(suite.bytes, isAttribute: true)
        append("\" name=\"")
        appendXML(result.name.bytes, isAttribute: true)
        guard let first = result.failures.first else {
            append("\"/>\n")
            return
        }
        append("\">\n<failure type=\"expectation\" message=\"")
        appendXML(shortened(first.text.bytes, to: 200), isAttribute: true)
        append("\">")
        let lines = ResultLines.failure(result).map(\.bytes).joined(separator: [UInt8(ascii: "\n")])
        appendXML(shortened(Array(lines), to: JUnitReport.maximumFailureBytes), isAttribute: false)
        append("</failure>\n</testcase>\n")
    }
}
