import Bytes
import CommandLineTool
import Filter
import Report

/// The pushes that a filter matches: where they are, in which order, and how wide a table of them is.
///
/// Memory: a few bytes for each match, and its sort key where the order is not that of the logs.
struct Selection {
    /// How many bytes of a value decide about its place.
    static let sortKeyBytes = 256

    /// Their positions in the source, in the order asked for.
    private(set) var positions: [Int] = []
    private(set) var table: TextTable

    init(
        from source: ReportSource, filter: Filter, order: SortOrder, columns: TableColumns?
    ) async throws {
        table = columns?.table ?? TextTable([])
        var keys: [Text] = []
        var position = 0
        try await PushReader(source).forEach { push -> Match? in
            let subject = FilterSubject(push)
            guard filter.matches(subject) else { return nil }
            return Match(key: order.field.map { $0.sortKey(of: subject) }, cells: columns?.cells(of: subject))
        } consume: { match in
            if let match {
                positions.append(position)
                if let key = match.key { keys.append(key) }
                if let cells = match.cells { table.measure(cells) }
            }
            position += 1
        }
        if order.field != nil {
            let ranks = positions.indices.sorted { left, right in
                keys[left] == keys[right]
                    ? left < right : order.isDescending ? keys[right] < keys[left] : keys[left] < keys[right]
            }
            positions = ranks.map { positions[$0] }
        } else if order.isDescending {
            positions.reverse()
        }
    }

    private struct Match: Sendable {
        let key: Text?
        let cells: [Text]?
    }
}

extension Field {
    fileprivate func sortKey(of subject: FilterSubject) -> Text {
        var reader = FieldReader(subject)
        return Text(repairing: reader.values(of: self).first?.bytes.prefix(Selection.sortKeyBytes) ?? [])
    }
}
