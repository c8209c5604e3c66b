import Bytes
import JSONText
import TestSupport
import Testing

/// Every output of every command, of logs that are full of hostile text and of their harmless twins: captured text is text
/// in each, and changes nothing about its form.
@Suite struct InertOutputTests {
    /// How an output is read.
    enum Form: Sendable {
        case page
        case markdown
        case json
        case jsonLines
        case xml
        case terminal
    }

    struct Output: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let form: Form
        /// The file to read; nil for standard output.
        let file: String?
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String, _ form: Form, file: String? = nil) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.form = form
            self.file = file
        }
    }

    static let outputs = [
        Output("diff old.ndjson new.ndjson", .terminal),
        Output("diff old.ndjson new.ndjson -o html=-", .page),
        Output("diff old.ndjson new.ndjson -o md=-", .markdown),
        Output("diff old.ndjson new.ndjson -o json=-", .json),
        Output("diff old.ndjson new.ndjson -o xml=-", .xml),
        Output("diff new.ndjson old.ndjson -o html=- --css inline --max-cards 1", .page),
        Output("render new.ndjson -o html=-", .page),
        // Rows alone: which push has the worst finding, and so the only card, depends on what is in it.
        Output("render new.ndjson -o html=- --no-log --max-cards 0", .page),
        Output("render new.ndjson -o md=-", .markdown),
        Output("render new.ndjson -o json=-", .json),
        Output("query new.ndjson", .terminal),
        Output(
            "query new.ndjson --fields time,mark,app,title,body,target,collapse,data_key,finding",
            .terminal),
        Output("query new.ndjson -f ids", .terminal),
        Output("query new.ndjson -f ndjson", .jsonLines),
        Output("query new.ndjson -f json", .json),
        Output("check new.ndjson title:nothing --count 1", .terminal),
        Output("check new.ndjson title:nothing --count 1 -f json", .json),
        Output("check new.ndjson title:nothing --count 1 --junit results.xml", .xml, file: "results.xml"),
        Output("check new.ndjson --init", .json),
        Output("check new.ndjson --baseline baseline.ndjson", .terminal),
        Output("check new.ndjson --baseline baseline.ndjson -f json", .json),
        Output("export new.ndjson --as cloudevents -o -", .jsonLines),
        Output("export new.ndjson --as har -o -", .json),
    ]

    @Test(arguments: outputs) func `hostile text is inert`(in output: Output) async throws {
        let hostile = try await written(output, of: HostileText.all.map(\.text))
        let twin = try await written(output, of: HostileText.all.map { HostileText.twin(of: $0.text) })
        #expect(hostile.bytes.count > 50)
        switch output.form {
        case .page: expectInert(HTMLTree(parsing: hostile.bytes), like: HTMLTree(parsing: twin.bytes))
        case .markdown:
            expectInert(try await htmlOfMarkdown(hostile), like: try await htmlOfMarkdown(twin))
        case .json:
            #expect(try shape(ofJSON: hostile.bytes) == shape(ofJSON: twin.bytes))
            #expect(!hostile.bytes.contains { $0 < 0x20 && $0 != 0x0A })
        case .jsonLines:
            let (lines, twins) = (hostile.bytes.lines, twin.bytes.lines)
            #expect(lines.count == twins.count)
            #expect(try shape(ofLines: lines) == shape(ofLines: twins))
            #expect(!hostile.bytes.contains { $0 < 0x20 && $0 != 0x0A })
        case .xml:
            try await expectWellFormed(hostile)
            let (shape, other) = (
                HTMLTree(parsing: hostile.bytes).shape, HTMLTree(parsing: twin.bytes).shape
            )
            #expect(Set(shape) == Set(other))
        case .terminal: expectHarmlessToTerminals(hostile.bytes)
        }
        expectHarmlessToTerminals(hostile.errors)
    }

    private struct Written {
        let folder: TemporaryFolder
        let bytes: [UInt8]
        let errors: [UInt8]
    }

    /// What the program writes of two logs that are full of the texts, the later one a little different everywhere.
    private func written(_ output: Output, of texts: [Text]) async throws -> Written {
        let folder = try TemporaryFolder()
        var (old, new) = (WrittenLog(), WrittenLog())
        for text in texts {
            old.fill(with: text.description)
            new.fill(with: "\(text) new")
            new.fill(with: text.description)
        }
        try folder.write(old.bytes, to: "old.ndjson")
        try folder.write(new.bytes, to: "new.ndjson")
        let program = Places.program("pushreport")
        if output.arguments.contains("baseline.ndjson") {
            _ = try await RunningProgram.run(
                program, ["diff", "--accept", "baseline.ndjson", "old.ndjson"], folder: folder.path)
        }
        let result = try await RunningProgram.run(program, output.arguments, folder: folder.path)
        #expect([0, 1, 3].contains(result.status), "\(result.errorText)")
        let bytes = try output.file.map { try folder.read($0) } ?? result.output
        return Written(folder: folder, bytes: bytes, errors: result.errors)
    }

    private func expectInert(_ page: HTMLTree, like twin: HTMLTree) {
        #expect(Set(page.shape) == Set(twin.shape))
        for element in page.root.all {
            for (name, value) in element.attributes {
                #expect(!name.hasPrefix("on"))
                #expect(!value.description.contains("probe"), "\(element.name) \(name)")
            }
        }
        for name in ["iframe", "img", "object", "embed", "base"] {
            #expect(page.root.all(named: name).isEmpty)
        }
        #expect(page.root.all(named: "script").map(\.text) == twin.root.all(named: "script").map(\.text))
    }

    /// The page that cmark-gfm makes of the Markdown, with raw HTML kept, so that whatever was not escaped is live.
    private func htmlOfMarkdown(_ written: Written) async throws -> HTMLTree {
        try written.folder.write(written.bytes, to: "output.md")
        let result = try await RunningProgram.run(
            "cmark-gfm",
            ["--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "output.md"],
            folder: written.folder.path)
        #expect(result.status == 0)
        let page = HTMLTree(parsing: result.output)
        #expect(page.root.all(named: "a").isEmpty)
        return page
    }

    private func expectWellFormed(_ written: Written) async throws {
        try written.folder.write(written.bytes, to: "output.xml")
        let script = "import xml.etree.ElementTree as tree; tree.parse('output.xml')"
        let parsed = try await RunningProgram.run(
            "python3", ["-c", script], folder: written.folder.path)
        #expect(parsed.status == 0, "\(parsed.errorText)")
    }

    private func expectHarmlessToTerminals(_ bytes: [UInt8]) {
        let steering = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        #expect(steering.isEmpty, "\(steering.map(\.value))")
        for line in bytes.lines {
            #expect(!line.drop { $0 == 0x20 }.starts(with: "::".utf8))
            #expect(!String(decoding: line, as: UTF8.self).contains("##["))
        }
    }

    private func shape(ofLines lines: [[UInt8]]) throws -> Set<String> {
        try lines.reduce(into: Set<String>()) { $0.formUnion(try shape(ofJSON: $1)) }
    }

    /// Where the keys are those of the sender: the push's own data, the parameters of a query.
    private static let sendersOwn = ["/pushes/*/message/data", "/message/data", "/log/entries/*/request/queryString"]

    /// The paths of a document with the kind of what stands there; positions in arrays do not count.
    private func shape(ofJSON bytes: [UInt8]) throws -> Set<String> {
        var paths: Set<String> = []
        func collect(_ value: JSONValue, at path: String) {
            guard !Self.sendersOwn.contains(path) else { return }
            switch value.kind {
            case .object:
                for member in value.members { collect(member.value, at: "\(path)/\(member.key)") }
            case .array: for element in value.elements { collect(element, at: "\(path)/*") }
            case .true, .false: paths.insert("\(path) boolean")
            default: paths.insert("\(path) \(value.kind)")
            }
        }
        collect(try JSONText(parsing: bytes).root, at: "")
        return paths
    }
}

extension [UInt8] {
    fileprivate var lines: [[UInt8]] { split(separator: UInt8(ascii: "\n")).map(Array.init) }
}
