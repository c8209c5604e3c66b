import Bytes
import CaptureLog
import Digest
import JSONText
import TestSupport
import Testing

/// Logs that are read out of HTML pages.
@Suite struct ReportPageTests {
    static let lines = Lines.mark(1, "a") + Lines.push(2) + Lines.push(3)

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["\n", "\r\n", ""]) func `a page is read as the log that it carries`(lineEnd: String) throws {
        try folder.write(Self.page(lineEnd: lineEnd), to: "r.html")
        let set = try LogSet.open([folder.file("r.html")])
        #expect(set.count == 3)
        #expect(set.counts.pushes == 2)
        #expect(set.problems.isEmpty)
    }

    @Test func `a page that is compressed is read too`() throws {
        try folder.write(#require(Folding.member(Self.page(), level: 6)), to: "r.html.gz")
        #expect(try LogSet.open([folder.file("r.html.gz")]).counts.pushes == 2)
    }

    @Test func `a log of several members and of megabytes is whole`() throws {
        var lines: [UInt8] = []
        var folded: [UInt8] = []
        for part in 0..<4 {
            var some: [UInt8] = []
            for push in 0..<3000 { some += Lines.push(part * 3000 + push + 1) }
            folded += try #require(Folding.member(some, level: 1))
            lines += some
        }
        // The marker comes to stand across the pieces in which a file is read.
        for padding in [0, (1 << 20) - 40, (1 << 20) - 100] {
            try folder.write(Self.page(lines, folded: folded, padding: padding), to: "r.html")
            #expect(try LogSet.open([folder.file("r.html")]).counts.pushes == 12_000)
        }
    }

    @Test func `the same bytes are folded to the same bytes, without a time`() throws {
        let folded = try #require(Folding.member(Self.lines, level: 6))
        #expect(folded == Folding.member(Self.lines, level: 6))
        #expect(folded[4..<8].allSatisfy { $0 == 0 })
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable ([UInt8]) -> [UInt8]

        init(_ description: String, _ edit: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            testDescription = description
            self.edit = edit
        }
    }

    static let damages = [
        Damage("cut in the block") { Array($0.prefix($0.count - 60)) },
        Damage("cut in the hash") { page in Array(page.prefix(page.firstPlace(of: "sha256=") + 20)) },
        Damage("another hash") { page in page.replacing(at: page.firstPlace(of: "sha256=") + 8) },
        Damage("a character changed") { page in page.replacing(at: page.firstPlace(of: "\">") + 60) },
        Damage("a character that is no base64") { page in page.replacing(at: page.firstPlace(of: "\">") + 60, by: 0x21)
        },
        Damage("a line missing") { page in
            let start = page.firstPlace(of: "\">") + 3
            return Array(page[..<start] + page[(start + 77)...])
        },
        Damage("an element in the block") { page in
            let place = page.firstPlace(of: "\">") + 60
            return page[..<place] + Array("<b></b>".utf8) + page[place...]
        },
        Damage("an attribute more") { page in
            let place = page.firstPlace(of: "\">") + 1
            return page[..<place] + Array(" class=\"x\"".utf8) + page[place...]
        },
    ]

    @Test(arguments: damages) func `a block that was cut or edited is refused`(damage: Damage) throws {
        try folder.write(damage.edit(Self.page()), to: "r.html")
        let path = folder.file("r.html")
        #expect(throws: CaptureLogError.pageDamaged(name: "r.html")) { try LogSet.open([path]) }
    }

    @Test(arguments: ["<!doctype html><title>x</title>", "<!DOCTYPE HTML>", "\u{FEFF}\n<!doctype html>\n<p>x"])
    func `a page without a log is refused`(page: String) throws {
        try folder.write(Array(page.utf8), to: "r.html")
        let path = folder.file("r.html")
        #expect(throws: CaptureLogError.pageWithoutLog(name: "r.html")) { try LogSet.open([path]) }
    }

    @Test(arguments: [0, 1 << 20]) func `a page with another one behind it is refused`(padding: Int) throws {
        let next = [UInt8](repeating: UInt8(ascii: "\n"), count: padding) + Self.page()
        let path = try folder.write(Self.page() + next, to: "r.html")
        #expect(throws: CaptureLogError.severalPages(name: "r.html")) { try LogSet.open([path]) }
    }

    @Test(arguments: [0, 1]) func `a log as long as the limit is read, and one byte more is not`(more: Int) throws {
        try folder.write(Self.page(), to: "r.html")
        let path = folder.file("r.html")
        var limits = LogLimits()
        limits.unfoldedBytes = Self.lines.count - more
        do throws(CaptureLogError) {
            let set = try LogSet.open([path], limits: limits)
            #expect(more == 0 && set.counts.pushes == 2)
        } catch {
            #expect(error == .pageUnfoldsTooFar(name: "r.html", limit: limits.unfoldedBytes))
            #expect(more == 1)
        }
    }

    @Test func `an excerpt stands for the logs that it was taken from`() throws {
        let excerpt = Excerpt(
            inputs: [
                LogInput(name: "a", sha256: "00", bytes: 1, lines: 2, events: 3),
                LogInput(name: "b", sha256: "11", bytes: 4, lines: 5, events: 6),
            ],
            problems: [
                LogProblem(severity: .damage, input: "a", line: 7, code: "not-json", message: "it is \"no\" JSON"),
                LogProblem(severity: .note, input: "b", line: nil, code: "x", message: "y"),
            ],
            counts: EventCounts(runs: 1, requests: 2, resets: 3, ends: 4, unknown: 5),
            selections: [Excerpt.Selection(filter: "kind:silent", kept: 1, all: 9)]
        )
        var line: [UInt8] = []
        EventWriter().append(excerpt, time: EventWriterTests.time, to: &line)
        try folder.write(line + Self.lines, to: "c.ndjson")
        let set = try LogSet.open([folder.file("c.ndjson")])
        #expect(set.excerpt == excerpt)
        #expect(set.count == 3)
        #expect(set.isDegraded)
        #expect(set.counts.requests == 2)
        #expect(set.counts.pushes == 2)
        let schema = try JSONSchema(path: Places.package + "/samples/capture-log.schema.json")
        let root = try JSONText(parsing: Array(line.dropLast())).root
        #expect(schema.faults(in: root).isEmpty)
    }

    private static func page(
        _ lines: [UInt8] = lines,
        folded: [UInt8]? = nil,
        lineEnd: String = "\n",
        padding: Int = 0
    ) -> [UInt8] {
        var text: [UInt8] = []
        let folded = folded ?? Folding.member(lines, level: 6) ?? []
        for start in stride(from: 0, to: folded.count, by: ReportBlock.bytesPerLine) {
            Base64.encode(folded[start..<min(start + ReportBlock.bytesPerLine, folded.count)], to: &text)
            text += Array(lineEnd.utf8)
        }
        let space = String(repeating: " ", count: padding)
        let opening = "\(ReportBlock.opening)\(SHA256.hex(of: lines[...]))\(ReportBlock.hashEnd)"
        let start = "<!doctype html>\(lineEnd)<p>x</p>\(space)\(opening)\(lineEnd)"
        return Array(start.utf8) + text + Array("\(ReportBlock.closing)</body></html>".utf8)
    }
}

extension [UInt8] {
    fileprivate func firstPlace(of text: StaticString) -> Int { self[...].firstRange(of: text)?.lowerBound ?? 0 }

    /// Another letter at a place, or the byte that is given.
    fileprivate func replacing(at place: Int, by byte: UInt8? = nil) -> [UInt8] {
        var bytes = self
        bytes[place] = byte ?? (bytes[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a"))
        return bytes
    }
}
