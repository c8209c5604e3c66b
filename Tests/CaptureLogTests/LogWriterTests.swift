import CaptureLog
import Glibc
import TestSupport
import Testing

@Suite struct LogWriterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [LogWriter.Sync.none, .batch]) func `keeps batches in order`(sync: LogWriter.Sync) throws {
        var writer = try LogWriter(path: folder.file("log"), sync: sync)
        try writer.commit()
        writer.stage(Array("one\n".utf8))
        writer.stage(Array("two\n".utf8))
        #expect(writer.stagedBytes == 8)
        #expect(try folder.read("log").isEmpty)
        try writer.commit()
        #expect(writer.stagedBytes == 0)
        writer.stage(Array("three\n".utf8))
        try writer.commit()
        #expect(try folder.read("log") == Array("one\ntwo\nthree\n".utf8))
    }

    @Test(arguments: [("one\n", "one\ntwo\n"), ("", "two\n"), ("torn", "torn\ntwo\n")])
    func `continues a log that exists`(before: String, after: String) throws {
        let path = try folder.write(Array(before.utf8), to: "log")
        var writer = try LogWriter(path: path)
        writer.stage(Array("two\n".utf8))
        try writer.commit()
        #expect(try folder.read("log") == Array(after.utf8))
    }

    @Test func `a second recorder is refused until the first is gone`() throws {
        let path = folder.file("log")
        do {
            let first = try LogWriter(path: path)
            #expect(throws: CaptureLogError.inUse(path: path)) { _ = try LogWriter(path: path) }
            #expect(first.stagedBytes == 0)
        }
        _ = try LogWriter(path: path)
    }

    @Test func `a folder, a pipe, a device and a missing folder are refused`() throws {
        #expect(throws: CaptureLogError.notRegular(path: folder.path)) { _ = try LogWriter(path: folder.path) }
        let pipe = folder.file("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(throws: CaptureLogError.notRegular(path: pipe)) { _ = try LogWriter(path: pipe) }
        #expect(throws: CaptureLogError.notRegular(path: "/dev/null")) { _ = try LogWriter(path: "/dev/null") }
        let missing = folder.file("no/log")
        #expect(throws: CaptureLogError.system(call: "open", path: missing, code: ENOENT)) {
            _ = try LogWriter(path: missing)
        }
    }

    @Test func `follows a symbolic link to a regular file`() throws {
        let path = try folder.write([], to: "log")
        #expect(unsafe symlink(path, folder.file("link")) == 0)
        var writer = try LogWriter(path: folder.file("link"))
        writer.stage([0x0A])
        try writer.commit()
        #expect(try folder.read("log") == [0x0A])
    }
}
