import CommandLineTool

/// `pushreport check`: logs and expectations in, whether they hold out.
let checkCommand = Command(
    "check",
    summary: "Check capture logs against what was to be pushed",
    discussion: [
        """
        Checks how many pushes match a filter, or all the expectations of a file. An expectation that does not hold is \
        told with the captures that came closest: which terms of the filter held, which did not, and what stood there \
        instead. The language of filters is that of query; 'pushreport query --help' tells it.
        """,
        """
        With --follow, --within or --settle the log is one that a recorder still writes. The answer comes as soon as \
        nothing can change it: when enough pushes came for a lower bound, or one too many for an upper one. An answer \
        that a further push could change, such as exactly one or none, is waited for until --within is over, or until \
        it has stood for --settle.
        """,
    ],
    settings: CheckSettings(),
    operands: Operands(
        "LOG", last: "FILTER", minimum: 1, \.words,
        help: """
            Logs: files, folders, patterns such as 'logs/*.ndjson', or - for standard input; .gz too, and \
            HTML reports. Logs that are followed are files, and may still be missing. \(LogArguments.rule)
            """
    ),
    options: [
        .value("where", "FILTER", in: "Expectation", \.filter, help: "The filter. All words are logs then."),
        .value("count", "N", in: "Expectation", \.count, help: "Exactly N pushes match."),
        .value(
            "at-least", "N", in: "Expectation", \.atLeast,
            help: "N pushes match, or more. Without any of the four the number is at least 1."
        ),
        .value("at-most", "N", in: "Expectation", \.atMost, help: "N pushes match, or fewer."),
        .flag("none", in: "Expectation", \.isNone, help: "No push matches."),
        .value(
            "name", "TEXT", in: "Expectation", \.name,
            help: "What results call the expectation. Without it, that is the filter."
        ),
        .value(
            "expect", "FILE", completion: .file, in: "Expectation", \.expectations,
            help: "A JSON file of expectations, in place of filter and number; --init writes one to begin with."
        ),
        .flag(
            "init", in: "Expectation", \.makesExpectations,
            help: "Write a file of expectations that the logs hold to on standard output, to be edited and kept."
        ),
        .value(
            "baseline", "FILE", completion: .file, in: "Baseline", \.baseline,
            help: """
                The logs hold what this log holds: what 'pushreport diff --accept' wrote, or any other. The result is \
                that of 'pushreport diff FILE LOG'.
                """
        ),
        .value(
            "rules", "FILE", completion: .file, in: "Baseline", \.rules,
            help: "A JSON file of rules for the comparison; see diff."
        ),
        .value(
            "fail-on", "WHAT", in: "Baseline", \.failOn,
            help: "Which differences from the baseline make the status 1; see diff."
        ),
        .flag("follow", in: "Waiting", \.follows, help: "Wait for a log that is still growing, for 5s."),
        .value(
            "within", "TIME", in: "Waiting", \.within,
            help: "Wait so long at most, as in 5s or 1m30s. This implies --follow."
        ),
        .value(
            "settle", "TIME", in: "Waiting", \.settle,
            help: """
                How long an answer has to stand that a further match could change. Use it with --none and --count, as \
                a check that comes too early proves nothing. This implies --follow.
                """
        ),
        .value("format", "FORMAT", short: "f", in: "Output", \.format, help: "How standard output tells the result.")
            .ownVariable(of: "check"),
        .value(
            "junit", "FILE", completion: .file, in: "Output", \.junit,
            help: """
                Write the result as JUnit XML too: one test case for each expectation. - is standard output, and the text \
                goes to standard error then.
                """
        ),
        .flag(
            "github", in: "Output", \.annotatesGitHub,
            help: "Write error annotations for GitHub Actions on standard error too, at most 10."
        ),
        .flag(
            "lenient", in: "Output", \.isLenient,
            help: "End with status 0 where damage in a log would make it 3. The damage is told all the same."
        ),
    ],
    examples: [
        Example(
            "pushreport check captures.ndjson 'target:4f2a displays:yes title:\"Order shipped\"' --count 1",
            "Exactly one notification went to this device, and it displays."
        ),
        Example(
            "pushreport check captures.ndjson target:4f2a --at-least 1 --within 5s",
            "Wait until one comes, five seconds at most."
        ),
        Example(
            "pushreport check captures.ndjson app:com.example --none --settle 2s",
            "Nothing goes to this app, and two seconds later still nothing."
        ),
        Example(
            "pushreport check captures.ndjson --baseline baseline.ndjson --fail-on regression",
            "Nothing that showed in the accepted run is lost."
        ),
        Example("pushreport check --init captures.ndjson > expectations.json", "Begin a file of expectations."),
        Example(
            "pushreport check captures.ndjson --expect expectations.json --junit push.xml --github",
            "Check all of them and tell a CI service."
        ),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .degraded, .nothingCaptured, .usage],
    runAsync: { settings in try await Check(settings).run() }
)
