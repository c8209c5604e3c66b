internal import CLinux
internal import Glibc

/// A socket that takes connections.
final class Listener {
    let descriptor: Descriptor
    /// The address with its real port.
    let address: ServerAddress

    private static let backlog: Int32 = 1024

    init(_ wanted: ServerAddress) throws(HTTPServerError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(wanted.host, String(wanted.port), &hints, &list)
        guard status == 0, let first = unsafe list?.pointee else {
            throw .hostUnknown(host: wanted.host, reason: unsafe String(cString: gai_strerror(status)))
        }
        defer { unsafe freeaddrinfo(list) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = unsafe socket(first.ai_family, type, 0)
        guard number >= 0 else { throw .systemCall(name: "socket", errno: errno) }
        let descriptor = Descriptor(number)
        enable(SO_REUSEADDR, level: SOL_SOCKET, on: number)
        // Accepted sockets inherit it.
        enable(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: number)
        guard unsafe bind(number, first.ai_addr, first.ai_addrlen) == 0 else {
            throw Self.bindError(errno, address: wanted)
        }
        guard listen(number, Self.backlog) == 0 else { throw Self.bindError(errno, address: wanted) }
        guard let address = localAddress(of: number) else { throw .systemCall(name: "getsockname", errno: errno) }
        self.descriptor = descriptor
        self.address = address
    }

    /// The socket of the next connection.
    func accept() -> Result<Descriptor, AcceptFailure> {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = accept4(descriptor.number, nil, nil, flags)
        guard number < 0 else { return .success(Descriptor(number)) }
        return .failure(AcceptFailure(errno: errno))
    }

    private static func bindError(_ errno: Int32, address: ServerAddress) -> HTTPServerError {
        switch errno {
        case EADDRINUSE: .addressInUse(address)
        case EADDRNOTAVAIL: .addressNotLocal(address)
        case EACCES: .permissionDenied(address)
        default: .systemCall(name: "bind", errno: errno)
        }
    }
}

/// Why there is no next connection.
enum AcceptFailure: Error {
    /// None waits.
    case none
    /// The one that waited is gone.
    case gone
    /// The system is out of descriptors or memory.
    case exhausted

    init(errno: Int32) {
        switch errno {
        case EAGAIN: self = .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .exhausted
        default: self = .gone
        }
    }
}

private func enable(_ option: Int32, level: Int32, on descriptor: Int32) {
    var on: Int32 = 1
    unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
}

private func localAddress(of descriptor: Int32) -> ServerAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let status = unsafe withUnsafeMutablePointer(to: &storage) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            guard unsafe getsockname(descriptor, address, &length) == 0 else { return Int32(-1) }
            let flags = NI_NUMERICHOST | NI_NUMERICSERV
            return unsafe getnameinfo(
                address, length, &host, socklen_t(host.count), &port, socklen_t(port.count), flags
            )
        }
    }
    guard status == 0, let number = UInt16(text(of: port)) else { return nil }
    return ServerAddress(host: text(of: host), port: number)
}

private func text(of characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
