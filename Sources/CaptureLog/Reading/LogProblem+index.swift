import Bytes

extension LogProblem {
    /// The problems of one input, in words.
    ///
    /// A line that is not JSON is one that a kill cut off, and so a note, when it is the last and has no end, or when
    /// the first line of another run follows: a recorder that continues a log ends the torn line first. That line may be
    /// torn itself; more than the two in a row are damage, as in a file that is no log or has another encoding.
    static func all(in index: LineIndex, input: Text, lastLineIsOpen: Bool, limits: LogLimits) -> [LogProblem] {
        let runLines = Set(index.runLines)
        var tornLines = Set<Int>()
        for (line, fault) in index.faults.reversed() where fault.mayBeTorn {
            let isOpen = lastLineIsOpen && line == index.lines - 1
            let isBeforeTorn = tornLines.contains(line + 1) && !tornLines.contains(line + 2)
            if isOpen || runLines.contains(line + 1) || isBeforeTorn { tornLines.insert(line) }
        }
        func problem(_ severity: Severity, _ line: Int?, _ code: Text, _ message: String) -> LogProblem {
            LogProblem(
                severity: severity,
                input: input,
                line: line.map { $0 + 1 },
                code: code,
                message: Text(message)
            )
        }
        var problems = index.faults.map { line, fault in
            tornLines.contains(line)
                ? problem(.note, line, tornLine, "the line was cut off when its recorder ended")
                : problem(.damage, line, fault.code, fault.message.description)
        }
        if index.faultCount > index.faults.count {
            let rest = index.faultCount - index.faults.count
            problems.append(problem(.damage, nil, "more-damage", "\(rest) more damaged lines are not listed"))
        }
        for (_, count, line) in index.blankLines.inOrder {
            problems.append(problem(.note, line, "blank-line", "\(lines(count, "is", "are")) blank"))
        }
        for (_, count, line) in index.markedLines.inOrder {
            let message = "\(lines(count, "begins", "begin")) with a byte order mark, which is passed over"
            problems.append(problem(.note, line, "byte-order-mark", message))
        }
        for (shortfall, count, line) in index.shortfalls.inOrder {
            problems.append(problem(shortfall.severity, line, shortfall.code, shortfall.message(count)))
        }
        let open = index.openRuns
        if let line = open.first {
            let others = open.count == 1 ? "" : ", like \(open.count - 1) more"
            let message = "the run that begins here has no end\(others): its recorder is still there, or was killed"
            problems.append(problem(.note, line, noEnd, message))
        }
        for (destination, count, line) in index.refusedDestinations.inOrder {
            let times = count == 1 ? "" : ", \(count) times"
            let message = "a client tried to reach \(shortened(destination)) through the recorder\(times)"
            problems.append(problem(.note, line, "tried-to-reach", message))
        }
        if index.refusedDestinations.others > 0 {
            let message = "clients tried to reach other hosts too, \(index.refusedDestinations.others) times"
            problems.append(problem(.note, nil, "tried-to-reach", message))
        }
        for (kind, count, line) in index.unknownKinds.inOrder {
            let message = "\(lines(count, "has", "have")) the kind \(shortened(kind)), which this version does not know"
            problems.append(problem(.note, line, "unknown-kind", message))
        }
        for (key, count, line) in index.oddKeys.inOrder {
            problems.append(
                key.isRepeated
                    ? problem(
                        .note,
                        line,
                        "repeated-key",
                        "\(lines(count, "repeats", "repeat")) the key \(shortened(key.key)); the last value counts"
                    )
                    : problem(
                        .note,
                        line,
                        "unknown-key",
                        "\(lines(count, "has", "have")) the key \(shortened(key.key)), which this version does not know"
                    )
            )
        }
        let others = index.unknownKinds.others + index.oddKeys.others
        if others > 0 {
            problems.append(problem(.note, nil, "more-unknown", "\(others) more unknown kinds and keys are not listed"))
        }
        return problems
    }

    /// What became of a gzip stream; nil when it was whole.
    init?(_ state: Unfolding.State, input: Text, limits: LogLimits) {
        let (code, message): (Text, Text)
        switch state {
        case .whole: return nil
        case .unfinished: (code, message) = ("gzip-truncated", "the compressed file ends too early")
        case .broken: (code, message) = ("gzip-damaged", "the compressed file is damaged; what follows is lost")
        case .tooLong:
            (code, message) = (
                "unfolds-too-far",
                Text("the compressed file holds more than \(limits.unfoldedBytes) bytes; the rest is left out")
            )
        }
        self.init(severity: .damage, input: input, line: nil, code: code, message: message)
    }
}

private func lines(_ count: Int, _ one: StaticString, _ many: StaticString) -> String {
    count == 1 ? "the line \(one)" : "\(count) lines \(many)"
}

private func shortened(_ name: Text) -> Text {
    let limit = 60
    return name.bytes.count <= limit ? name : Text(repairing: name.bytes.prefix(limit) + Array("…".utf8))
}

extension LineIndex {
    /// The first lines of the runs that have no last one before the next begins.
    fileprivate var openRuns: [Int] {
        // The lines of a log may stand in any order.
        guard endLines.count < runLines.count else { return [] }
        var ends = endLines[...]
        return zip(runLines, runLines.dropFirst() + [lines]).compactMap { start, next in
            ends = ends.drop { $0 < start }
            return ends.first.map { $0 < next } == true ? nil : start
        }
    }
}
