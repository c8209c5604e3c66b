/// A body that comes piece by piece, for as long as the peer takes it: it is asked for more only when there is room, so a
/// slow peer makes it wait and never makes it lose anything.
///
/// Times are those of the server's clock, which no one sets back.
package protocol BodyStream: AnyObject {
    /// True when ``append(to:upTo:at:)`` has bytes, or the end, to give.
    func isReady(at now: Duration) -> Bool

    /// Appends what comes next until `output` has at least `limit` bytes or enough work was done for one turn.
    ///
    /// - Returns: false when nothing more will come.
    func append(to output: inout [UInt8], upTo limit: Int, at now: Duration) -> Bool
}
