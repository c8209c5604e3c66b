import Bytes
import JSONText

/// Reads a line back into what was written; see ``EventWriter`` for the format.
package enum EventReader {
    /// The event of one line, with or without its `\n`.
    ///
    /// - Returns: nil when the line is damaged; ``LogSet`` says why.
    package static func event(_ line: [UInt8]) -> Event? {
        (try? EventLine(line, collectsOddKeys: false)).map(Event.init)
    }
}

extension Event {
    init(_ line: EventLine) {
        let content: Content =
            switch line.content {
            case .run: .run(line.text)
            case .push(let exchange): .push(exchange.exchange)
            case .request(let exchange): .request(exchange.exchange)
            case .mark(let label): .mark(label: label.text ?? "")
            case .reset(let push): .reset(push: push?.text)
            case .end: .end(line.text)
            case .excerpt: .unknown(kind: "excerpt", line: line.text)
            case .unknown(let kind): .unknown(kind: kind.text ?? "", line: line.text)
            }
        self.init(id: line.id.text ?? "", time: line.time, content: content)
    }
}
