internal import Bytes
internal import Glibc

/// A connected socket, with TLS once that is begun.
final class Transport {
    private let descriptor: Descriptor
    private var tls: TLSStream?
    /// What was read and is to be read again.
    private var givenBack: [UInt8] = []
    /// True to have every segment acknowledged at once. A client that sends head and body of a request apart, with Nagle's
    /// algorithm on, waits 40 ms for the acknowledgement otherwise (urllib3 through a proxy).
    var acknowledgesAtOnce = false

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// The socket's number, for epoll.
    var number: Int32 { descriptor.number }

    /// True once TLS is begun.
    var isSecure: Bool { tls != nil }

    /// True when TLS waits for the socket to take bytes before it can go on.
    var waitsForOutput: Bool { tls?.waitsForOutput ?? false }

    /// The first byte that waits, left where it is; nil when there is none.
    func peek() -> UInt8? {
        if let first = givenBack.first { return first }
        var byte: UInt8 = 0
        return unsafe recv(number, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
    }

    /// Takes back what was read, to be read again.
    func giveBack(_ bytes: [UInt8]) { givenBack = bytes }

    /// True when there is something to be read again.
    var hasGivenBack: Bool { !givenBack.isEmpty }

    /// Begins TLS.
    ///
    /// - Parameter host: the one that a tunnel leads to; nil to go by the name that the client gives.
    /// - Returns: false when memory is out, or no certificate is issued.
    func beginTLS(_ contexts: TLSContexts, for host: Text?) -> Bool {
        tls = contexts.accept(on: number, for: host, early: givenBack)
        givenBack = []
        return tls != nil
    }

    /// Goes on with the handshake.
    func handshake() -> HandshakeProgress {
        defer { acknowledge() }
        return tls?.handshake() ?? .failed(.closed)
    }

    /// The host that the client named; nil when it named none.
    var serverName: Text? { tls?.serverName }

    /// The subject of the client's certificate; nil when it sent none.
    func clientCertificate() -> Text? {
        tls?.clientCertificate()
    }

    /// Reads what waits, as far as the buffer goes.
    func read(into buffer: inout [UInt8]) -> TransferOutcome {
        if tls == nil, !givenBack.isEmpty { return readAgain(into: &buffer) }
        defer { acknowledge() }
        let number = number
        return unsafe buffer.withUnsafeMutableBytes { [tls] buffer in
            if let tls { return unsafe tls.read(into: buffer) }
            let count = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            return count == 0 ? .ended : failure(errno)
        }
    }

    /// Writes the bytes from an offset on, as far as the socket takes them now.
    func write(_ bytes: [UInt8], from offset: Int) -> TransferOutcome {
        unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
            if let tls { return unsafe tls.write(rest) }
            let count = unsafe send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            return count > 0 ? .bytes(count) : failure(errno)
        }
    }

    private func readAgain(into buffer: inout [UInt8]) -> TransferOutcome {
        let count = Swift.min(givenBack.count, buffer.count)
        buffer.replaceSubrange(0..<count, with: givenBack[..<count])
        givenBack.removeFirst(count)
        return .bytes(count)
    }

    // The system forgets the option again and again (tcp(7)).
    private func acknowledge() {
        guard acknowledgesAtOnce else { return }
        var on: Int32 = 1
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Tells the peer that nothing more comes.
    func finishOutput() {
        tls?.finish()
        shutdown(number, Int32(SHUT_WR))
    }
}

private func failure(_ errno: Int32) -> TransferOutcome {
    errno == EAGAIN || errno == EINTR ? .wouldBlock : .failed
}
