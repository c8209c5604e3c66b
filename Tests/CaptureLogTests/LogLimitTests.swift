import Bytes
import CaptureLog
import TestSupport
import Testing

/// Each limit of reading: at it, and one past it.
@Suite struct LogLimitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0, 3_000_000]) func `a line may be as long as the limit`(padding: Int) throws {
        let long = Lines.push(2, body: Text(repairing: [UInt8](repeating: 0x61, count: padding)))
        for (last, end) in [(Lines.push(3), [UInt8]()), ([], []), (Lines.push(3), [0x0A])] {
            let path = try folder.write(Lines.push(1) + long + last + end, to: "log")
            var limits = LogLimits()
            limits.lineBytes = Swift.max(long.count - 1, Lines.push(1).count)
            #expect(try LogSet.open([path], limits: limits).isDegraded == false)
            limits.lineBytes = long.count - 2
            let set = try LogSet.open([path], limits: limits)
            #expect(set.problems.contains { $0.code == "line-too-long" && $0.line == 2 })
            if padding > 0 { #expect(set.count == (last.isEmpty ? 1 : 2)) }
        }
    }

    @Test func `a long line that never ends is skipped`() throws {
        let bytes = Lines.push(1) + [UInt8](repeating: 0x61, count: 5_000_000)
        var limits = LogLimits()
        limits.lineBytes = 10_000
        let set = try LogSet.open([folder.write(bytes, to: "log")], limits: limits)
        #expect(set.outlineOfProblems == ["line-too-long 2 damage"])
        #expect(set.inputs.map(\.lines) == [2])
    }

    @Test func `a compressed log may unfold as far as the limit`() throws {
        let text = (1...50).flatMap { Lines.push($0) }
        let path = try folder.write(gzip(text), to: "log.gz")
        var limits = LogLimits()
        limits.unfoldedBytes = text.count
        #expect(try LogSet.open([path], limits: limits).problems.isEmpty)
        limits.unfoldedBytes = text.count - 1
        let cut = try LogSet.open([path], limits: limits)
        #expect(cut.outlineOfProblems == ["unfolds-too-far - damage"])
        limits.unfoldedBytes = text.count - 2
        #expect(try LogSet.open([path], limits: limits).count == 49)
    }

    @Test func `a bomb costs no more than the limit`() throws {
        let path = try folder.write(gzip([UInt8](repeating: 0x20, count: 30_000_000)), to: "bomb.gz")
        var limits = LogLimits()
        limits.unfoldedBytes = 2_000_000
        limits.lineBytes = 1_000_000
        let set = try LogSet.open([path], limits: limits)
        #expect(set.outlineOfProblems == ["line-too-long 1 damage", "unfolds-too-far - damage"])
    }

    @Test func `damaged lines beyond the limit are told as a number`() throws {
        let bytes = Array(String(repeating: "damage\n", count: 12).utf8)
        let path = try folder.write(bytes, to: "log")
        var limits = LogLimits()
        limits.problems = 12
        #expect(try LogSet.open([path], limits: limits).problems.count == 12)
        limits.problems = 11
        let set = try LogSet.open([path], limits: limits)
        #expect(set.problems.count == 12)
        #expect(set.problems.last?.message == "1 more damaged lines are not listed")
    }

    @Test(arguments: [0, 2, 3, 4]) func `more inputs than may stay open are read all the same`(openFiles: Int) throws {
        for number in 1...3 { try folder.write(Lines.push(number) + Lines.push(number + 10), to: "\(number).ndjson") }
        var limits = LogLimits()
        limits.openFiles = openFiles
        let set = try LogSet.open([folder.path], limits: limits)
        #expect(try set.outline() == ["/1", "/2", "/3", "/11", "/12", "/13"])
    }
}
