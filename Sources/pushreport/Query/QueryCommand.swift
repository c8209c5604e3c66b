import CommandLineTool

/// `pushreport query`: logs and a filter in, the pushes that match out.
let queryCommand = Command(
    "query",
    summary: "Find pushes in capture logs",
    discussion: [
        """
        Reads any number of capture logs, merges them by time, and writes the pushes that match a filter. Without a \
        filter that is every push.
        """,
        """
        A filter is words and field:value terms side by side, all of which must hold: 'kind:silent target:4f2a', \
        'shown:ios title:"Order shipped"', 'status:4xx or finding:error', 'not app:com.example', 'json:/aps/badge=3'. A \
        value is looked for inside the field, case aside; after = it is the whole of it. Fields: kind, displays, shown, \
        verdict.ios, verdict.android, verdict.web, provider, status, attempt, refused, app, environment, target, target_kind, \
        source, push_type, priority, collapse, title, body, data_key, data.KEY, finding, mark, header.NAME, id, after, before, \
        json:/POINTER; of MongoosePush also pool, service, mode and outgoing.path, outgoing.header.NAME and \
        outgoing.json:/POINTER, which ask about what it would have sent; scripted, when --answers decided the answer.
        """,
        """
        When nothing matches, standard error tells what came closest and which terms held.
        """,
    ],
    settings: QuerySettings(),
    operands: Operands(
        "LOG", last: "FILTER", minimum: 1, \.words,
        help: """
            Logs: files, folders, patterns such as 'logs/*.ndjson', or - for standard input; .gz too, and HTML reports. \
            \(LogArguments.rule)
            """
    ),
    options: [
        .value("where", "FILTER", in: "Selection", \.filter, help: "The filter. All words are logs then."),
        .value(
            "sort", "FIELD", in: "Selection", \.order,
            help: "The order of the matches: time or any field, with - in front of it the other way round."
        ),
        .value("limit", "COUNT", short: "n", in: "Selection", \.limit, help: "How many matches are written at most."),
        .value(
            "format", "FORMAT", short: "f", in: "Output", \.format,
            help: """
                How the matches are written. A table fits the terminal, or the variable COLUMNS; into a pipe it is as \
                wide as its text. ndjson is one JSON object a line, as in the JSON report; json is the JSON report of \
                the matches alone; count is their number, whatever the limit; ids are their identifiers. payload is the \
                body as it was posted, byte for byte; after each of several comes a line feed, and on a terminal what \
                is invisible is shown.
                """
        )
        .ownVariable(of: "query"),
        .value(
            "fields", "FIELDS", in: "Output", \.columns,
            help: """
                The columns of the table, separated by commas: time and any field. Without this option they are \
                \(TableColumns.usual.argumentText).
                """
        ),
        .flag(
            "lenient", in: "Output", \.isLenient,
            help: "End with status 0 where damage in a log would make it 3. The damage is told all the same."
        ),
    ],
    examples: [
        Example("pushreport query captures.ndjson 'displays:yes target:4f2a'", "What a device got to see."),
        Example("pushreport query logs/ 'title:\"Order shipped\"' --format payload", "The body that was posted."),
        Example("pushreport query captures.ndjson --where=-app:com.example --format count", "How many went elsewhere."),
        Example(
            "pushreport query captures.ndjson finding:error --format ndjson | jq -r '.findings[].code'",
            "What is wrong, for another program."
        ),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .degraded, .nothingCaptured, .usage],
    runAsync: { settings in try await Query(settings).run() }
)
