import CaptureLog
import Glibc
import TestSupport
import Testing

@Suite struct LogFollowTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("log")
    }

    private func begun() throws -> LogWriter {
        var writer = try LogWriter(path: path)
        writer.stage(Array("one\n".utf8))
        try writer.commit()
        return writer
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Does something to the log in the folder.
        let act: @Sendable (TemporaryFolder) throws -> Void
        let change: LogChange?
        let offset: Int
        let after: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nothing", act: { _ in }, change: nil, offset: 4, after: "one\ntwo\n"),
        Case(
            name: "deleted", act: { try remove($0.file("log")) }, change: .deleted, offset: 0,
            after: "two\n"),
        Case(
            name: "moved", act: { try move($0.file("log"), to: $0.file("log.1")) }, change: .moved, offset: 0,
            after: "two\n"),
        Case(
            name: "replaced",
            act: {
                try $0.write(Array("another's, torn".utf8), to: "other")
                try move($0.file("other"), to: $0.file("log"))
            }, change: .deleted, offset: 16, after: "another's, torn\ntwo\n"),
        Case(
            name: "cut in the middle of a line", act: { try cut($0.file("log"), to: 2) }, change: .cut, offset: 3,
            after: "on\ntwo\n"),
        Case(name: "emptied", act: { try cut($0.file("log"), to: 0) }, change: .cut, offset: 0, after: "two\n"),
        Case(
            name: "appended to", act: { try append("noise", to: $0.file("log")) }, change: nil, offset: 10,
            after: "one\nnoise\ntwo\n"),
    ]

    @Test(arguments: cases)
    func `what is staged after a change stands in the file at the path`(row: Case) throws {
        var writer = try begun()
        try row.act(folder)
        #expect(writer.follow() == row.change)
        #expect(writer.stage(Array("two\n".utf8)) == row.offset)
        try writer.commit()
        #expect(try String(decoding: folder.read("log"), as: UTF8.self) == row.after)
        #expect(writer.follow() == nil)
    }

    @Test func `nothing is kept while there can be no file, and all is well once there can`() throws {
        let nested = folder.file("nested")
        #expect(unsafe mkdir(nested, 0o700) == 0)
        var writer = try LogWriter(path: nested + "/log")
        try remove(nested + "/log")
        #expect(unsafe rmdir(nested) == 0)
        for _ in 0..<2 {
            #expect(writer.follow() == nil)
            writer.stage(Array("lost\n".utf8))
            var failure: CaptureLogError?
            do throws(CaptureLogError) { try writer.commit() } catch { failure = error }
            #expect(failure == .system(call: "open", path: nested + "/log", code: ENOENT))
        }
        #expect(unsafe mkdir(nested, 0o700) == 0)
        #expect(writer.follow() == .deleted)
        writer.stage(Array("kept\n".utf8))
        try writer.commit()
        #expect(try TemporaryFolder.contents(of: nested + "/log") == Array("kept\n".utf8))
    }

    @Test func `a log of another recorder in its place is left alone`() throws {
        var writer = try begun()
        try move(path, to: folder.file("log.1"))
        let other = try LogWriter(path: path)
        #expect(writer.follow() == nil)
        writer.stage(Array("two\n".utf8))
        var failure: CaptureLogError?
        do throws(CaptureLogError) { try writer.commit() } catch { failure = error }
        #expect(failure == .inUse(path: path))
        #expect(other.stagedBytes == 0)
    }
}

private struct CallFailed: Error { let errno: Int32 }

private func check(_ result: Int32) throws {
    guard result == 0 else { throw CallFailed(errno: errno) }
}

private func remove(_ path: String) throws { try check(unsafe unlink(path)) }

private func move(_ path: String, to other: String) throws { try check(unsafe rename(path, other)) }

private func cut(_ path: String, to length: Int) throws { try check(unsafe truncate(path, off_t(length))) }

private func append(_ text: String, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let count = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    try check(count == text.utf8.count ? 0 : -1)
}
