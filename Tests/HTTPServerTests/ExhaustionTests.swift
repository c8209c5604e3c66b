import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite struct ExhaustionTests {
    // In a process of its own, as it takes every descriptor there is.
    @Test func `without descriptors the server pauses, and serves when there are some`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { $0.acceptPause = .milliseconds(20) }
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let client = try UnconnectedClient()
            var taken: [Int32] = []
            while case let copy = dup(0), copy >= 0 { taken.append(copy) }
            client.connect(to: server.port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let before = processorTime()
            #expect(!client.hasAnswer(withinMilliseconds: 300))
            // A loop that does not pause would have used all of it.
            #expect(processorTime() - before < .milliseconds(150))
            for copy in taken { close(copy) }
            #expect(client.hasAnswer(withinMilliseconds: 10_000))
        }
    }
}

private func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// A socket that is made before it is connected.
private struct UnconnectedClient {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

    init() throws {
        guard descriptor >= 0 else { throw RawClient.Failure(call: "socket", errno: errno) }
    }

    func connect(to port: UInt16) {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = connectSocket(descriptor, &target)
    }

    func send(_ text: String) {
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, 0) }
    }

    func hasAnswer(withinMilliseconds milliseconds: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&event, 1, milliseconds) == 1
    }
}
