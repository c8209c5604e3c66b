import Glibc
import HTTPServer
import TestSupport

/// A socket that sends bytes as they are given and waits for what comes.
final class RawClient {
    struct Failure: Error {
        let call: String
        let errno: Int32
    }

    private let descriptor: Int32
    /// Everything that came so far.
    private(set) var received: [UInt8] = []
    /// True when the server has closed its side; a reset counts too.
    private(set) var hasEnded = false
    /// True when the server has reset the connection.
    private(set) var wasReset = false

    /// A wait that takes longer than this is a failure of the server.
    private static let patienceSeconds = 10

    /// - Parameter receiveBuffer: the size of the socket's buffer; nil for the system's choice.
    init(_ address: ServerAddress, receiveBuffer: Int32? = nil) throws {
        let isIPv6 = address.host.utf8.contains(UInt8(ascii: ":"))
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", errno: errno) }
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        if var receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        let result: Int32
        if isIPv6 {
            var target = sockaddr_in6()
            target.sin6_family = sa_family_t(AF_INET6)
            target.sin6_port = address.port.bigEndian
            target.sin6_addr = in6addr_loopback
            result = connectSocket(descriptor, &target)
        } else {
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = address.port.bigEndian
            target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            result = connectSocket(descriptor, &target)
        }
        guard result == 0 else { throw Failure(call: "connect", errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all of the bytes.
    ///
    /// - Returns: false when the server no longer takes them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress.map { unsafe $0 + offset }, $0.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Sends all of the text.
    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// Sends nothing more.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads until what came satisfies the condition or the server has closed.
    ///
    /// - Returns: true when it does.
    @discardableResult
    func receive(until isMet: ([UInt8]) -> Bool) -> Bool {
        while !isMet(received) {
            guard !hasEnded, receiveSome() else { return false }
        }
        return true
    }

    /// Reads until the server has closed.
    ///
    /// - Returns: false when it has not in time.
    @discardableResult
    func receiveToEnd() -> Bool {
        while !hasEnded { guard receiveSome() else { return false } }
        return true
    }

    /// ``received`` as text.
    var text: String { String(decoding: received, as: UTF8.self) }

    /// What a reader of HTTP/2 makes of ``received``.
    var answers: HTTP2AnswerReader {
        let reader = HTTP2AnswerReader()
        reader.read(received)
        return reader
    }

    private func receiveSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            received += buffer[..<count]
            return true
        }
        wasReset = count < 0 && errno == ECONNRESET
        hasEnded = count == 0 || wasReset
        return hasEnded
    }
}

func connectSocket<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
    }
}
