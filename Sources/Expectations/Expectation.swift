package import Bytes
package import Filter
package import JSONText

/// Something that a run is expected to have captured, or not.
package struct Expectation: Sendable {
    /// What people and test reports call it; different from every other name of the file.
    package var name: Text
    /// Which pushes it is about: those that match.
    package var filter: Filter
    /// How many of them there have to be.
    package var count: CountRule
    /// What each of them has to have.
    package var fields: [FieldRule]
    /// What has to come before or after each of them.
    package var order: [OrderRule]
    /// How many of them may have the same key.
    package var groups: [GroupRule]

    /// An expectation.
    package init(
        name: Text, filter: Filter, count: CountRule, fields: [FieldRule] = [], order: [OrderRule] = [],
        groups: [GroupRule] = []
    ) {
        self.name = name
        self.filter = filter
        self.count = count
        self.fields = fields
        self.order = order
        self.groups = groups
    }

    /// True when it asks about the field, of a push itself.
    package func asks(about field: Field) -> Bool {
        filter.asks(about: field) || fields.contains { $0.field == field }
    }
}

/// How many pushes there have to be.
package struct CountRule: Sendable, Equatable {
    /// The least number.
    package let atLeast: Int64
    /// The greatest number; nil for no bound.
    package let atMost: Int64?

    /// Bounds; the greatest number is at least the least one.
    package init(atLeast: Int64 = 0, atMost: Int64? = nil) {
        self.atLeast = atLeast
        self.atMost = atMost.map { max($0, atLeast) }
    }

    /// This many and no other number.
    package static func exactly(_ count: Int64) -> CountRule { CountRule(atLeast: count, atMost: count) }

    /// True when the number is within the bounds.
    package func allows(_ count: Int64) -> Bool {
        count >= atLeast && (atMost.map { count <= $0 } ?? true)
    }

    /// The rule in words: `exactly 1`, `none`, `at least 1`, `2 to 3`, `any number`.
    package var text: Text {
        switch (atLeast, atMost) {
        case (0, 0): "none"
        case (0, nil): "any number"
        case (0, let most?): Text("at most \(most)")
        case (let least, nil): Text("at least \(least)")
        case (let least, let most?): Text(least == most ? "exactly \(least)" : "\(least) to \(most)")
        }
    }
}

/// What one field of a push has to have.
package struct FieldRule: Sendable {
    /// What is asked of the field's values; of several values, one has to be as asked.
    package enum Demand: Sendable {
        /// One is this text, byte for byte.
        case equalsText(Text)
        /// The place in the posted body holds this JSON value; see ``JSONEquality``.
        case equalsJSON(JSONValue)
        /// This text occurs in one, case folded as in a filter.
        case contains(TextPattern)
        /// This regular expression, as PCRE2 has them, matches somewhere in one, code point by code point.
        case matches(RegularExpression)
        /// There is a value.
        case isPresent
        /// There is no value.
        case isAbsent
    }

    /// The field.
    package let field: Field
    /// What is asked of it.
    package let demand: Demand

    /// A rule.
    package init(field: Field, demand: Demand) {
        self.field = field
        self.demand = demand
    }
}

/// What has to come before or after each push of an expectation.
package struct OrderRule: Sendable, Equatable {
    /// On which side the other push has to be.
    package enum Side: String, Sendable {
        /// Each push comes after one of the other expectation.
        case after
        /// Each push comes before one of the other expectation.
        case before
    }

    /// On which side.
    package let side: Side
    /// The position of the other expectation in the list.
    package let other: Int
    /// How far apart they may be; nil for any distance.
    package let within: TimeSpan?

    /// A rule.
    package init(side: Side, other: Int, within: TimeSpan?) {
        self.side = side
        self.other = other
        self.within = within
    }
}

/// How many pushes of an expectation may have the same key.
package struct GroupRule: Sendable, Equatable {
    /// The fields that make the key together; a push that lacks one of them belongs to no group.
    package let key: [Field]
    /// The greatest number in a group.
    package let atMost: Int64
    /// The length of the time that is counted, wherever it begins; nil for the whole run.
    package let within: TimeSpan?

    /// A rule.
    package init(key: [Field], atMost: Int64, within: TimeSpan?) {
        self.key = key
        self.atMost = atMost
        self.within = within
    }

    /// The rule in words: `at most 20 by json:/ftw/home within 1h`.
    package var text: Text {
        let key = key.map(\.name.description).joined(separator: " and ")
        let span = within.map { " within \($0.text)" } ?? ""
        return Text("at most \(atMost) by \(key)\(span)")
    }
}
