package import Bytes

/// A line that the log has, as the index takes it.
package struct KeptLine: Sendable {
    /// What the line is, as far as the read API shows it.
    package enum Content: Sendable {
        case push
        case mark(label: Text)
        /// The push with the identifier leaves the API, or every earlier one where it is nil.
        case reset(push: Text?)
    }

    let id: UInt128
    let time: Instant
    /// Where it begins in the log.
    let offset: Int
    let length: Int
    let content: Content

    /// A line.
    ///
    /// - Parameters:
    ///   - id: the value of its ULID.
    ///   - length: how many bytes it has, `\n` included or not.
    package init(id: UInt128, time: Instant, offset: Int, length: Int, content: Content) {
        self.id = id
        self.time = time
        self.offset = offset
        self.length = length
        self.content = content
    }
}
