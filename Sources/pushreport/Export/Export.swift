import Bytes
import CaptureLog
import CommandLineTool
import Export
import Filter
import Report

/// One run of `pushreport export`, from the command line to the exit status.
struct Export {
    private let settings: ExportSettings

    init(_ settings: ExportSettings) {
        self.settings = settings
    }

    /// Writes the pushes that the filter matches and says on standard error what else there is to know.
    func run() async throws -> ExitStatus {
        let arguments = try LogArguments(settings.words, where: settings.filter)
        guard let format = settings.format else {
            let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError.refused("name the form with --as: one of \(names)")
        }
        let path = settings.output ?? "-"
        guard format != .apns || path != "-" else {
            throw UsageError.refused("--as apns writes a file for each push; name a folder with -o")
        }
        let captured = ReportSource(logs: try LogSet.open(arguments.logs))
        for gap in captured.missing { StandardError.complain(gap.text) }
        var source = captured
        if let filter = arguments.filter {
            source = try await captured.knowing(filter).only(filter.phrase) { filter.matches(FilterSubject($0)) }
        }
        source = try await source.hiding(settings.hidden.union, tokensOf: captured)
        guard source.count > 0 else {
            let isEmpty = captured.count == 0
            StandardError.complain(isEmpty ? "nothing was captured" : "nothing matched, so nothing is written")
            return isEmpty ? .nothingCaptured : .answerIsNo
        }
        var isWhole = true
        if format == .apns {
            let folder = try await written(source, to: path)
            guard folder.count > 0 else { return .answerIsNo }
            isWhole = folder.isWhole
        } else {
            try await write(source, as: format, to: path)
        }
        let isDegraded = !isWhole || captured.gaps.contains(where: \.isLoss)
        return isDegraded && !settings.isLenient ? .degraded : .done
    }

    private func written(_ source: ReportSource, to path: String) async throws -> SimulatorFolder {
        var folder = try SimulatorFolder(path: path)
        try await PushReader(source).forEach { push in
            (push.anchor, SimulatorPayload(push))
        } consume: { name, payload in
            try folder.write(payload, named: name)
        }
        for complaint in folder.complaints { StandardError.complain(complaint) }
        StandardError.write("\(TerminalText.line(path)) (\(folder.count) \(folder.count == 1 ? "file" : "files"))")
        return folder
    }

    private func write(_ source: ReportSource, as format: ExportFormat, to path: String) async throws {
        let spool = path == "-" ? try SpoolFile() : nil
        if spool == nil { try ExportTarget.check(path, format) }
        let file = try OutputFile(path: spool?.path ?? path)
        try await PushReader(source).forEach { push -> [UInt8] in
            let group = source.group(of: push.position)
            let isFirst = group?.pushes.lowerBound == push.position
            return format.bytes(of: push, isFirst: push.position == 0, under: isFirst ? group : nil)
        } consume: { bytes in
            try file.append(bytes)
        }
        try file.finish(head: format.head(of: source), tail: format.tail)
        try spool?.copyToStandardOutput(isJSON: format.isJSON)
        if spool == nil { StandardError.write(WrittenFile(path: path).line) }
    }
}

extension ExportFormat {
    /// True for text that a terminal may be shown with its invisible characters escaped, as JSON allows it.
    fileprivate var isJSON: Bool {
        switch self {
        case .har, .cloudevents, .ndjson: true
        case .apns, .curl: false
        }
    }
}
