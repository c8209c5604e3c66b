package import Bytes

extension ReportSource {
    /// The source with those of its pushes that are to be kept, and a gap that says so if these are not all.
    ///
    /// - Parameter filter: how the rest of a sentence names them.
    package func only(
        _ filter: Text, where isKept: @escaping @Sendable (CapturedPush) -> Bool
    ) async throws -> ReportSource {
        var positions: [Int] = []
        var position = 0
        try await PushReader(self).forEach(isKept) { isKept in
            if isKept { positions.append(position) }
            position += 1
        }
        return selecting(positions, of: filter)
    }

    /// The source with the pushes at these positions, in this order, and a gap that says so if these are not all.
    package func selecting(_ positions: [Int], of filter: Text) -> ReportSource {
        var selection = self
        selection.groups = []
        for (index, position) in positions.enumerated() {
            let group = group(of: position)
            if let last = selection.groups.last, last.label == group?.label {
                let pushes = last.pushes.lowerBound..<index + 1
                selection.groups[selection.groups.count - 1] = Group(label: last.label, pushes: pushes)
            } else {
                selection.groups.append(Group(label: group?.label, pushes: index..<index + 1))
            }
        }
        let all = event
        selection.event = { try all(positions[$0]) }
        guard positions.count < count else { return selection }
        let text = Text("Only \(positions.count) of \(count) pushes are in this report, those that match \(filter).")
        selection.gaps.append(Gap(isLoss: false, text: text))
        return selection
    }

    /// The group that has the push at a position.
    private func group(of position: Int) -> Group? {
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].pushes.upperBound <= position { low = middle + 1 } else { high = middle }
        }
        return low < groups.count ? groups[low] : nil
    }
}
