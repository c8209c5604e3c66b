/// What the end of a program says: the same numbers in every program, in `--help`, in the manual and in the README.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// The work is done.
    case done = 0
    /// The question was answered, and the answer is no.
    case answerIsNo = 1
    /// An input could not be read or an output could not be written.
    case failed = 2
    /// The work is done, but something was damaged, left out or cut.
    case degraded = 3
    /// Nothing was captured where something was needed.
    case nothingCaptured = 4
    /// The command line was not understood; the number is that of `EX_USAGE` in `sysexits.h`.
    case usage = 64

    /// One line for `--help`.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .answerIsNo: "the answer is no: a check failed, differences were found, nothing matched"
        case .failed: "an input or an output failed"
        case .degraded: "done, but something was damaged, left out or cut"
        case .nothingCaptured: "nothing was captured where something was needed"
        case .usage: "the command line was not understood"
        }
    }
}
