package import Bytes
import CaptureLog

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
                selection.groups[selection.groups.count - 1] = Group(label: last.label, pushes: pushes, mark: last.mark)
            } else {
                selection.groups.append(Group(label: group?.label, pushes: index..<index + 1, mark: group?.mark))
            }
        }
        let all = event
        selection.event = { try all(positions[$0]) }
        let attempt = attempt
        selection.attempt = { attempt(positions[$0]) }
        guard positions.count < count else { return selection }
        let choice = Excerpt.Selection(filter: filter, kept: positions.count, all: count)
        selection.excerpt.selections.append(choice)
        selection.gaps.append(Gap(choice))
        return selection
    }

    /// The source in which each push knows which attempt of its send it is; reads every push once.
    package func withAttempts() async throws -> ReportSource {
        let attempts = try await Attempts(of: self)
        var source = self
        source.attempt = { attempts[$0] }
        return source
    }

    /// The group that has the push at a position.
    package func group(of position: Int) -> Group? {
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].pushes.upperBound <= position { low = middle + 1 } else { high = middle }
        }
        return low < groups.count ? groups[low] : nil
    }
}

extension ReportSource.Gap {
    /// What a selection left out.
    init(_ selection: Excerpt.Selection) {
        self.init(
            isLoss: false,
            isSelection: true,
            text: Text(
                "Only \(selection.kept) of \(selection.all) pushes are in this report, those that match \(selection.filter)."
            )
        )
    }
}
