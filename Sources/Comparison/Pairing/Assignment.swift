/// The cheapest way to give each row a column of its own, by the Hungarian method.
///
/// Shape: `costs[row][column]`, rectangular, at least as many columns as rows; costs are not negative.
///
/// - Returns: the column of each row.
/// - Complexity: rows² × columns.
///
/// Source: H. W. Kuhn, "The Hungarian method for the assignment problem", in the form with potentials and shortest
/// augmenting paths.
func cheapestAssignment(_ costs: [[Int]]) -> [Int] {
    let rows = costs.count
    guard let columns = costs.first?.count else { return [] }
    var rowPotential = [Int](repeating: 0, count: rows + 1)
    var columnPotential = [Int](repeating: 0, count: columns + 1)
    // Row 0 and column 0 stand for "none".
    var rowOf = [Int](repeating: 0, count: columns + 1)
    var previous = [Int](repeating: 0, count: columns + 1)
    for row in 1...rows {
        rowOf[0] = row
        var column = 0
        var least = [Int](repeating: .max, count: columns + 1)
        var isVisited = [Bool](repeating: false, count: columns + 1)
        repeat {
            isVisited[column] = true
            let current = rowOf[column]
            var delta = Int.max
            var next = 0
            for other in 1...columns where !isVisited[other] {
                let cost = costs[current - 1][other - 1] - rowPotential[current] - columnPotential[other]
                if cost < least[other] {
                    least[other] = cost
                    previous[other] = column
                }
                if least[other] < delta {
                    delta = least[other]
                    next = other
                }
            }
            for other in 0...columns {
                if isVisited[other] {
                    rowPotential[rowOf[other]] += delta
                    columnPotential[other] -= delta
                } else if least[other] < .max {
                    least[other] -= delta
                }
            }
            column = next
        } while rowOf[column] != 0
        repeat {
            rowOf[column] = rowOf[previous[column]]
            column = previous[column]
        } while column != 0
    }
    var result = [Int](repeating: 0, count: rows)
    for column in 1...columns where rowOf[column] > 0 { result[rowOf[column] - 1] = column - 1 }
    return result
}
