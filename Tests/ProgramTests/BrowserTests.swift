import Bytes
import TestSupport
import Testing

/// The browser must be able to fail, or the tests that use it prove nothing.
@Suite struct BrowserTests {
    @Test func `a request, a script and a console message are seen`() async throws {
        let folder = try TemporaryFolder()
        let page = """
            <!doctype html><title>x</title><img src="http://127.0.0.1:1/image.png">
            <script>console.error("a word"); document.documentElement.setAttribute("data-ran", "yes")</script>
            """
        let visit = try await Browser.open(folder.write(Array(page.utf8), to: "page.html"))
        #expect(visit.requests == ["http://127.0.0.1:1/image.png"])
        #expect(visit.console.contains { $0.description.contains("a word") })
        #expect(String(decoding: visit.document, as: UTF8.self).contains("data-ran"))
    }

    @Test func `a page that does nothing shows nothing`() async throws {
        let folder = try TemporaryFolder()
        let visit = try await Browser.open(folder.write(Array("<!doctype html><title>x</title>".utf8), to: "page.html"))
        #expect(visit.requests == [])
        #expect(visit.console == [])
    }
}

@Suite struct RunningProgramTests {
    @Test func `both outputs are read while the program runs`() async throws {
        let result = try await RunningProgram.run(
            "/bin/sh", ["-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; cat; exit 7"], input: [1, 2]
        )
        #expect(result.status == 7)
        #expect(result.output.count == 300_002)
        #expect(result.errors.count == 300_000)
    }

    @Test func `a death by signal is told`() async throws {
        #expect(try await RunningProgram.run("/bin/sh", ["-c", "kill -9 $$"]).status == -9)
    }

    @Test func `waiting for output that never comes ends with the program`() async throws {
        let program = try RunningProgram("/bin/echo", ["a"])
        #expect(await program.output { $0.contains(UInt8(ascii: "b")) } == nil)
        #expect(await program.result().outputText == "a\n")
    }
}
