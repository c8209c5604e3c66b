import Bytes

/// The grammar of topic names and of conditions over them.
///
/// Source: https://firebase.google.com/docs/cloud-messaging/topic-messaging
enum TopicSyntax {
    /// How many bytes a topic name may have.
    static let maximumNameBytes = 900
    /// How many topics a condition may name.
    static let maximumTopics = 5
    /// How deep parentheses and negations may nest; Google names no number, and five topics need fewer.
    static let maximumNesting = 64

    /// True for a topic name: letters, digits and `-_.~%`, without `/topics/` in front.
    static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        (1...maximumNameBytes).contains(bytes.count) && bytes.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"): true
        default: false
        }
    }

    /// True for a condition: `'name' in topics` joined by `&&` and `||`, negated by `!`, grouped by parentheses.
    static func isCondition(_ text: Text) -> Bool {
        var parser = ConditionParser(rest: text.bytes[...])
        return parser.parseExpression(nesting: 0) && parser.isAtEnd && parser.topics <= maximumTopics
    }
}

/// Walks a condition from left to right; whether it is one is all that is asked.
private struct ConditionParser {
    var rest: ArraySlice<UInt8>
    var topics = 0

    var isAtEnd: Bool { ASCII.trimmed(rest).isEmpty }

    mutating func parseExpression(nesting: Int) -> Bool {
        guard nesting <= TopicSyntax.maximumNesting else { return false }
        repeat {
            guard parseTerm(nesting: nesting) else { return false }
        } while take("&&") || take("||")
        return true
    }

    private mutating func parseTerm(nesting: Int) -> Bool {
        var negations = 0
        while take("!") {
            negations += 1
            guard negations <= TopicSyntax.maximumNesting else { return false }
        }
        if take("(") { return parseExpression(nesting: nesting + 1) && take(")") }
        return parseTopic()
    }

    private mutating func parseTopic() -> Bool {
        guard take("'") else { return false }
        let name = rest.prefix { $0 != UInt8(ascii: "'") }
        rest = rest[name.endIndex...]
        guard TopicSyntax.isName(name), take("'"), take("in"), take("topics") else { return false }
        topics += 1
        return true
    }

    private mutating func take(_ literal: StaticString) -> Bool {
        while let first = rest.first, ASCII.isSpace(first) { rest.removeFirst() }
        guard ASCII.hasPrefix(rest, literal) else { return false }
        rest.removeFirst(literal.utf8CodeUnitCount)
        return true
    }
}
