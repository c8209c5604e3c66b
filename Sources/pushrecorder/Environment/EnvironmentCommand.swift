import CommandLineTool
import HTTPServer

/// What the command line of `pushrecorder env` sets.
struct EnvironmentSettings: Sendable {
    var shell = EnvironmentFormat.sh
    var proxy = RecorderAddress(address: .standardIngress)
    var readyFile: String?
    var folder: String?
    var printsHosts = false
}

/// `pushrecorder env`: how a sender finds a recorder that runs.
let environmentCommand = Command(
    "env",
    summary: "Print the variables that lead unmodified senders to a recorder with --tls auto",
    discussion: [
        """
        Senders that are started with these variables push to the vendors' own addresses, through the recorder as their \
        proxy, and trust its certificates. Comments name what to do for those that read no variables. Everything else \
        that they reach by HTTPS is refused and recorded, so add it to NO_PROXY. A command that pushrecorder runs has the \
        variables already.
        """
    ],
    settings: EnvironmentSettings(),
    options: [
        .value(
            "shell", "FORM", in: "Output", \.shell, help: "For whom: a shell, GitHub's $GITHUB_ENV, or a .env file."
        ),
        .flag(
            "hosts", in: "Output", \.printsHosts,
            help: """
                Print the lines of a hosts file instead, for clients that take no proxy. The recorder then has to listen on \
                the ports 443 and 2197.
                """
        ),
        .value(
            "proxy", "URL", in: "Recorder", \.proxy,
            help: "Where the recorder listens for pushes: a URL such as http://127.0.0.1:8822, or HOST:PORT."
        ),
        .value(
            "ready-file", "FILE", completion: .file, in: "Recorder", \.readyFile,
            help: "The ready file of the recorder, which tells both where it listens and where its authority is."
        ),
        .value(
            "ca-dir", "FOLDER", completion: .folder, in: "Recorder", \.folder,
            help: "Where the authority is; otherwise pushrecorder in $XDG_STATE_HOME or ~/.local/state."
        ),
    ],
    examples: [
        Example("eval \"$(pushrecorder env)\"", "Let what this shell starts push to the recorder."),
        Example(
            "pushrecorder env --ready-file ready.json --shell github >> \"$GITHUB_ENV\"",
            "Let the next steps of a job push to a recorder that runs."
        ),
        Example("pushrecorder env --hosts | sudo tee -a /etc/hosts", "Lead the vendors' names to this machine."),
    ],
    exitStatuses: [.done, .failed, .usage]
) { settings in
    let lines = settings.printsHosts ? HostsFile.lines : try environmentLines(settings)
    try StandardOutput.write(lines.joined(separator: "\n") + "\n")
    return .done
}

private func environmentLines(_ settings: EnvironmentSettings) throws -> [String] {
    var (ingress, api, path) = (settings.proxy.address, ServerAddress?.none, settings.folder)
    if let file = settings.readyFile {
        let ready = try RunningRecorder(readyFile: file)
        (ingress, api, path) = (ready.ingress, ready.api, path ?? ready.authorityFolder)
    }
    let folder = try AuthorityFolder(path: path)
    if settings.readyFile != nil, try folder.read() == nil {
        throw AuthorityFolderError.missing(path: folder.keyPath)
    }
    // A recorder that starts at the same time may not have made it yet.
    _ = try folder.used()
    let environment = SenderEnvironment(ingress: ingress, api: api, trust: TrustFiles(folder: folder))
    return try environment.variables.map { try settings.shell.line($0) }
        + environment.hints.compactMap { settings.shell.comment($0) }
}
