import Bytes
import Glibc

/// A command that runs in the foreground, in the process group of this program, so that the terminal is its own.
struct ChildProcess {
    private let identifier: pid_t

    /// The signals that concern a command; blocked here, so that ``wait()`` takes them one by one.
    private static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD]

    /// Blocks the signals in the calling thread and in those that it makes; to be called before there are others.
    static func blockSignals() {
        var set = watched
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static var watched: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    /// Starts a command, looked up in `PATH`, with no signal blocked or ignored.
    ///
    /// - Parameter environment: added to that of this program, `NAME=value` each.
    init(_ command: [String], environment: [(name: String, value: String)]) throws(ChildProcessError) {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        unsafe sigemptyset(&ignored)
        unsafe sigaddset(&ignored, SIGPIPE)
        unsafe sigaddset(&ignored, SIGXFSZ)
        unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        for (name, value) in environment { unsafe setenv(name, value, 1) }
        let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, command.first ?? "", nil, &attributes, arguments, environ)
        guard code == 0 else { throw ChildProcessError(command: command.first ?? "", errno: code) }
        identifier = process
    }

    /// Waits until the command has ended; what signals say to this program is said to the command.
    ///
    /// - Returns: its exit status, or 128 and the number of the signal that ended it, as a shell has it.
    func wait() -> Int32 {
        var set = Self.watched
        while true {
            var information = unsafe siginfo_t()
            let signal = unsafe sigwaitinfo(&set, &information)
            if signal == SIGCHLD {
                if let status = exitStatus() { return status }
            } else if unsafe signal > 0 && information.si_code <= 0 {
                // A signal of the kernel is one of the terminal, which the command has got itself.
                kill(identifier, signal)
            }
        }
    }

    private func exitStatus() -> Int32? {
        var status: Int32 = 0
        guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

/// Why a command did not start.
struct ChildProcessError: Error, CustomStringConvertible {
    let command: String
    let errno: Int32

    /// One lower-case sentence.
    var description: String { unsafe "cannot run \(command): \(String(cString: strerror(errno)))" }
}
