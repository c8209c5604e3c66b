/// How many of something may be there at once.
final class Capacity {
    /// One place; it is free again when nobody holds this any more.
    final class Place {
        private let capacity: Capacity

        fileprivate init(_ capacity: Capacity) {
            self.capacity = capacity
            capacity.taken += 1
        }

        deinit { capacity.taken -= 1 }
    }

    private let limit: Int
    private var taken = 0

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Takes a place.
    func take() throws(APIProblem) -> Place {
        guard let place = takeIfFree() else { throw .busy(limit: limit) }
        return place
    }

    /// Takes a place; nil when none is free.
    func takeIfFree() -> Place? { taken < limit ? Place(self) : nil }
}
