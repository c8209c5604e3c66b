import CommandLineTool
import Report

/// `pushreport render`: logs in, reports out.
let renderCommand = Command(
    "render",
    summary: "Make a report of capture logs, as HTML, Markdown and JSON",
    discussion: [
        """
        Reads any number of capture logs, merges them by time, and writes a report: for each push what a phone would \
        have shown on its lock screen, why, what is wrong with it, and the payload as it was posted. The HTML page is \
        one file that is complete without its script and needs no network.
        """,
        """
        Each file that was written is named on standard error with its size, and standard output stays free for -o -. \
        A damaged log gives a report of what is whole, which says what is missing, and status 3.
        """,
    ],
    settings: RenderSettings(),
    operands: Operands(
        "LOG", minimum: 1, \.logs,
        help: """
            A capture log, a folder of them, a pattern such as 'logs/*.ndjson', or - for standard input; .gz too. An HTML \
            report is read as the log that it carries.
            """
    ),
    options: [
        .values(
            "output", "FILE", short: "o", in: "Output", \.outputs,
            help: """
                Where to write. The format follows from .html, .md or .json, or is named as in html=FILE; - is \
                standard output. Without this option the report is report.html.
                """
        )
        .ownVariable(of: "render"),
        .value(
            "only", "FILTER", in: "Selection", \.filter,
            help: "Report the pushes that match the filter and leave out the rest, which the report says; see query."
        ),
        .values(
            "redact", "PARTS", in: "Selection", \.hidden,
            help: """
                What to hide in the report and in the log that it carries: targets puts names in the place of device \
                tokens, the same name for the same token in every report; payloads hides the values in payloads and \
                keeps keys, types and lengths. Verdicts and findings stay, and so do the title, the build and the \
                notes, which are your own words. Both as targets,payloads.
                """
        ),
        .value("title", "TEXT", in: "Output", \.report.title, help: "The heading of the report."),
        .value(
            "build", "NAME", in: "Output", \.report.build,
            help: "The build that was tested: a name, a version, a commit. It stands under the heading."
        ),
        .value(
            "notes", "FILE", completion: .file, in: "Output", \.notes,
            help: """
                A reviewer's notes in Markdown, put in front of the pushes. At most \(Notes.maximumBytes) bytes; raw \
                HTML is shown as text, images are left out, and links lead to http, https and mailto only.
                """
        ),
        .flag(
            "github", in: "Output", \.reportsToGitHub,
            help: """
                Append the Markdown to the summary of a GitHub job's step, within \(GitHubStep.maximumSummaryBytes) \
                bytes, and set the step's outputs: pushes, \
                \(PushVerdict.allCases.map(\.rawValue).joined(separator: ", ")), errors, warnings, complete.
                """
        ),
        .value(
            "css", "WHERE", in: "Output", \.report.css,
            help: """
                Where the style sheet goes: inline into the page, or linked as a file of its own beside it, for hosts \
                that forbid inline styles; the page is without its script then.
                """
        ),
        .value(
            "templates", "FOLDER", completion: .folder, in: "Output", \.report.templates,
            help: """
                A folder whose files replace the templates of the same names. All of them must keep escaping on; a \
                script of your own is allowed by its hash.
                """
        ),
        .flag(
            "no-log", in: "Output", \.leavesLogOut,
            help: "Leave the log out of the HTML page. With it, pushreport reads the page wherever it reads a log."
        ),
        .flag(
            "no-script", in: "Output", \.leavesScriptOut,
            help: """
                Leave the script out of the HTML page. All it adds is a search box, keys, and buttons that copy a \
                payload, a target or a curl command.
                """
        ),
        .flag(
            "open", in: "Output", \.opens,
            help: "Open the HTML report in a browser. Ignored where the variable CI is set or nobody is at a terminal."
        ),
        .value(
            "max-cards", "COUNT", in: "Limits", \.report.maximumCards,
            help: """
                How many pushes get a full card on a page. Above it those with errors come first, then those with \
                warnings, with notes, and the rest; what is left over becomes rows, which name the worst finding, and the \
                status is 3.
                """
        ),
        .value(
            "split", "COUNT", in: "Limits", \.split,
            help: """
                Write the HTML report as several pages of so many pushes, each with a full card, and an index that \
                leads into them and carries the log. The output is the index, and the pages stand beside it: index-1.html, \
                index-2.html and so on. Without --output the index is report/index.html.
                """
        ),
        .value(
            "budget", "BYTES", in: "Limits", \.report.markdownBudget.markdownBudget,
            help: """
                The size of the Markdown, cut at a push, which it says; the status stays. The default fits a GitHub \
                job summary; 65000 fits a comment.
                """
        ),
        .flag(
            "lenient", in: "Limits", \.isLenient,
            help: "End with status 0 where it would be 3. The report says what is missing all the same."
        ),
    ],
    examples: [
        Example("pushreport render captures.ndjson", "Write report.html."),
        Example(
            "pushreport render logs/ -o report.html -o report.md -o report.json",
            "Merge all logs of a folder and write all three forms."
        ),
        Example(
            "pushreport render captures.ndjson --build \"$GITHUB_SHA\" --github",
            "Write report.html, and the Markdown into the summary of a GitHub job."
        ),
    ],
    exitStatuses: [.done, .answerIsNo, .failed, .degraded, .nothingCaptured, .usage],
    runAsync: { settings in try await Render(settings).run() }
)
