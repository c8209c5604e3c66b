import CommandLineTool

@main
struct Main {
    static func main() {
        Program(
            Command(
                "pushreport",
                summary: "Turn recorded pushes into a report",
                discussion: [
                    """
                    Reads the capture logs that pushrecorder writes. It opens no socket and fetches nothing: what a \
                    push means is worked out from the log alone.
                    """
                ],
                subcommands: [renderCommand],
                examples: [Example("pushreport render captures.ndjson", "Write report.html.")]
            )
        ).main()
    }
}
