import Bytes
import CZlib
import CaptureLog
import Glibc
import TestSupport
import Testing

/// What arguments lead to, and what reading does with pipes, folders, patterns and compressed files.
@Suite struct LogInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a folder is all its logs by name, and nothing else in it`() throws {
        for (name, number) in [("b.ndjson", 2), ("a.jsonl", 1), ("c.txt", 3), ("ndjson", 4), (".ndjson~", 5)] {
            try folder.write(Lines.push(number), to: name)
        }
        try folder.write(gzip(Lines.push(6)), to: "c.ndjson.gz")
        try folder.write(gzip(Lines.push(7)), to: "d.jsonl.gz")
        let set = try LogSet.open([folder.path])
        #expect(set.inputs.map(\.name) == ["a.jsonl", "b.ndjson", "c.ndjson.gz", "d.jsonl.gz"])
        #expect(try set.outline() == ["/1", "/2", "/6", "/7"])
    }

    @Test(arguments: ["", "/", "/*"]) func `a name need not be UTF-8`(ending: String) throws {
        try folder.write(Lines.push(1), to: "a.ndjson")
        let path = Array(folder.file("caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
        let ended = path + Array(".ndjson".utf8CString)
        #expect(unsafe rename(try folder.write(Lines.push(2), to: "b.ndjson"), ended) == 0)
        defer { unsafe unlink(ended) }
        let set = try LogSet.open([folder.path + ending])
        #expect(set.inputs.map(\.name) == ["a.ndjson", "caf\u{FFFD}.ndjson"])
        #expect(try set.outline() == ["/1", "/2"])
    }

    @Test func `an error names a file of a folder as it would be typed`() throws {
        #expect(unsafe symlink("nowhere", folder.file("a.ndjson")) == 0)
        let error = CaptureLogError.system(call: "open", path: folder.file("a.ndjson"), code: ENOENT)
        #expect(throws: error) { try LogSet.open([folder.path + "/"]) }
    }

    @Test func `a pattern is all files that fit`() throws {
        for number in 1...3 { try folder.write(Lines.push(number), to: "run-\(number).log") }
        #expect(try LogSet.open([folder.file("run-[13].*")]).outline() == ["/1", "/3"])
        try folder.write(Lines.push(9), to: "run-*.log")
        #expect(try LogSet.open([folder.file("run-*.log")]).outline() == ["/9"])
    }

    @Test func `what leads nowhere is an error`() throws {
        let missing = folder.file("missing")
        #expect(throws: CaptureLogError.missing(path: missing)) { try LogSet.open([missing]) }
        #expect(throws: CaptureLogError.missing(path: missing + "/x")) { try LogSet.open([missing + "/x"]) }
        #expect(throws: CaptureLogError.nothingMatches(pattern: missing + "*")) { try LogSet.open([missing + "*"]) }
        #expect(throws: CaptureLogError.noLogs(folder: folder.path)) { try LogSet.open([folder.path]) }
    }

    @Test func `inputs of the same name are told apart`() throws {
        let other = try TemporaryFolder()
        let paths = [
            try folder.write(Lines.push(1), to: "log.ndjson"), try other.write(Lines.push(2), to: "log.ndjson"),
        ]
        #expect(try LogSet.open(paths).inputs.map(\.name) == ["log.ndjson", "log.ndjson (2)"])
    }

    @Test func `a pipe is read once and its events as often as wanted`() async throws {
        let path = folder.file("pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let bytes = (1...3000).flatMap { Lines.push($0) }
        async let writing: Void = {
            let descriptor = unsafe Glibc.open(path, O_WRONLY)
            var written = 0
            while written < bytes.count {
                written += unsafe bytes[written...].withUnsafeBytes {
                    unsafe write(descriptor, $0.baseAddress, $0.count)
                }
            }
            close(descriptor)
        }()
        let set = try LogSet.open([path])
        await writing
        #expect(set.count == 3000)
        #expect(set.inputs.map(\.bytes) == [bytes.count])
        #expect(try [set.event(at: 2999).id, set.event(at: 0).id] == [Lines.id(3000), Lines.id(1)])
    }

    @Test func `a compressed log is what it unfolds to, hashed as it is`() throws {
        let bytes = (1...3000).flatMap { Lines.push($0) }
        let folded = gzip(bytes)
        let set = try LogSet.open([folder.write(folded, to: "any name"), folder.write(Lines.push(0), to: "plain")])
        #expect(set.count == 3001)
        #expect(set.problems.isEmpty)
        #expect(set.inputs.map(\.bytes) == [folded.count, Lines.push(0).count])
        #expect(set.inputs.map(\.lines) == [3000, 1])
        #expect(try set.outline() == (0...3000).map { "/\($0)" })
    }

    @Test func `a compressed log of several members is their text in a row`() throws {
        let bytes = gzip(Lines.push(1)) + gzip([]) + gzip(Lines.push(2)) + [0, 0, 0]
        let set = try LogSet.open([folder.write(bytes, to: "log.gz")])
        #expect(try set.outline() == ["/1", "/2"])
        #expect(set.problems.isEmpty)
    }

    @Test func `damage to a compressed log is told and what came before it is kept`() throws {
        let whole = gzip((1...20).flatMap { Lines.push($0, body: Text(repairing: random(500 + $0))) })
        let cut = try LogSet.open([folder.write(Array(whole.prefix(whole.count / 2)), to: "cut.gz")])
        #expect((1..<20).contains(cut.count))
        #expect(cut.outlineOfProblems.contains("gzip-truncated - damage"))
        let garbage = try LogSet.open([folder.write(gzip(Lines.push(1)) + [1, 2, 3], to: "garbage.gz")])
        #expect(try garbage.outline() == ["/1"])
        #expect(garbage.outlineOfProblems == ["gzip-damaged - damage"])
        let magic = try LogSet.open([folder.write([0x1F, 0x8B], to: "magic.gz")])
        #expect(magic.outlineOfProblems == ["gzip-truncated - damage"])
    }

    private func random(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0x30...0x7A, using: &random) }
    }
}

/// The bytes as one gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    unsafe czlib_deflate_init(&stream, 6)
    defer { unsafe deflateEnd(&stream) }
    var input = bytes
    return unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe [UInt8](unsafeUninitializedCapacity: Int(unsafe deflateBound(&stream, UInt(input.count))) + 32) {
            output, count in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = UInt32(input.count)
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(output.count)
            unsafe deflate(&stream, Z_FINISH)
            count = output.count - Int(unsafe stream.avail_out)
        }
    }
}
