import Glibc

/// Does work on several threads and consumes the results in order.
///
/// At most two pieces for each processor are begun or waiting, so a slow piece holds the others back and memory stays
/// bounded.
func inOrder<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece],
    _ work: @escaping @Sendable (Piece) throws -> Result,
    consume: (Result) throws -> Void
) async throws {
    let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var begun = 0
        var consumed = 0
        var waiting: [Int: Result] = [:]
        while consumed < pieces.count {
            while begun < pieces.count, begun < consumed + width {
                let (index, piece) = (begun, pieces[begun])
                group.addTask { (index, try work(piece)) }
                begun += 1
            }
            guard let (index, result) = try await group.next() else { return }
            waiting[index] = result
            while let next = waiting.removeValue(forKey: consumed) {
                try consume(next)
                consumed += 1
            }
        }
    }
}
