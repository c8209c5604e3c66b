import Bytes
import CTemplateFiles
import Glibc

/// A folder whose files replace templates of the program.
package struct TemplateFolder: Sendable {
    /// The names that a file can replace, as they are listed.
    package static let names: [String] = (0..<template_file_count()).map { position in
        unsafe String(cString: template_file_at(position).name)
    }

    /// The paths of the files that replace templates where the folder has them.
    package static func files(in folder: String) -> [String] { names.map { "\(folder)/\($0)" } }

    /// The names of files in the folder that replace nothing, sorted; those that begin with a dot are left out.
    package let strangers: [String]

    /// Looks into a folder.
    ///
    /// - Throws: ``ReportError/cannotRead(path:errno:)`` for what is no folder or cannot be read.
    package init(path: String) throws(ReportError) {
        guard let folder = unsafe opendir(path) else { throw .cannotRead(path: path, errno: errno) }
        defer { unsafe closedir(folder) }
        var strangers: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            let isHidden = name.utf8.first == UInt8(ascii: ".")
            if !isHidden, !TemplateFolder.names.contains(name) { strangers.append(name) }
        }
        self.strangers = strangers.sorted()
    }
}
