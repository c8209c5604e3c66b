import Glibc

/// The browser of the person at the terminal.
enum DesktopBrowser {
    /// Opens a file with `xdg-open`, without waiting; does nothing in continuous integration or without a terminal.
    static func open(_ path: String) {
        let isAutomatic = unsafe getenv("CI").map { unsafe $0.pointee != 0 } ?? false
        guard !isAutomatic, isatty(STDERR_FILENO) == 1 else { return }
        // A name that begins with a dash would be an option.
        let file = path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path
        let arguments = unsafe [strdup("xdg-open"), strdup(file), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        unsafe posix_spawnp(&process, "xdg-open", nil, nil, arguments, environ)
    }
}
