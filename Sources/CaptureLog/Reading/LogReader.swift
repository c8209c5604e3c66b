/// Reads single lines of a log that is being written, from where the writer put them.
package final class LogReader: Sendable {
    private let file: OpenFile

    init(_ file: OpenFile) {
        self.file = file
    }

    /// The event at a place that ``LogWriter/stage(_:)`` told.
    ///
    /// - Parameter length: the length of the line, `\n` included or not.
    /// - Returns: nil when somebody else has changed the file meanwhile.
    package func event(at offset: Int, length: Int) -> Event? {
        file.bytes(at: offset, count: length).flatMap(EventReader.event)
    }
}
