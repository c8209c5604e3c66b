import Foundation
import TestSupport
import Testing

/// A recorder that has fewer descriptors than clients.
@Suite struct DescriptorTests {
    @Test func `without descriptors the recorder waits, and serves when there are some`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, launcher: ["prlimit", "--nofile=32:32"])
        let idle = (0..<64).map { _ in connected(to: recorder.port) }
        let client = connected(to: recorder.port)
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        #expect(unsafe request.withUnsafeBytes { unsafe send(client, $0.baseAddress, $0.count, 0) } == request.count)
        let before = try processorTicks(of: recorder.program.identifier)
        #expect(!hasAnswer(client, withinMilliseconds: 500))
        // A loop that does not pause would have used fifty, where it has a processor for itself.
        #expect(try processorTicks(of: recorder.program.identifier) - before < 25)
        for descriptor in idle { close(descriptor) }
        #expect(hasAnswer(client, withinMilliseconds: 60_000))
        close(client)
        #expect(await recorder.stop().status == 0)
    }

    private func connected(to port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(port).bigEndian
        target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &target) { target in
            unsafe target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(status == 0)
        return descriptor
    }

    private func hasAnswer(_ descriptor: Int32, withinMilliseconds milliseconds: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&event, 1, milliseconds) == 1
    }

    /// What a process used so far, in hundredths of a second (proc(5)).
    private func processorTicks(of process: Int32) throws -> Int {
        let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return fields[11...12].compactMap { Int($0) }.reduce(0, +)
    }
}
