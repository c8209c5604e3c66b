package import JSONText

/// Reads a file of expectations, version 1.
///
/// Shape: one JSON object, published as `samples/expectations.schema.json`.
///
///     {
///       "version": 1,
///       "expectations": [
///         {
///           "name": "the buyer learns that the order is on its way",
///           "filter": "target:4f2a kind:notification",
///           "count": 1,
///           "fields": {
///             "title": "Order shipped",
///             "verdict.ios": "shown",
///             "header.apns-priority": { "matches": "^(5|10)$" },
///             "json:/aps/badge": { "absent": true }
///           },
///           "after": { "expectation": "the order is placed", "within": "5s" },
///           "groups": [{ "by": "json:/ftw/home", "at_most": 20, "within": "1h" }],
///           "no_duplicates_by": ["target", "collapse"]
///         }
///       ]
///     }
///
/// * `filter` is a ``Filter``; it says which pushes the expectation is about. Left out, it is about all.
/// * The number of them is `count`, or `none: true`, or `at_least` and `at_most`. Without any of these it is at least one,
///   so that an expectation about nothing does not hold by accident.
/// * Each key of `fields` is the name of a ``Field``. A plain value has to equal the field's; an object asks for one or
///   more of `equal`, `contains`, `matches` (a regular expression), `present` and `absent`. Each push that the filter
///   matches has to be so. Of a field with several values, one has to be so.
/// * `after` and `before` name another expectation: each push here has to come after, or before, one of that. `within`
///   bounds the time between; without it a plain name will do.
/// * Each of `groups` bounds how many pushes may share what the fields in `by` have, in any span of `within`, or in the
///   whole run. `no_duplicates_by` is short for at most one in the whole run.
///
/// Everything wrong is reported at once, each with its place; an unknown key is wrong.
package enum ExpectationFile {
    /// The version that is read and written.
    package static let version: Int64 = 1

    /// The expectations in a file.
    package static func read(_ bytes: [UInt8]) throws(ExpectationError) -> [Expectation] {
        let document: JSONText
        do {
            document = try JSONText(parsing: bytes)
        } catch {
            throw .notJSON(error)
        }
        return try read(document.root)
    }

    /// The expectations in a JSON value of the file's shape.
    package static func read(_ root: JSONValue) throws(ExpectationError) -> [Expectation] {
        var reader = ExpectationReader()
        let expectations = reader.file(root)
        guard reader.problems.isEmpty else { throw .problems(reader.problems) }
        return expectations
    }

    /// The one expectation in a JSON value of the shape of an element of `expectations`; it cannot name another.
    package static func readOne(_ root: JSONValue) throws(ExpectationError) -> Expectation {
        var reader = ExpectationReader()
        let expectation = reader.single(root)
        guard let expectation, reader.problems.isEmpty else { throw .problems(reader.problems) }
        return expectation
    }
}
