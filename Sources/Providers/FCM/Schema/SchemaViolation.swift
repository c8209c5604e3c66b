import Bytes
import JSONText

/// One place where a request does not fit the definition, in the words of Google's parser.
struct SchemaViolation: Sendable {
    /// What does not fit.
    enum Kind: Sendable {
        /// The definition has no field of this name.
        case unknownField
        /// A value has a type that its field does not take.
        case wrongType(Field.Kind)
        /// An entry of a map, such as `data`, is no string.
        case entryNotString(map: StaticString)
        /// A list stands where one value belongs.
        case list
        /// A second field of a oneof is set.
        case secondOfOneof
    }

    /// What does not fit.
    let kind: Kind
    /// The key as spelled; empty for a value in a list and for the whole body.
    let key: Text
    /// The value in question.
    let value: JSONValue
    /// The path that the error names: original field names, `[n]` for the n-th element or map entry; nil at the root.
    let field: Text?
    /// The sentence of the error.
    let description: Text
}

/// The path to a value as Google's errors print it.
struct FieldPath {
    enum Step {
        case field(StaticString)
        case index(Int)
    }

    private var steps: [Step] = []

    mutating func push(_ step: Step) { steps.append(step) }
    mutating func pop() { steps.removeLast() }

    /// The path in print, nil at the root: `message.data[0].value`.
    var text: Text? {
        guard !steps.isEmpty else { return nil }
        var output: [UInt8] = []
        for step in steps {
            switch step {
            case .field(let name):
                if !output.isEmpty { output.append(UInt8(ascii: ".")) }
                output.append(name)
            case .index(let index):
                output.append(UInt8(ascii: "["))
                output.appendDecimal(index)
                output.append(UInt8(ascii: "]"))
            }
        }
        return Text(repairing: output)
    }
}
