import Bytes
import CommandLineTool
import Expectations
import Filter
import Report

/// What is expected, and what test reports call all of it.
struct CheckPlan {
    /// The longest file of expectations in bytes.
    static let maximumFileBytes = 16 << 20

    let expectations: [Expectation]
    let suite: Text

    /// The expectations that a command line names: those of a file, or the one that it spells out.
    init(_ settings: CheckSettings, filter: Filter?) throws {
        let count = try settings.countRule
        if let path = settings.expectations {
            guard filter == nil, count == nil, settings.name == nil else {
                throw UsageError.refused(
                    "--expect says what is expected; there is no place for a filter or count besides")
            }
            expectations = try CheckPlan.read(path)
            suite = Text(repairing: Array(path.utf8).split(separator: UInt8(ascii: "/")).last ?? [])
        } else {
            guard filter != nil || count != nil else {
                throw UsageError.refused("nothing is expected: add a filter, a count, or --expect FILE")
            }
            let filter = filter ?? Filter(all: [])
            let name = settings.name ?? filter.phrase
            expectations = [Expectation(name: name, filter: filter, count: count ?? CountRule(atLeast: 1))]
            suite = "pushreport check"
        }
    }

    private static func read(_ path: String) throws -> [Expectation] {
        guard let bytes = try InputFile.bytes(path: path, limit: maximumFileBytes) else {
            throw CheckError.missing(path: path)
        }
        do throws(ExpectationError) {
            return try ExpectationFile.read(bytes)
        } catch {
            throw CheckError.noExpectations(path: path, error)
        }
    }
}

/// Why nothing could be checked.
enum CheckError: Error, CustomStringConvertible {
    /// There is no file of expectations at the path.
    case missing(path: String)
    /// The file holds no expectations that can be read.
    case noExpectations(path: String, ExpectationError)

    /// One lower-case sentence without a full stop.
    var description: String {
        switch self {
        case .missing(let path): "\(path) does not exist"
        case .noExpectations(let path, let error): "\(path): \(error)"
        }
    }
}
