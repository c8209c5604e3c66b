import Glibc

/// Standard output, written at once: what a pipe's reader or a log has seen is what was written.
package enum StandardOutput {
    /// For a program whose result goes there: where it was started without standard output, what is written fails instead of
    /// being lost.
    package static func failWhereMissing() { fillStandardStreams(output: O_RDONLY) }

    /// Writes all of the text.
    ///
    /// - Throws: ``StreamError/closed`` when nobody reads any more, which is no failure of the program.
    package static func write(_ text: String) throws(StreamError) {
        try write(Array(text.utf8))
    }

    /// Writes all of the bytes.
    package static func write(_ bytes: [UInt8]) throws(StreamError) {
        try writeAll(bytes, to: STDOUT_FILENO)
    }

    /// Writes JSON, in a form that cannot steer it where it is a terminal.
    package static func write(json bytes: [UInt8]) throws(StreamError) {
        try write(isTerminal ? TerminalText.json(bytes) : bytes)
    }

    /// True when a person looks at it.
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How many columns a line may have: `COLUMNS`, else what the terminal says; nil when there is no limit.
    package static var columns: Int? {
        if let text = unsafe getenv("COLUMNS"), let columns = unsafe Int(String(cString: text)), columns > 0 {
            return columns
        }
        var size = winsize()
        guard isTerminal, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// True when bold and colour may be used on it.
    static var hasColor: Bool { isColorTerminal(STDOUT_FILENO) }
}

/// Standard error, for everything that is not the result. What cannot be written there is lost.
package enum StandardError {
    /// Writes one line.
    package static func write(_ line: String) {
        write(Array(line.utf8) + [0x0A])
    }

    /// Writes bytes.
    package static func write(_ bytes: [UInt8]) {
        try? writeAll(bytes, to: STDERR_FILENO)
    }
}

/// Why standard output could not be written.
package enum StreamError: Error, Equatable {
    /// The reader closed its end.
    case closed
    /// `write(2)` failed.
    case write(errno: Int32)
}

extension StreamError: CustomStringConvertible {
    /// One lower-case sentence.
    package var description: String {
        switch self {
        case .closed: "nobody reads standard output any more"
        case .write(let errno): unsafe "cannot write to standard output: \(String(cString: strerror(errno)))"
        }
    }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(StreamError) {
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes[written...].withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 {
            written += count
            continue
        }
        switch errno {
        case EINTR: continue
        case EPIPE: throw .closed
        case EAGAIN:
            // The descriptor is shared with a parent that made it non-blocking.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            unsafe poll(&waiting, 1, -1)
        default: throw .write(errno: errno)
        }
    }
}

/// Opens `/dev/null` in place of a standard stream that the program was started without: the next file that is opened
/// would take its number, and be written what is meant for the stream.
///
/// - Parameter output: how standard output is opened.
func fillStandardStreams(output: Int32 = O_RDWR) {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
        // The lowest free number is taken, which is this one.
        _ = unsafe open("/dev/null", stream == STDOUT_FILENO ? output : O_RDWR)
    }
}

private func isColorTerminal(_ descriptor: Int32) -> Bool {
    func variable(_ name: String) -> String {
        unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }
    return isatty(descriptor) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
}
