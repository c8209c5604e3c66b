import Bytes
import Glibc

/// One place to read a log from.
enum InputSource: Equatable {
    /// What `-` means.
    case standardInput
    /// A file, or something that reads like one; its path is bytes, as a name need not be UTF-8.
    case file(path: [UInt8])

    /// The endings of the files that a folder is read for.
    private static let endings: [StaticString] = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz"]

    /// The sources that arguments name, in their order: `-`, files, folders (the logs in them, by name) and patterns.
    ///
    /// - Throws: ``CaptureLogError`` when an argument leads nowhere.
    static func all(_ arguments: [String]) throws(CaptureLogError) -> [InputSource] {
        var sources: [InputSource] = []
        for argument in arguments {
            if argument == "-" {
                sources.append(.standardInput)
            } else {
                for path in try paths(Array(argument.utf8)) { sources.append(.file(path: path)) }
            }
        }
        return sources
    }

    /// The name that reports and problems use: without folders, so that it is the same on every machine.
    var name: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): shown(path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path)
        }
    }

    private static func paths(_ argument: [UInt8]) throws(CaptureLogError) -> [[UInt8]] {
        var status = stat()
        if unsafe stat(argument.nullTerminated, &status) == 0 {
            return status.st_mode & S_IFMT == S_IFDIR ? try logs(in: argument) : [argument]
        }
        let code = errno
        guard argument.contains(where: { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) })
        else {
            // A name that is too long is one that no file has.
            throw [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code)
                ? .missing(path: shown(argument)) : .system(call: "stat", path: shown(argument), code: code)
        }
        let matches = matches(of: argument)
        guard !matches.isEmpty else { throw .nothingMatches(pattern: shown(argument)) }
        var paths: [[UInt8]] = []
        for match in matches { paths += try self.paths(match) }
        return paths
    }

    private static func logs(in folder: [UInt8]) throws(CaptureLogError) -> [[UInt8]] {
        guard let stream = unsafe opendir(folder.nullTerminated) else {
            throw .system(call: "opendir", path: shown(folder), code: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if endings.contains(where: { ASCII.hasSuffix(name[...], $0) }) { names.append(name) }
        }
        guard !names.isEmpty else { throw .noLogs(folder: shown(folder)) }
        let prefix = folder.last == UInt8(ascii: "/") ? folder : folder + "/".utf8
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { prefix + $0 }
    }

    private static func matches(of pattern: [UInt8]) -> [[UInt8]] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(pattern.nullTerminated, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(unsafe found.gl_pathc)).compactMap { position in
            unsafe found.gl_pathv[position].map { path in
                unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
            }
        }
    }
}

extension [UInt8] {
    /// The bytes of a path as the system takes them.
    var nullTerminated: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

/// A path in words.
private func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
