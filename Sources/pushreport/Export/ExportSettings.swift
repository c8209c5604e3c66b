import CommandLineTool
import Export

/// What the command line of `pushreport export` sets.
struct ExportSettings: Sendable {
    var words: [String] = []
    var filter: String?
    var hidden: [HiddenParts] = []
    var format: ExportFormat?
    var output: String?
    var isLenient = false
}

extension ExportFormat: ArgumentValue {}
