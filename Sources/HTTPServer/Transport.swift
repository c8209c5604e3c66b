internal import Bytes
internal import Glibc

/// A connected socket, with TLS once that is begun.
final class Transport {
    private let descriptor: Descriptor
    private var tls: TLSStream?

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
        var byte: UInt8 = 0
        return unsafe recv(number, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
    }

    /// Begins TLS.
    ///
    /// - Returns: false when memory is out.
    func beginTLS(_ context: TLSContext) -> Bool {
        tls = context.accept(on: number)
        return tls != nil
    }

    /// Goes on with the handshake.
    ///
    /// - Returns: true when it is done, false when it waits for the socket, nil when it failed.
    func handshake() -> Bool? {
        tls?.handshake()
    }

    /// The subject of the client's certificate; nil when it sent none.
    func clientCertificate() -> Text? {
        tls?.clientCertificate()
    }

    /// Reads what waits, as far as the buffer goes.
    func read(into buffer: inout [UInt8]) -> TransferOutcome {
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

    /// Tells the peer that nothing more comes.
    func finishOutput() {
        tls?.finish()
        shutdown(number, Int32(SHUT_WR))
    }
}

private func failure(_ errno: Int32) -> TransferOutcome {
    errno == EAGAIN || errno == EINTR ? .wouldBlock : .failed
}
