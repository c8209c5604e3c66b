import Bytes
import Export
import Glibc
import Report

/// A folder of `.apns` files, each named after its push by an identifier of ours.
struct SimulatorFolder {
    /// How many pushes are told one by one.
    private static let listed = 20
    private static let ending: StaticString = ".apns"

    private let path: String
    /// The names of the files that were written, or were there and are the same.
    private var names: Set<String> = []
    private var withoutPayload = 0
    private var problems: [Text] = []
    private var problemCount = 0

    /// Takes a folder, and makes it if it is not there.
    init(path: String) throws(ReportError) {
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .cannotWrite(path: path, errno: errno) }
        self.path = path
    }

    /// How many files there are of the pushes.
    var count: Int { names.count }

    /// True when the simulator takes everything that was written.
    var isWhole: Bool { problemCount == 0 }

    /// Writes the file of a push; a file of the name that holds the same stays.
    ///
    /// - Parameter payload: nil for a push that has none for Apple devices.
    mutating func write(_ payload: SimulatorPayload?, named name: Text) throws {
        guard let payload else { return withoutPayload += 1 }
        let fileName = "\(name)\(SimulatorFolder.ending)"
        let file = "\(path)/\(fileName)"
        if let present = try InputFile.start(path: file, length: payload.bytes.count + 1) {
            guard present == payload.bytes else { throw ExportError.differs(path: file) }
        } else {
            try OutputFile(path: file).finish(head: payload.bytes, tail: [])
        }
        names.insert(fileName)
        problemCount += payload.problems.count
        for problem in payload.problems where problems.count < SimulatorFolder.listed {
            problems.append(Text("\(name).apns: \(problem)"))
        }
    }

    /// What there is to know, in sentences without a full stop.
    var complaints: [Text] {
        var complaints = problems
        let rest = problemCount - problems.count
        if rest > 0 { complaints.append(Text("\(rest) more are not told")) }
        if withoutPayload > 0 {
            complaints.append(
                Text(
                    withoutPayload == 1
                        ? "1 push has no JSON payload for Apple devices and was passed over"
                        : "\(withoutPayload) pushes have no JSON payload for Apple devices and were passed over"
                )
            )
        }
        if others > 0 {
            let files = others == 1 ? "1 other .apns file" : "\(others) other .apns files"
            complaints.append(Text("\(path) holds \(files), as of an earlier export"))
        }
        return complaints
    }

    /// How many files like these are in the folder that were not written now.
    private var others: Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while let entry = unsafe readdir(folder) {
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            if ASCII.hasSuffix(bytes[...], SimulatorFolder.ending), !names.contains(name) { count += 1 }
        }
        return count
    }
}
