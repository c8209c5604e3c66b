import CommandLineTool
import Comparison
import Report

/// `pushreport diff`: two runs in, what is different out.
let diffCommand = Command(
    "diff",
    summary: "Compare two runs: what was added, removed and changed, regressions first",
    discussion: [
        """
        Finds each push of BASE again in HEAD by what it is and not by when it came: by test step, provider, app, \
        target, collapse key and push type, then by what it says. Identifiers, times, device tokens and order are \
        others in every run and no difference; --show-rules tells what else is none, and the result tells how often.
        """,
        """
        Regressions come first: a push that showed and no longer shows, a verdict that got worse on one platform, a new \
        error, another kind of target. Then changed text, delivery, payload and header fields. The same change of many \
        pushes is told once, with their number.
        """,
    ],
    settings: DiffSettings(),
    operands: Operands(
        "BASE HEAD", minimum: 0, \.words,
        help: """
            The run that counts as known, and the run that is compared with it: each a log, a folder of logs, a \
            pattern, or - for standard input; .gz too.
            """
    ),
    options: [
        .values(
            "output", "FILE", short: "o", in: "Output", \.outputs,
            help: """
                Where to write. The form follows from .txt, .html, .md, .json or .xml (JUnit), or is named as in \
                html=FILE; - is standard output. Without this option text goes to standard output.
                """
        )
        .ownVariable(of: "diff"),
        .value(
            "format", "FORMAT", short: "f", in: "Output", \.format,
            help: "The form on standard output, where --output is not given."
        )
        .ownVariable(of: "diff"),
        .value(
            "fail-on", "WHAT", in: "Output", \.failOn,
            help: """
                Which differences make the status 1: regression, change (any push that was added, removed or changed), \
                any (another order of pushes or keys too), or none.
                """
        ),
        .value("title", "TEXT", in: "Output", \.title, help: "The heading."),
        .value(
            "css", "WHERE", in: "Output", \.css,
            help: "Where the style sheet goes: inline into the page, or linked as files of their own beside it."
        ),
        .value(
            "templates", "FOLDER", completion: .folder, in: "Output", \.templates,
            help: "A folder whose files replace the templates of the same names. All of them must keep escaping on."
        ),
        .value(
            "max-cards", "COUNT", in: "Output", \.maximumCards,
            help: "How many differences of the page are drawn as cards besides the table of what is different."
        ),
        .value(
            "budget", "BYTES", in: "Output", \.markdownBudget.markdownBudget,
            help: """
                The size of the Markdown, cut at a difference. The default fits a GitHub job summary; 65000 fits a \
                comment.
                """
        ),
        .flag(
            "lenient", in: "Output", \.isLenient,
            help:
                "End with status 0 where damage in a log would make it 3, and accept what is whole. It is told all the same."
        ),
        .flag(
            "accept", in: "Baseline", \.accepts,
            help: """
                Make HEAD the new baseline: write its pushes and marks to the file BASE, which must be missing or a \
                baseline. If nothing is different the file stays as it is. Check it in, and compare with it by \
                'pushreport check --baseline'.
                """
        ),
        .flag(
            "show-rules", in: "Rules", \.showsRules,
            help: "Print the rules that hold with the other options, as a file for --rules, and exit."
        ),
        .value(
            "rules", "FILE", completion: .file, in: "Rules", \.rules.file,
            help: """
                A JSON file of rules: key, exact, ignore, ignore_headers, map_targets, placeholders, exact_targets, timing; \
                --show-rules prints one. Options come on top of it.
                """
        ),
        .values(
            "key", "FIELDS", in: "Rules", \.rules.key,
            help: "The fields by which pushes are found again, as in mark,target,data.order; see query for their names."
        ),
        .values(
            "ignore", "POINTER", in: "Rules", \.rules.ignored,
            help: "A place of the body that is not compared, as in /aps/badge; * stands for any key or position."
        ),
        .values(
            "ignore-header", "NAME", in: "Rules", \.rules.ignoredHeaders,
            help: "A header field that is not compared, besides those that --show-rules lists."
        ),
        .values(
            "map-target", "OLD=NEW", in: "Rules", \.rules.targets,
            help: "A target of BASE that HEAD calls by another name."
        ),
        .flag(
            "exact-targets", in: "Rules", \.rules.hasExactTargets,
            help: """
                Never take a device token that only HEAD has for one that only BASE has. Without this option tokens are \
                matched by what was sent to them.
                """
        ),
        .flag(
            "exact", in: "Rules", \.rules.isExact,
            help: "Compare values as they were sent: no placeholders, all header fields, exact targets."
        ),
        .value(
            "timing", "TIME", in: "Rules", \.rules.timing,
            help: "Tell pushes that came so much earlier or later, counted from the first push of their run."
        ),
    ],
    examples: [
        Example("pushreport diff before.ndjson after.ndjson", "What is different, for a person at a terminal."),
        Example(
            "pushreport diff before.ndjson after.ndjson -o diff.html -o diff.md -o diff.xml --fail-on regression",
            "For CI: a page, a summary, test results; only regressions fail the job."
        ),
        Example(
            "pushreport diff before.ndjson after.ndjson --ignore /aps/badge --map-target news=news-v2",
            "Leave out the badge, and follow a topic to its new name."
        ),
        Example("pushreport diff --accept baseline.ndjson captures.ndjson", "What was captured is right from now on."),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .degraded, .nothingCaptured, .usage],
    runAsync: { settings in try await Diff(settings).run() }
)
