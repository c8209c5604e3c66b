internal import CLinux
internal import Glibc

/// SIGTERM, SIGINT and, unless the process is to outlive its terminal, SIGHUP as something to read.
final class SignalWatch {
    let descriptor: Descriptor

    /// Blocks the signals in the calling thread; threads made later inherit that.
    init() throws(HTTPServerError) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        if !isIgnored(SIGHUP) { unsafe sigaddset(&signals, SIGHUP) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let number = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard number >= 0 else { throw .systemCall(name: "signalfd", errno: errno) }
        descriptor = Descriptor(number)
    }

    /// How many signals have come since the last call.
    func takeCount() -> Int {
        var count = 0
        var signal = signalfd_siginfo()
        while unsafe read(descriptor.number, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 { count += 1 }
        return count
    }
}

/// True for a signal that the process was started to ignore, as nohup(1) does: blocked it would come all the same.
private func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
}
