import Bytes
import CommandLineTool
import HTTPServer

/// What the command line of `pushrecorder mark` sets.
struct MarkSettings: Sendable {
    var api = RecorderAddress(address: .standardAPI)
    var label: [String] = []
}

/// Where the read API of a recorder is, typed as a URL or as `HOST:PORT`.
struct RecorderAddress: ArgumentValue {
    let address: ServerAddress

    init(address: ServerAddress) {
        self.address = address
    }

    init(argument: String) throws(ValueError) {
        do {
            address = try ServerAddress(ServerAddress.hostAndPort(of: argument))
        } catch {
            throw ValueError(expected: "a URL such as http://127.0.0.1:8811, or HOST:PORT")
        }
    }

    var argumentText: String { address.description }
}

/// `pushrecorder mark`: begins a test step in a recorder that runs.
let markCommand = Command(
    "mark",
    summary: "Begin a test step: the pushes from now on belong to it",
    discussion: [
        """
        Writes a mark into the log of a recorder that runs, by its read API. Reports group pushes by marks, and filters \
        ask for them with mark:LABEL. In a command that pushrecorder runs, the address is known from the environment.
        """
    ],
    settings: MarkSettings(),
    operands: Operands("LABEL", minimum: 1, \.label, help: "What the step is called; several words make one label."),
    options: [
        .value(
            "api", "URL", in: "Recorder", \.api,
            help: "Where the read API of the recorder is: a URL such as http://127.0.0.1:8811, or HOST:PORT."
        )
    ],
    examples: [Example("pushrecorder mark \"checkout places an order\"", "Name the step that begins.")],
    exitStatuses: [.done, .failed, .usage]
) { settings in
    var body = JSONWriter()
    body.object { $0.member("label", Text(settings.label.joined(separator: " "))) }
    let answer = try HTTPClient(settings.api.address).post("/api/v1/push/marks", json: body.bytes)
    guard answer.status == 201 else { throw MarkError(answer) }
    return .done
}
