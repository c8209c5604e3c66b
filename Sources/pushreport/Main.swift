import CommandLineTool

@main
struct Main {
    static func main() {
        StandardOutput.failWhereMissing()
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
                subcommands: [renderCommand, diffCommand, queryCommand, checkCommand, exportCommand],
                examples: [
                    Example("pushreport render captures.ndjson", "Write report.html."),
                    Example("pushreport diff before.ndjson after.ndjson", "Compare two runs."),
                    Example("pushreport query captures.ndjson kind:silent", "List the silent pushes."),
                    Example(
                        "pushreport check captures.ndjson 'target:4f2a displays:yes' --count 1",
                        "One notification went to this device."
                    ),
                ]
            )
        ).main()
    }
}
