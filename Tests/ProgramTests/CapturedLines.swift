import Bytes
import JSONText
import TestSupport

/// The lines of a log as JSON, without the readers under test.
struct CapturedLines {
    /// The values of all whole lines.
    let all: [JSONValue]

    init(of path: String) throws {
        let bytes = try TemporaryFolder.contents(of: path)
        all = try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONText(parsing: Array($0)).root }
    }

    /// The lines of one kind.
    func of(kind: StaticString) -> [JSONValue] {
        all.filter { $0.last("kind")?.text.map { $0 == kind } == true }
    }

    /// The recorded requests to providers.
    var pushes: [JSONValue] { of(kind: "push") }
}

extension JSONValue {
    /// The text at a path of keys.
    func text(_ path: StaticString...) -> Text? {
        var value: JSONValue? = self
        for key in path { value = value?.last(key) }
        return value?.text
    }

    /// The integer at a path of keys.
    func integer(_ path: StaticString...) -> Int64? {
        var value: JSONValue? = self
        for key in path { value = value?.last(key) }
        return value?.integer
    }
}
