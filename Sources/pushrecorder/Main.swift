import CommandLineTool
import Glibc

@main
struct Main {
    static func main() {
        Program(
            Command(
                "pushrecorder",
                summary: "Stand in for FCM, APNs and MongoosePush, and record the pushes that are sent",
                discussion: [
                    """
                    Point a backend at it instead of fcm.googleapis.com, api.push.apple.com or a MongoosePush gateway. It answers as the vendor \
                    would answer the request by itself, and appends one line of JSON to a capture log before each \
                    answer. It calls nobody and delivers nothing. Turn the log into a report with pushreport.
                    """,
                    """
                    It listens on the loopback interface and takes HTTP/1.1, HTTP/2 and TLS on one port. Authorization \
                    headers, cookies and keys never reach the log: a digest of each stands there. Stop it with \
                    SIGTERM or Ctrl-C: what is under way is answered and recorded first.
                    """,
                ],
                settings: RecorderSettings(),
                operands: Operands(
                    "COMMAND", minimum: 0, followSeparator: true, \.command,
                    help: """
                        A program and its arguments, after --. It is run while pushes are recorded, with the addresses \
                        in PUSHRECORDER_INGRESS and PUSHRECORDER_API as URLs; its exit status is then the recorder's, \
                        and what the recorder has to say goes to standard error.
                        """
                ),
                options: recorderOptions,
                examples: [
                    Example("pushrecorder", "Record to captures.ndjson on port 8822 of this machine."),
                    Example(
                        "pushrecorder --log run.ndjson --ingress 127.0.0.1:0 --ready-file ready.json --quiet &",
                        "Start it in a script, on a free port that ready.json names."
                    ),
                    Example(
                        "pushrecorder --log run.ndjson -- npm test",
                        "Record while the tests run, and end with their status."
                    ),
                    Example(
                        "pushrecorder --tls auto --log run.ndjson -- npm test",
                        "Record what the tests push to the vendors' own addresses."
                    ),
                    Example(
                        "pushrecorder --tls-cert cert.pem --tls-key key.pem",
                        "Take TLS too, for clients that insist on https."
                    ),
                ],
                exitStatuses: [.done, .failed, .degraded, .usage],
                subcommands: [markCommand, recipeCommand, authorityCommand, environmentCommand, doctorCommand]
            ) { settings in
                if settings.command.isEmpty { return try Recording(settings).run() }
                exit(try CommandRecording(settings).run())
            }
        ).main()
    }
}
