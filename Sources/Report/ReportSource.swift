package import Bytes
package import CaptureLog

/// What a report is made from: the pushes of one or more logs in capture order, and what is known about the logs.
package struct ReportSource: Sendable {
    /// One log.
    package struct Input: Sendable, Equatable {
        /// What the user called it; never an absolute path.
        package let name: Text
        /// How many events it gave.
        package let events: Int
        /// How many bytes it has.
        package let bytes: Int
        /// The SHA-256 of the whole log in hexadecimal digits.
        package let sha256: Text

        /// A log.
        package init(name: Text, events: Int, bytes: Int, sha256: Text) {
            self.name = name
            self.events = events
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// Something that a reader must know before trusting the report.
    package struct Gap: Sendable, Equatable {
        /// True when something was lost; false when it is only worth knowing.
        package let isLoss: Bool
        /// True when pushes were left out because somebody wanted others.
        package let isSelection: Bool
        /// True when a push may be missing for it, though nothing that was recorded is.
        package let isDoubt: Bool
        /// One sentence.
        package let text: Text

        /// A gap.
        package init(isLoss: Bool, isSelection: Bool = false, isDoubt: Bool = false, text: Text) {
            self.isLoss = isLoss
            self.isSelection = isSelection
            self.isDoubt = isDoubt
            self.text = text
        }
    }

    /// A run of pushes under one mark.
    package struct Group: Sendable, Equatable {
        /// The label of the mark; nil before the first one.
        package let label: Text?
        /// The positions of its pushes.
        package let pushes: Range<Int>
        /// The event of the mark; nil before the first one, and where it is not known.
        package let mark: Mark?

        /// A group.
        package init(label: Text?, pushes: Range<Int>, mark: Mark? = nil) {
            self.label = label
            self.pushes = pushes
            self.mark = mark
        }
    }

    /// The event of a mark.
    package struct Mark: Sendable, Equatable {
        /// Its identifier.
        package let id: Text
        /// When it was set.
        package let time: Instant

        /// A mark.
        package init(id: Text, time: Instant) {
            self.id = id
            self.time = time
        }
    }

    /// The logs, in the order named.
    package var inputs: [Input]
    /// What is damaged, dropped or cut.
    package var gaps: [Gap]
    /// What the log of the report says of where its lines come from.
    package var excerpt: Excerpt
    /// The groups in capture order; together they hold every push once.
    package var groups: [Group]
    /// The event of the push at a position; called from several threads.
    package var event: @Sendable (Int) throws -> Event
    /// Which attempt of its send the push at a position is; nil for every push until somebody asks, see
    /// ``withAttempts()``.
    var attempt: @Sendable (Int) -> Attempts.Attempt? = { _ in nil }

    /// The gaps for which the pushes are not those of a whole run, or may not be.
    package var missing: [Gap] { gaps.filter { $0.isLoss || $0.isSelection || $0.isDoubt } }

    /// How many pushes there are.
    package var count: Int { groups.last?.pushes.upperBound ?? 0 }

    /// The heading of a group: its label, or words where there is none.
    package func heading(of group: Group) -> Text {
        group.label ?? (groups.count == 1 ? "All pushes" : "Before the first mark")
    }

    /// A source.
    package init(
        inputs: [Input] = [],
        gaps: [Gap] = [],
        excerpt: Excerpt = Excerpt(),
        groups: [Group] = [],
        event: @escaping @Sendable (Int) throws -> Event
    ) {
        self.inputs = inputs
        self.gaps = gaps
        self.excerpt = excerpt
        self.groups = groups
        self.event = event
    }

    /// A source of events in memory: their marks make the groups, and events of other kinds are passed over.
    package init(events: [Event], inputs: [Input] = [], gaps: [Gap] = []) {
        var pushes: [Event] = []
        var groups: [Group] = []
        var label: Text?
        var mark: Mark?
        var start = 0
        var tally = CallTally()
        for event in events {
            switch event.content {
            case .push: pushes.append(event)
            case .mark(let next):
                if pushes.count > start {
                    groups.append(Group(label: label, pushes: start..<pushes.count, mark: mark))
                }
                start = pushes.count
                label = next
                mark = Mark(id: event.id, time: event.time)
            case .request(let exchange): tally.add(exchange)
            case .run, .reset, .end, .unknown: break
            }
        }
        if pushes.count > start { groups.append(Group(label: label, pushes: start..<pushes.count, mark: mark)) }
        let found = pushes
        let excerpt = Excerpt(
            inputs: inputs.map { input in
                LogInput(
                    name: input.name,
                    sha256: input.sha256,
                    bytes: input.bytes,
                    lines: input.events,
                    events: input.events
                )
            },
            calls: tally.calls
        )
        self.init(inputs: inputs, gaps: gaps, excerpt: excerpt, groups: groups) { found[$0] }
    }
}
