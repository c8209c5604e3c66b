import CommandLineTool

/// What the command line of `pushreport query` sets.
struct QuerySettings: Sendable {
    var words: [String] = []
    var filter: String?
    var format = Format.table
    var columns: TableColumns?
    var order = SortOrder()
    var limit: Int?
    var isLenient = false

    /// In which form the matches are written.
    enum Format: String, CaseIterable, ArgumentValue {
        case table
        case ndjson
        case json
        case count
        case ids
        case payload
    }
}
