import Bytes
import Foundation
import TestSupport
import Testing

@Suite struct LargeLogTests {
    /// What a report may take: 64 MB, and 200 bytes for each event.
    private static let events = 100_000
    private static let budgetBytes = 64_000_000 + 200 * events

    @Test func `100,000 mixed events render within the memory budget`() async throws {
        let folder = try TemporaryFolder()
        var log = WrittenLog()
        for number in 0..<Self.events {
            switch number % 5 {
            case 0: log.apns(#"{"aps":{"alert":{"title":"Order \#(number)","body":"It was shipped today"},"badge":3}}"#)
            case 1: log.apns(#"{"aps":{"content-available":1},"order":"\#(number)"}"#)
            case 2: log.fcm(#"{"message":{"topic":"t","notification":{"title":"Order \#(number)","body":"shipped"}}}"#)
            case 3: log.fcm(#"{"message":{"token":"t\#(number)","data":{"order":"\#(number)"}}}"#)
            default: log.fcm(#"{"message":{"token":"t","notification":{"title":"\#(number)","subtitle":"x"}}}"#)
            }
        }
        try folder.write(log.bytes, to: "log.ndjson")
        // The largest of a process's children is known after they ended, which a shell cannot tell and Python can.
        let measure = """
            import resource, subprocess, sys
            status = subprocess.call(sys.argv[1:])
            print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
            """
        let result = try await RunningProgram.run(
            "python3",
            ["-c", measure, Places.program("pushreport"), "render", "log.ndjson", "--max-cards", "\(Self.events)"]
                + ["-o", "report.html", "-o", "report.md", "-o", "report.json"],
            folder: folder.path
        )
        let numbers = result.outputText.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(numbers.first == 0, "\(result.errorText)")
        #expect(try #require(numbers.last) <= Self.budgetBytes)
        #expect(result.errorText.contains("100000 pushes: "))
    }
}
