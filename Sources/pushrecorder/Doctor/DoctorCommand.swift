import CommandLineTool
import HTTPServer

/// What the command line of `pushrecorder doctor` sets.
struct DoctorSettings: Sendable {
    var folder: String?
    var ingress = [RecorderAddress(address: .standardIngress)]
    var api = RecorderAddress(address: .standardAPI)
    var hasNoAPI = false
}

/// `pushrecorder doctor`: whether an unmodified sender would be recorded.
let doctorCommand = Command(
    "doctor",
    summary: "Find out whether unmodified senders would be recorded, and what is in their way",
    discussion: [
        """
        Looks at the authority, at the ports, and at the variables of the environment that it is run in, and sends a push \
        by CONNECT, TLS and HTTP/2 to a recorder of its own. Says a sentence about each, and ends with status 1 when one of \
        them is not as it should be. Nothing is changed.
        """
    ],
    settings: DoctorSettings(),
    options: [
        .value(
            "ca-dir", "FOLDER", completion: .folder, in: "Recorder", \.folder,
            help: "Where the authority is; otherwise pushrecorder in $XDG_STATE_HOME or ~/.local/state."
        ),
        .values(
            "ingress", "HOST:PORT", short: "i", in: "Recorder", \.ingress,
            help: "Where the recorder is to listen for pushes; the first is the proxy that senders are led to."
        ),
        .value("api", "HOST:PORT", in: "Recorder", \.api, help: "Where its read API is to be."),
        .flag("no-api", in: "Recorder", \.hasNoAPI, help: "It is to serve no API."),
    ],
    examples: [
        Example("pushrecorder --tls auto -- pushrecorder doctor", "Look at what a command would see."),
        Example(
            "pushrecorder doctor --ingress 127.0.0.1:443 --ingress 127.0.0.1:2197", "Look before a hosts file is used."
        ),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .usage]
) { settings in
    let diagnoses = try Examination(settings).diagnoses()
    for diagnosis in diagnoses {
        let line = TerminalText.line(diagnosis.sentence)
        try StandardOutput.write("\(diagnosis.isGood ? "good:   " : "amiss:  ")\(line)\n")
    }
    return diagnoses.allSatisfy(\.isGood) ? .done : .answerIsNo
}
