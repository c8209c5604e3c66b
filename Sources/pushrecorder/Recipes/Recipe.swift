import Bytes
import CRecipeFiles

/// How one client is made to send to a recorder: a file of `Recipes/`.
///
/// Shape: Markdown. The first line is `# ` and the client; code stands in fences, a command line is indented; a paragraph
/// begins with `Run with: ` or `Not run: `.
struct Recipe {
    /// The name of the file without its ending.
    let name: Text
    /// The file as it is.
    let text: [UInt8]

    /// All of them, by name.
    static let all: [Recipe] = (0..<recipe_file_count()).map { position in
        let file = unsafe recipe_file_at(position)
        return unsafe Recipe(
            name: Text(String(cString: file.name)),
            text: Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
        )
    }

    /// The client in a few words.
    var title: Text {
        Text(repairing: text.drop { $0 == UInt8(ascii: "#") || $0 == 0x20 }.prefix { $0 != 0x0A })
    }

    /// The client with its version if the tests run it, else why they do not.
    var standing: Text {
        let paragraph = text.split(separator: 0x0A).last { line in
            ASCII.hasPrefix(line, "Run with: ") || ASCII.hasPrefix(line, "Not run: ")
        }
        return Text(repairing: paragraph ?? [])
    }

    /// True when the tests run it with the real client.
    var isRun: Bool { ASCII.hasPrefix(standing.bytes[...], "Run with: ") }
}
