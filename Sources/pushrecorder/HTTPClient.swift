import Bytes
import Glibc
import HTTPServer

/// Sends one request to a recorder on this machine and reads its answer.
struct HTTPClient {
    /// The status and the body.
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    private let address: ServerAddress

    /// How long the recorder may take for each part of its answer.
    private static let patienceSeconds = 30
    /// The longest answer in bytes.
    private static let answerBytes = 1 << 20

    init(_ address: ServerAddress) {
        self.address = address
    }

    /// Posts a body.
    func post(_ path: StaticString, json body: [UInt8]) throws(HTTPClientError) -> Answer {
        var request: [UInt8] = []
        request.append("POST ")
        request.append(path)
        request.append(" HTTP/1.1\r\nhost: ")
        request.append(contentsOf: address.description.utf8)
        request.append("\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ")
        request.appendDecimal(body.count)
        request.append("\r\n\r\n")
        let descriptor = try connected()
        defer { close(descriptor) }
        try send(request + body, to: descriptor)
        return try answer(try received(from: descriptor))
    }

    /// A blocking socket that is connected to it, to be closed by the caller.
    func connected() throws(HTTPClientError) -> Int32 {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(address.host, String(address.port), &hints, &list)
        defer { unsafe freeaddrinfo(list) }
        guard status == 0, let first = unsafe list?.pointee else {
            throw HTTPClientError(address, unsafe String(cString: gai_strerror(status)))
        }
        let descriptor = unsafe socket(first.ai_family, first.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPClientError(address, errno: errno) }
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        guard unsafe connect(descriptor, first.ai_addr, first.ai_addrlen) == 0 else {
            let code = errno
            close(descriptor)
            throw HTTPClientError(address, errno: code)
        }
        return descriptor
    }

    /// Sends all of the bytes.
    func send(_ bytes: [UInt8], to descriptor: Int32) throws(HTTPClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw HTTPClientError(address, errno: errno) }
            sent += count
        }
    }

    private func received(from descriptor: Int32) throws(HTTPClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < Self.answerBytes {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw HTTPClientError(address, errno: errno) }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private func answer(_ bytes: [UInt8]) throws(HTTPClientError) -> Answer {
        guard ASCII.hasPrefix(bytes[...], "HTTP/1."), let status = ASCII.integer(bytes.dropFirst(9).prefix(3)),
            let end = bytes.indices.first(where: { ASCII.hasPrefix(bytes[$0...], "\r\n\r\n") })
        else { throw HTTPClientError(address, "what answers there does not speak HTTP") }
        return Answer(status: Int(status), body: Array(bytes[(end + 4)...]))
    }
}

/// Why there is no answer.
struct HTTPClientError: Error, CustomStringConvertible {
    /// One lower-case sentence.
    let description: String

    init(_ address: ServerAddress, _ reason: String) {
        description = "no recorder answers at http://\(address): \(reason); is it running, and with this --api?"
    }

    init(_ address: ServerAddress, errno: Int32) {
        self.init(address, unsafe String(cString: strerror(errno)))
    }
}
