import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// A file of `Recipes/`, taken apart as a reader would.
struct WrittenRecipe: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    /// Every file, by name.
    static let all: [WrittenRecipe] = {
        let folder = "\(Places.package)/Recipes"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let recipes = names.compactMap { name -> WrittenRecipe? in
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
                return nil
            }
            return WrittenRecipe(name: String(name.dropLast(3)), text: text)
        }
        return recipes.sorted { $0.name < $1.name }
    }()

    /// Those that say that they are run here.
    static let run = all.filter { $0.text.contains("\nRun with: ") }

    /// The command lines, which are indented.
    var commands: [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("    pushrecorder") }.map {
            String($0.dropFirst(4))
        }
    }

    /// The program in Python, and the name of the file that the command line runs.
    var program: (name: String, text: String)? {
        let parts = text.components(separatedBy: "```")
        guard parts.count >= 3, parts[1].hasPrefix("python\n"),
            let name = commands.first?.firstMatch(of: /python3 ([a-z_]+\.py)/)
        else { return nil }
        return (String(name.1), String(parts[1].dropFirst("python\n".count)))
    }
}

/// Recipes: that they are whole, and that they work as they are written, with the clients themselves.
@Suite struct RecipeTests {
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    @Test func `the program lists every recipe and shows each as it is written`() async throws {
        let list = try await RunningProgram.run(Places.program("pushrecorder"), ["recipe"])
        #expect(list.status == 0, "\(list.errorText)")
        let names = list.outputText.split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: " ").first
        }
        #expect(names.map(String.init) == WrittenRecipe.all.map(\.name))
        #expect(list.outputText.components(separatedBy: " run\n").count - 1 > WrittenRecipe.run.count)
        for recipe in WrittenRecipe.all {
            let shown = try await RunningProgram.run(
                Places.program("pushrecorder"), ["recipe", recipe.name])
            #expect(shown.outputText == recipe.text)
        }
    }

    @Test func `a misspelled name gets a suggestion`() async throws {
        let result = try await RunningProgram.run(Places.program("pushrecorder"), ["recipe", "aioapn"])
        #expect(result.status == 64)
        #expect(result.errorText.contains("there is no recipe 'aioapn'; did you mean 'aioapns'?"))
    }

    @Test(arguments: WrittenRecipe.all)
    func `a recipe says what a reader asks`(recipe: WrittenRecipe) throws {
        #expect(recipe.text.hasPrefix("# "))
        for word in ["\nRecorded: ", "\nWired by: ", "\nMind: "] { #expect(recipe.text.contains(word)) }
        let isRun = recipe.text.contains("\nRun with: ")
        #expect(isRun != recipe.text.contains("\nNot run: "))
        #expect(!isRun || !recipe.commands.isEmpty)
        let readme = try String(contentsOfFile: "\(Places.package)/README.md", encoding: .utf8)
        #expect(readme.contains("`\(recipe.name)`"))
    }

    @Test(arguments: WrittenRecipe.run)
    func `a recipe works as it is written`(recipe: WrittenRecipe) async throws {
        let folder = try TemporaryFolder()
        try await SenderKeys.make(in: folder)
        try folder.write(Array(#"{"aps":{"alert":"Order shipped"}}"#.utf8), to: "push.json")
        if let program = recipe.program { try folder.write(Array(program.text.utf8), to: program.name) }
        let binaries = URL(fileURLWithPath: Places.program("pushrecorder")).deletingLastPathComponent()
            .path
        let scripts = URL(fileURLWithPath: Places.python).deletingLastPathComponent().path
        for command in recipe.commands {
            let words = command.dropFirst("pushrecorder".count)
            let result = try await RunningProgram.run(
                "sh",
                [
                    "-c",
                    "pushrecorder --quiet --log run.ndjson --ingress 127.0.0.1:0 --no-api --request-timeout 30s\(words)",
                ],
                environment: [
                    "PATH": "\(binaries):\(scripts):/usr/local/bin:/usr/bin:/bin",
                    "HOME": folder.file("home"),
                    "XDG_STATE_HOME": folder.file("state"), "NO_PROXY": "", "no_proxy": "",
                    "SSL_CERT_FILE": "",
                ],
                folder: folder.file("")
            )
            #expect(result.status == 0, "\(command)\n\(result.outputText)\(result.errorText)")
            try check(recipe, said: result.outputText, log: folder.file("run.ndjson"))
            try FileManager.default.removeItem(atPath: folder.file("run.ndjson"))
        }
    }

    /// Recipes whose client tells the identifier that its answer has.
    private static let telling: Set<String> = [
        "firebase-admin-python", "pyfcm", "async-firebase", "aioapns", "kalyke",
    ]
    /// Recipes that send no push.
    private static let pushless: Set<String> = ["google-auth"]

    /// One push came whole, was answered, and is the one that the client says it sent.
    private func check(_ recipe: WrittenRecipe, said: String, log: String) throws {
        let lines = try CapturedLines(of: log)
        if Self.pushless.contains(recipe.name) {
            #expect(lines.pushes.isEmpty)
            #expect(said.contains("pushrecorder-no-real-token-"))
            return
        }
        #expect(lines.pushes.count == 1)
        let push = try #require(lines.pushes.first)
        #expect(push.integer("response", "status") == 200)
        #expect(push.text("request", "body", "text")?.description.contains("Order shipped") == true)
        guard Self.telling.contains(recipe.name) else { return }
        let answer = (try? JSONText(parsing: push.text("response", "body", "text")?.bytes ?? []))?.root
        let headers = push.last("response")?.last("headers").map { Array($0.elements) } ?? []
        let identifier = headers.map { Array($0.elements).map { $0.text?.description ?? "" } }.first {
            $0[0] == "apns-id"
        }
        let name = try #require(answer?.last("name")?.text?.description ?? identifier?[1])
        #expect(said.contains(name))
    }
}

/// Keys that nobody has, for clients that sign with one.
enum SenderKeys {
    /// Writes `key.json` and `AuthKey.p8`.
    static func make(in folder: TemporaryFolder) async throws {
        let script = "\(Places.package)/Tests/ProgramTests/Fixtures/make_keys.py"
        let result = try await RunningProgram.run(Places.python, [script], folder: folder.file(""))
        try #require(result.status == 0, "\(result.errorText); scripts/test makes the environment")
    }
}
