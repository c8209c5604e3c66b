import Bytes
import CaptureLog
import CommandLineTool

/// What is to be hidden, typed as `targets`, `payloads` or both with a comma between them.
struct HiddenParts: ArgumentValue {
    let parts: Hidden

    init(argument: String) throws(ValueError) {
        var parts: Hidden = []
        for word in argument.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let known = Hidden.names.first(where: { $0.name.bytes.elementsEqual(word) }) else {
                throw ValueError(expected: "targets, payloads, or both as in targets,payloads")
            }
            parts.insert(known.part)
        }
        self.parts = parts
    }

    var argumentText: String {
        Hidden.names.filter { parts.contains($0.part) }.map(\.name.description).joined(separator: ",")
    }
}

extension [HiddenParts] {
    /// All parts of all arguments.
    var union: Hidden { reduce(into: []) { $0.formUnion($1.parts) } }
}
