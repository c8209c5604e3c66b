import Bytes
import Export
import Glibc
import Report

/// A folder of `.apns` files, each named after its push by an identifier of ours.
struct SimulatorFolder {
    /// How many pushes are told one by one.
    private static let listed = 20

    private let path: String
    /// How many files are in it now.
    private(set) var count = 0
    private var withoutPayload = 0
    private var problems: [Text] = []
    private var problemCount = 0

    /// Takes a folder, and makes it if it is not there.
    init(path: String) throws(ReportError) {
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .cannotWrite(path: path, errno: errno) }
        self.path = path
    }

    /// True when the simulator takes everything that was written.
    var isWhole: Bool { problemCount == 0 }

    /// Writes the file of a push; a file of the name that holds the same stays.
    ///
    /// - Parameter payload: nil for a push that has none for Apple devices.
    mutating func write(_ payload: SimulatorPayload?, named name: Text) throws {
        guard let payload else { return withoutPayload += 1 }
        let file = "\(path)/\(name).apns"
        if let present = try InputFile.start(path: file, length: payload.bytes.count + 1) {
            guard present == payload.bytes else { throw ExportError.differs(path: file) }
        } else {
            try OutputFile(path: file).finish(head: payload.bytes, tail: [])
        }
        count += 1
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
        return complaints
    }
}
