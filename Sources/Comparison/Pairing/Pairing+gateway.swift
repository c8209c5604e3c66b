import Filter

extension Pairing {
    /// Pairs what is left of each run and went through a gateway with what is left of the other and went to the service
    /// itself, by the requests that the services get.
    ///
    /// - Parameters:
    ///   - digests: the digests of pushes by those requests; nil for a push of which a gateway sent nothing on.
    ///   - sketch: reads a push again to see what is like it, by the same request.
    mutating func pairAcrossGateway(
        _ rules: ComparisonRules, digests: (Side, [Int]) throws -> [PushDigest?],
        sketch: @escaping (Side, Int) throws -> Sketch
    ) throws {
        for isSentOn in [true, false] {
            let left = leftovers(isSentOn: isSentOn)
            guard !left.base.isEmpty, !left.head.isEmpty else { continue }
            var base = PartOfRun(left.base, try digests(.base, left.base))
            let head = PartOfRun(left.head, try digests(.head, left.head))
            base.run.rename(deviceNames)
            let positions = (base: base.positions, head: head.positions)
            let found = try Pairing(base.run, head.run, rules) { side, index in
                try sketch(side, side == .base ? positions.base[index] : positions.head[index])
            }
            let pairs = found.pairs.map { pair in
                // Equal or not, the two are looked at again, since their posted bodies differ in any case.
                Pair(
                    base: positions.base[pair.base], head: positions.head[pair.head], isEqual: false,
                    isRenamed: pair.isRenamed)
            }
            takeAcrossGateway(pairs, renamed: found.renamedDevices)
        }
    }
}

/// Some pushes of a run as a run of their own.
private struct PartOfRun {
    var run = DigestedRun()
    /// Where each stands in the whole run.
    private(set) var positions: [Int] = []

    init(_ positions: [Int], _ digests: [PushDigest?]) {
        for (position, digest) in zip(positions, digests) {
            guard let digest else { continue }
            run.add(digest)
            self.positions.append(position)
        }
    }
}
