import Bytes

/// Pushes that have something in common: how many there are, and where the first of them stand.
struct PushList: Sendable {
    /// How many are listed; the rest is counted.
    static let listedPushes = 40

    /// One push.
    struct Place: Sendable, Equatable {
        /// Its place among all pushes in capture order, from 0.
        let position: Int
        /// The identifier for the link.
        let anchor: Text
    }

    /// How many there are.
    private(set) var count = 0
    /// The first of them.
    private(set) var places: [Place] = []

    /// Counts a push.
    mutating func add(_ push: CapturedPush) {
        count += 1
        if places.count < PushList.listedPushes {
            places.append(Place(position: push.position, anchor: push.anchor))
        }
    }

    /// Adds the pushes that follow.
    mutating func add(_ other: PushList) {
        count += other.count
        places.append(contentsOf: other.places.prefix(PushList.listedPushes - places.count))
    }
}
