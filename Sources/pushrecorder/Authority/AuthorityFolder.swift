import Bytes
import CaptureLog
import CertificateAuthority
import Glibc

/// The folder with the certificate authority of a user, which nobody else may change.
///
/// `authority.pem` holds the key and the certificate and is the user's alone; the other files are made of it, for those who
/// are to trust it.
struct AuthorityFolder {
    /// Where it is.
    let path: String

    /// The file with the key.
    static let authorityName = "authority.pem"
    /// The longest file with a key in bytes; one more is refused.
    static let longestAuthority = 65_536

    /// A folder that may not exist yet.
    ///
    /// - Parameter path: nil for `pushrecorder` in the user's state folder.
    init(path: String?) throws(AuthorityFolderError) {
        let chosen = if let path { path } else { try Self.standardPath() }
        self.path = chosen.utf8.first == UInt8(ascii: "/") ? chosen : "\(currentFolder())/\(chosen)"
    }

    /// `$XDG_STATE_HOME/pushrecorder`, else `~/.local/state/pushrecorder` (XDG Base Directory Specification 0.8).
    private static func standardPath() throws(AuthorityFolderError) -> String {
        if let state = environmentVariable("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
            return "\(state)/pushrecorder"
        }
        guard let home = environmentVariable("HOME") else { throw .noHome }
        return "\(home)/.local/state/pushrecorder"
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The authority in it; nil when there is none.
    ///
    /// - Throws: ``AuthorityFolderError`` also when others could have changed it or read its key, when it does not sign for
    ///   all names that clients ask for, and when it signs for others.
    func read() throws(AuthorityFolderError) -> CertificateAuthority? {
        guard let folder = try opened() else { return nil }
        defer { close(folder) }
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = unsafe openat(folder, Self.authorityName, flags)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(path: file(Self.authorityName), errno: errno)
        }
        defer { close(descriptor) }
        let status = try owned(descriptor, path: file(Self.authorityName))
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: file(Self.authorityName)) }
        guard status.st_mode & 0o077 == 0 else {
            throw .keyOpenToOthers(path: file(Self.authorityName), mode: status.st_mode & 0o777)
        }
        guard status.st_size <= Self.longestAuthority else {
            throw .tooLong(path: file(Self.authorityName), limit: Self.longestAuthority)
        }
        var bytes = [UInt8](repeating: 0, count: Self.longestAuthority)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .system(path: file(Self.authorityName), errno: errno) }
        let authority: CertificateAuthority
        let now = WallClock.now.secondsSince1970
        do {
            authority = try CertificateAuthority(pem: Array(bytes.prefix(count)))
            try authority.verify(CertificateAuthority.allNames, at: now)
        } catch {
            throw .authority(path: file(Self.authorityName), error)
        }
        for outsider in [CertificateName.host("example.com"), .address("192.0.2.1")]
        where (try? authority.verify([outsider], at: now)) != nil {
            throw .unconstrained(path: file(Self.authorityName))
        }
        return authority
    }

    /// Keeps an authority, and makes the folder first where there is none.
    ///
    /// - Parameter replaces: true to put it in the place of another one.
    /// - Throws: ``AuthorityFolderError/exists(path:)`` where there is one already and it is not to be replaced.
    func keep(_ authority: CertificateAuthority, replaces: Bool) throws(AuthorityFolderError) {
        try makeFolders()
        guard let folder = try opened() else { throw .system(path: path, errno: ENOENT) }
        defer { close(folder) }
        let temporary = "\(Self.authorityName).\(getpid())"
        unsafe unlinkat(folder, temporary, 0)
        try write(authority.pem, to: temporary, in: folder, mode: 0o600)
        // A link, other than a rename, replaces nothing: of two that begin at once, one comes second.
        let result =
            unsafe replaces
            ? renameat(folder, temporary, folder, Self.authorityName)
            : linkat(folder, temporary, folder, Self.authorityName, 0)
        let code = errno
        unsafe unlinkat(folder, temporary, 0)
        if result == 0 { return }
        throw code == EEXIST ? .exists(path: file(Self.authorityName)) : .system(path: path, errno: code)
    }

    /// Writes a file that everybody may read, whole or not at all; one that has these bytes already, and that others may
    /// not change, is left alone.
    func publish(_ bytes: [UInt8], as name: String) throws(AuthorityFolderError) {
        try makeFolders()
        guard let folder = try opened() else { throw .system(path: path, errno: ENOENT) }
        defer { close(folder) }
        if isGuarded(name, in: folder), (try? SmallFile.bytes(path: file(name), limit: bytes.count)) == bytes { return }
        let temporary = "\(name).\(getpid())"
        unsafe unlinkat(folder, temporary, 0)
        try write(bytes, to: temporary, in: folder, mode: 0o644)
        guard unsafe renameat(folder, temporary, folder, name) == 0 else {
            let code = errno
            unsafe unlinkat(folder, temporary, 0)
            throw .system(path: file(name), errno: code)
        }
    }

    /// True when it is a file that nobody but the user and the superuser may change.
    func isGuarded(_ name: String) -> Bool {
        guard let folder = (try? opened()) ?? nil else { return false }
        defer { close(folder) }
        return isGuarded(name, in: folder)
    }

    private func isGuarded(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & 0o022 == 0 && (status.st_uid == geteuid() || status.st_uid == 0)
    }

    /// The folder, which nobody but the user and the superuser may change; nil when there is none.
    private func opened() throws(AuthorityFolderError) -> Int32? {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(path: path, errno: errno)
        }
        do throws(AuthorityFolderError) {
            let status = try owned(descriptor, path: path)
            guard status.st_mode & 0o022 == 0 else {
                throw .folderOpenToOthers(path: path, mode: status.st_mode & 0o777)
            }
            try checkFoldersAbove()
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Whoever may rename a folder can put another one in its place.
    private func checkFoldersAbove() throws(AuthorityFolderError) {
        guard let resolved = unsafe realpath(path, nil) else { throw .system(path: path, errno: errno) }
        defer { unsafe free(resolved) }
        var above = unsafe String(cString: resolved).utf8[...]
        while let end = above.lastIndex(of: UInt8(ascii: "/")) {
            above = above[..<end]
            let folder = above.isEmpty ? "/" : String(decoding: above, as: UTF8.self)
            var status = stat()
            guard unsafe stat(folder, &status) == 0 else { throw .system(path: folder, errno: errno) }
            guard status.st_mode & 0o002 == 0 || status.st_mode & S_ISVTX != 0 else {
                throw .folderOpenToOthers(path: folder, mode: status.st_mode & 0o777)
            }
        }
    }

    private func owned(_ descriptor: Int32, path: String) throws(AuthorityFolderError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path: path, errno: errno) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .owner(path: path) }
        return status
    }

    private func makeFolders() throws(AuthorityFolderError) {
        var partial = ""
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            partial += String(decoding: part, as: UTF8.self)
            defer { partial += "/" }
            guard !partial.isEmpty, unsafe mkdir(partial, 0o700) != 0, errno != EEXIST else { continue }
            // A folder that cannot be made may be there all the same, behind one that cannot be written.
            let code = errno
            guard unsafe access(partial, F_OK) == 0 else { throw .system(path: partial, errno: code) }
        }
    }

    private func write(
        _ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t
    ) throws(AuthorityFolderError) {
        let descriptor = unsafe openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system(path: file(name), errno: errno) }
        let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let code = written == bytes.count ? 0 : written < 0 ? errno : ENOSPC
        close(descriptor)
        guard code == 0 else {
            unsafe unlinkat(folder, name, 0)
            throw .system(path: file(name), errno: code)
        }
    }
}

private func currentFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
}

/// The value of an environment variable; nil when it is not set or empty.
func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}
