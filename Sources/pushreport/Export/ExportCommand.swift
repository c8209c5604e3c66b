import CommandLineTool

/// `pushreport export`: logs and a filter in, the pushes in another program's form out.
let exportCommand = Command(
    "export",
    summary: "Hand captured pushes to other programs",
    discussion: [
        """
        Writes the pushes that match a filter, or all of them, in a form that other programs take. apns: a folder of .apns \
        files, named after the pushes, that can be dropped on the iOS simulator or given to xcrun simctl push; each \
        payload is as it was posted, or of MongoosePush as it goes on to Apple, with the app as Simulator Target Bundle in \
        front. curl: a shell script with a curl command for each push that sends the request again, to the address in the \
        variable PUSH_URL. har: an HTTP archive (HAR 1.2). cloudevents: CloudEvents 1.0, one JSON object a line. ndjson: a capture log again.
        """,
        """
        The language of filters is that of query; 'pushreport query --help' tells it. Secrets that the recorder took out \
        are in no form.
        """,
    ],
    settings: ExportSettings(),
    operands: Operands(
        "LOG", last: "FILTER", minimum: 1, \.words,
        help: """
            Logs: files, folders, patterns such as 'logs/*.ndjson', or - for standard input; .gz too, and HTML reports. \
            \(LogArguments.rule)
            """
    ),
    options: [
        .value("as", "FORMAT", in: "Output", \.format, help: "The form. It must be named."),
        .value(
            "output", "FILE", short: "o", completion: .file, in: "Output", \.output,
            help: """
                Where to write: a folder for apns, made if it is not there; a file for the others, or - for standard \
                output, which is where they go without this option. What is there already is replaced only if it was \
                made by export.
                """
        )
        .ownVariable(of: "export"),
        .value("where", "FILTER", in: "Selection", \.filter, help: "The filter. All words are logs then."),
        .values(
            "redact", "PARTS", in: "Selection", \.hidden,
            help: "What to hide: targets, payloads, or both as targets,payloads; see render."
        ),
        .flag(
            "lenient", in: "Output", \.isLenient,
            help: "End with status 0 where it would be 3. What is wrong is told all the same."
        ),
    ],
    examples: [
        Example(
            "pushreport export captures.ndjson 'shown:ios' --as apns -o simulator",
            "What iOS shows, as files for the simulator."
        ),
        Example(
            "pushreport export captures.ndjson finding:error --as curl -o again.sh",
            "A script that sends again what had errors."
        ),
        Example("pushreport export report.html --as ndjson", "The log that a report carries."),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .degraded, .nothingCaptured, .usage],
    runAsync: { settings in try await Export(settings).run() }
)
