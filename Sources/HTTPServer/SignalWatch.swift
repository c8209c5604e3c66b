internal import CLinux
internal import Glibc

/// SIGTERM and SIGINT as something to read.
final class SignalWatch {
    let descriptor: Descriptor

    /// Blocks the two signals in the calling thread; threads made later inherit that.
    init() throws(HTTPServerError) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
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
