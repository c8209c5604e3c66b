import CLinux
import Glibc

/// A child process with a pipe at each of its standard streams.
///
/// Foundation's `Process` crashes now and then when many are started at once.
struct ChildProcess {
    /// The number of the process.
    let identifier: pid_t
    /// The end of standard input that is written to.
    let input: Int32
    /// The end of standard output that is read from.
    let output: Int32
    /// The end of standard error that is read from.
    let errors: Int32

    /// Why a process did not start.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let errno: Int32

        var description: String { unsafe "cannot run \(program): \(String(cString: strerror(errno)))" }
    }

    /// Starts a program, a name of which is looked up in `PATH`, with no signal blocked or ignored and no file inherited.
    init(_ program: String, _ arguments: [String], environment: [String: String], folder: String?) throws(Failure) {
        let pipes = try (0..<3).map { _ throws(Failure) in
            var ends: [Int32] = [0, 0]
            guard unsafe pipe(&ends) == 0 else { throw Failure(program: program, errno: errno) }
            return (reading: ends[0], writing: ends[1])
        }
        let theirs = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        for (number, end) in theirs.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { unsafe posix_spawn_file_actions_addchdir_np(&actions, folder) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, program, &actions, &attributes, words, variables)
        unsafe (words + variables).forEach { unsafe free($0) }
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        for end in theirs { close(end) }
        identifier = process
        (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
        guard code == 0 else {
            for end in [input, output, errors] { close(end) }
            throw Failure(program: program, errno: code)
        }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: the exit status; of a process that died by a signal the number of the signal, negative.
    func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }

    /// Hands what comes from one of its ends on, and closes the end when nothing comes any more.
    static func read(_ end: Int32, _ body: (ArraySlice<UInt8>) -> Void) {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(end, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            body(chunk[..<count])
        }
        close(end)
    }

    /// Writes everything to standard input, or as much as is read there, and closes it.
    func write(_ bytes: [UInt8]) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(input)
    }
}
