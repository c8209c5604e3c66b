import CertificateAuthority
import Glibc

/// Why a folder with a certificate authority cannot be used.
enum AuthorityFolderError: Error, CustomStringConvertible {
    /// There is no telling where the user's state folder is.
    case noHome
    /// There is an authority already.
    case exists(path: String)
    /// There is none.
    case missing(path: String)
    /// Others may change what is in the folder.
    case folderOpenToOthers(path: String, mode: UInt32)
    /// Others may read or write the key.
    case keyOpenToOthers(path: String, mode: UInt32)
    /// It belongs to another user.
    case owner(path: String)
    /// It is a folder, a device or a pipe.
    case notRegular(path: String)
    /// The file has more bytes than any key and certificate.
    case tooLong(path: String, limit: Int)
    /// What is in the file is no authority.
    case authority(path: String, CertificateAuthorityError)
    /// It signs for any host.
    case unconstrained(path: String)
    case system(path: String, errno: Int32)

    /// One lower-case sentence.
    var description: String {
        switch self {
        case .noHome: "neither XDG_STATE_HOME nor HOME is set; name a folder with --ca-dir"
        case .exists(let path):
            "\(path) is there already; 'ca show' tells of it, and --replace makes another, which has to be trusted anew"
        case .missing(let path): "there is no \(path); 'pushrecorder ca init' makes one"
        case .folderOpenToOthers(let path, let mode):
            "others may write to \(path) (mode \(octal(mode))), and could put an authority of theirs there; "
                + "'chmod go-w \(path)', or name another folder with --ca-dir"
        case .keyOpenToOthers(let path, let mode):
            "others may use the key in \(path) (mode \(octal(mode))); if nobody has, 'chmod 600 \(path)', "
                + "else 'pushrecorder ca init --replace'"
        case .owner(let path): "\(path) belongs to another user; name a folder of your own with --ca-dir"
        case .notRegular(let path): "\(path) is no file"
        case .tooLong(let path, let limit): "\(path) is larger than \(limit) bytes, which no authority is"
        case .authority(let path, let error): "\(path) cannot be used: \(error); 'ca init --replace' makes another"
        case .unconstrained(let path):
            "the authority in \(path) may sign for any host, so that its key is dangerous; 'pushrecorder ca init --replace' "
                + "makes one that signs for the vendors' only"
        case .system(let path, let errno): unsafe "cannot use \(path): \(String(cString: strerror(errno)))"
        }
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
