import Bytes
import CaptureLog
import Report
import TestSupport
import Testing

/// The contents beside the cards.
@Suite struct ContentsTests {
    @Test func `steps, targets and verdicts are listed with their counts and links`() async throws {
        var run = SampleRun(empty: ())
        run.mark("first")
        run.fcm(#"{"message":{"topic":"a","notification":{"title":"x"}}}"#)
        run.mark("second")
        run.fcm(#"{"message":{"topic":"b","data":{"k":"v"}}}"#)
        run.fcm(#"{"message":{"topic":"a","notification":{"title":"x"}}}"#)
        let page = try await RenderedReport(run).page
        let steps = try #require(page.root.all(withClass: "steps").first).all(named: "li")
        #expect(steps.map(\.text) == ["first 1", "second 2"])
        let indexes = page.root.all(withClass: "index")
        #expect(indexes.map { $0.all(named: "dt").map(\.text) } == [["a 2", "b 1"], ["Notification 2", "Silent 1"]])
        #expect(indexes.map { $0.all(named: "dd").map(\.text) } == [["#1 #3 ", "#2 "], ["#1 #3 ", "#2 "]])
    }

    @Test func `one push has nothing beside it`() async throws {
        let page = try await RenderedReport(SampleRun.one).page
        #expect(page.root.all(withClass: "aside").isEmpty)
    }

    @Test(arguments: [40, 41]) func `an entry links forty pushes and counts the rest`(count: Int) async throws {
        var run = SampleRun(empty: ())
        for _ in 0..<count { run.apns("{}") }
        let index = try #require(await RenderedReport(run).page.root.all(withClass: "index").first)
        #expect(index.all(named: "a").count == 40)
        #expect(index.all(withClass: "muted").map(\.text) == (count == 40 ? [] : ["1 more"]))
    }

    @Test(arguments: [200, 201]) func `two hundred targets are listed and the rest is counted`(count: Int) async throws
    {
        var run = SampleRun(empty: ())
        for number in 0..<count { run.apns("{}", token: Text("token-\(number)")) }
        run.apns("{}", token: "token-0")
        let page = try await RenderedReport(run).page
        let contents = try #require(page.root.all(withClass: "contents").first)
        let index = try #require(contents.all(withClass: "index").first)
        #expect(index.all(named: "dt").count == 200)
        #expect(index.all(named: "dt").first?.text == "token-0 2")
        #expect(
            contents.all(withClass: "muted").contains { $0.text == "1 push went to other targets." } == (count == 201))
    }

    @Test(arguments: [1024, 1025]) func `a target too long for a list is counted`(length: Int) async throws {
        var run = SampleRun(empty: ())
        run.apns("{}", token: Text(String(repeating: "a", count: length)))
        run.apns("{}")
        let contents = try #require(await RenderedReport(run).page.root.all(withClass: "contents").first)
        #expect(contents.all(withClass: "index").first?.all(named: "dt").count == (length == 1024 ? 2 : 1))
    }
}
