import Glibc

/// One place to read a log from.
enum InputSource: Equatable {
    /// What `-` means.
    case standardInput
    /// A file, or something that reads like one.
    case file(path: String)

    /// The endings of the files that a folder is read for.
    private static let endings = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz"]

    /// The sources that arguments name, in their order: `-`, files, folders (the logs in them, by name) and patterns.
    ///
    /// - Throws: ``CaptureLogError`` when an argument leads nowhere.
    static func all(_ arguments: [String]) throws(CaptureLogError) -> [InputSource] {
        var sources: [InputSource] = []
        for argument in arguments {
            if argument == "-" {
                sources.append(.standardInput)
            } else {
                for path in try paths(argument) { sources.append(.file(path: path)) }
            }
        }
        return sources
    }

    /// The name that reports and problems use: without folders, so that it is the same on every machine.
    var name: String {
        switch self {
        case .standardInput: return "-"
        case .file(let path):
            let bytes = Array(path.utf8)
            return String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? bytes[...], as: UTF8.self)
        }
    }

    private static func paths(_ argument: String) throws(CaptureLogError) -> [String] {
        var status = stat()
        if unsafe stat(argument, &status) == 0 {
            return status.st_mode & S_IFMT == S_IFDIR ? try logs(in: argument) : [argument]
        }
        guard argument.utf8.contains(where: { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) })
        else {
            // A name that is too long is one that no file has.
            throw [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
                ? .missing(path: argument) : .system(call: "stat", path: argument, code: errno)
        }
        let matches = matches(of: argument)
        guard !matches.isEmpty else { throw .nothingMatches(pattern: argument) }
        var paths: [String] = []
        for match in matches { paths += try self.paths(match) }
        return paths
    }

    private static func logs(in folder: String) throws(CaptureLogError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .system(call: "opendir", path: folder, code: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if endings.contains(where: { Array(name.utf8.suffix($0.utf8.count)) == Array($0.utf8) }) {
                names.append(name)
            }
        }
        guard !names.isEmpty else { throw .noLogs(folder: folder) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder + "/" + $0 }
    }

    private static func matches(of pattern: String) -> [String] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(unsafe found.gl_pathc)).compactMap { position in
            unsafe found.gl_pathv[position].map { unsafe String(cString: $0) }
        }
    }
}
