import Bytes
import CommandLineTool

/// What the command line of `pushrecorder recipe` sets.
struct RecipeSettings: Sendable {
    var names: [String] = []
}

/// `pushrecorder recipe`: how a client is made to send to a recorder.
let recipeCommand = Command(
    "recipe",
    summary: "Show how a client library is made to send to the recorder",
    discussion: [
        """
        Without a name it lists the clients. Each recipe has the command line or the code, what is then recorded, what the \
        client is wired by, and what to mind; those that are marked as run are run by the tests of this program with the \
        client in the version that they name.
        """
    ],
    settings: RecipeSettings(),
    operands: Operands("NAME", minimum: 0, \.names, help: "The client, as the list names it."),
    options: [],
    examples: [
        Example("pushrecorder recipe", "List the clients."),
        Example("pushrecorder recipe aioapns", "Show how aioapns is made to send to the recorder."),
    ],
    exitStatuses: [.done, .failed, .usage]
) { settings in
    guard !settings.names.isEmpty else {
        try StandardOutput.write(recipeList)
        return .done
    }
    var output: [UInt8] = []
    for name in settings.names {
        guard let recipe = Recipe.all.first(where: { $0.name == Text(name) }) else {
            throw noRecipe(name)
        }
        if !output.isEmpty { output.append(0x0A) }
        output.append(contentsOf: recipe.text)
    }
    try StandardOutput.write(output)
    return .done
}

private func noRecipe(_ name: String) -> UsageError {
    let near = Recipe.all.map(\.name).near(Text(name).bytes[...])
    let hint = near.isEmpty ? "'pushrecorder recipe' lists them" : "did you mean '\(near[0])'?"
    return .refused("there is no recipe '\(name)'; \(hint)")
}

private var recipeList: [UInt8] {
    let rows: [[Text]] = Recipe.all.map { [$0.name, $0.title, $0.isRun ? "run" : "not run"] }
    var table = TextTable([
        TextTable.Column("NAME", mayShrink: false), TextTable.Column("CLIENT"),
        TextTable.Column("TESTED", mayShrink: false),
    ])
    for row in rows { table.measure(row) }
    if let width = StandardOutput.columns { table.shrink(to: width) }
    return table.headingLine + rows.flatMap(table.line)
}
