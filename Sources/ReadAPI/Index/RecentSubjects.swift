import Filter

/// The pushes that were read last, so that many who wait for the same ones read and understand each of them once.
struct RecentSubjects {
    private static let capacity = 256
    /// A push above this size is read again each time, so that large ones cannot fill the memory.
    private static let largestBytes = 16_384

    private var slots = [(number: Int, subject: FilterSubject)?](repeating: nil, count: capacity)

    subscript(number: Int) -> FilterSubject? {
        guard let slot = slots[number % Self.capacity], slot.number == number else { return nil }
        return slot.subject
    }

    mutating func insert(_ subject: FilterSubject, number: Int, bytes: Int) {
        if bytes <= Self.largestBytes { slots[number % Self.capacity] = (number, subject) }
    }
}
