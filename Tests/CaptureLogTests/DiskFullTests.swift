import CaptureLog
import Glibc
import TestSupport
import Testing

/// A limit on the size of files stands in for a full disk: the system cuts a write short in the same way. It holds for a
/// whole process, so each test runs in one of its own.
@Suite struct DiskFullTests {
    @Test func `a batch that does not fit leaves nothing behind, and one that fits is kept later`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            var writer = try LogWriter(path: folder.file("log"))
            writer.stage(Array("first\n".utf8))
            try writer.commit()

            limitFileSize(to: 10)
            writer.stage(Array("second\nthird\n".utf8))
            var failure: CaptureLogError?
            do throws(CaptureLogError) { try writer.commit() } catch { failure = error }
            let path = folder.file("log")
            let whileFull = try folder.read("log")

            limitFileSize(to: 1000)
            writer.stage(Array("fourth\n".utf8))
            try writer.commit()
            let atTheEnd = try folder.read("log")
            let isRight =
                failure == .system(call: "write", path: path, code: EFBIG) && whileFull == Array("first\n".utf8)
                && atTheEnd == Array("first\nfourth\n".utf8)
            exit(isRight ? 0 : 1)
        }
    }

    @Test func `a batch with no room at all fails and the next one is tried anew`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            try folder.write(Array("torn".utf8), to: "log")
            var writer = try LogWriter(path: folder.file("log"), sync: .batch)
            limitFileSize(to: 4)
            writer.stage(Array("lost\n".utf8))
            var isRefused = false
            do throws(CaptureLogError) { try writer.commit() } catch { isRefused = true }
            limitFileSize(to: 1000)
            writer.stage(Array("kept\n".utf8))
            try writer.commit()
            let atTheEnd = try folder.read("log")
            exit(isRefused && atTheEnd == Array("torn\nkept\n".utf8) ? 0 : 1)
        }
    }
}

/// Sets the limit that can be raised again, and lets a write fail instead of ending the process.
private func limitFileSize(to bytes: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
