internal import CLinux
internal import Glibc

/// The set of descriptors that the loop waits for.
@safe
struct Epoll: ~Copyable {
    /// What a descriptor is watched for, or ready for.
    struct Readiness: OptionSet {
        let rawValue: UInt32
        static let input = Readiness(rawValue: EPOLLIN.rawValue)
        static let output = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer sends nothing more; what it has sent may still be there to read.
        static let peerEnd = Readiness(rawValue: EPOLLRDHUP.rawValue)
        /// Always watched for: both directions are shut, or the socket has failed.
        static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    private static let eventsPerTurn = 256
    private let descriptor: Descriptor
    private var events = unsafe [epoll_event](repeating: epoll_event(), count: eventsPerTurn)

    init() throws(HTTPServerError) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { throw .systemCall(name: "epoll_create1", errno: errno) }
        descriptor = Descriptor(number)
    }

    /// Begins to watch a descriptor; `token` comes back with its events.
    func add(_ number: Int32, token: UInt64, for readiness: Readiness) throws(HTTPServerError) {
        guard control(EPOLL_CTL_ADD, number, token: token, readiness) else {
            throw .systemCall(name: "epoll_ctl", errno: errno)
        }
    }

    /// Changes what a descriptor is watched for.
    func change(_ number: Int32, token: UInt64, to readiness: Readiness) {
        _ = control(EPOLL_CTL_MOD, number, token: token, readiness)
    }

    /// Watches a descriptor no longer.
    func remove(_ number: Int32) {
        _ = control(EPOLL_CTL_DEL, number, token: 0, [])
    }

    /// Waits until a descriptor is ready or the time is over.
    ///
    /// - Parameter timeout: nil to wait for ever; rounded up to a millisecond.
    /// - Returns: how many events ``event(at:)`` has.
    mutating func wait(timeout: Duration?) -> Int {
        var milliseconds: Int32 = -1
        if let timeout { milliseconds = Int32(clamping: timeout.roundedUpMilliseconds) }
        let number = descriptor.number
        let count = unsafe events.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(number, $0.baseAddress, Int32(Self.eventsPerTurn), milliseconds)
        }
        return Int(Swift.max(count, 0))
    }

    /// An event of the last wait.
    func event(at position: Int) -> (token: UInt64, readiness: Readiness) {
        let event = unsafe events[position]
        return unsafe (event.data.u64, Readiness(rawValue: event.events))
    }

    private func control(_ operation: Int32, _ number: Int32, token: UInt64, _ readiness: Readiness) -> Bool {
        var event = unsafe epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: token))
        return unsafe epoll_ctl(descriptor.number, operation, number, &event) == 0
    }
}

extension Duration {
    var roundedUpMilliseconds: Int64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1000)
        return overflowed ? Int64.max : whole &+ (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
