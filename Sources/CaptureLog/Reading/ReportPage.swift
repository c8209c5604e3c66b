import Bytes
import Digest

/// An HTML report that comes in pieces, and the log that it carries; see ``ReportBlock``.
///
/// Captured text cannot look like the beginning of the block, as a report has no captured `<`.
struct ReportPage: ~Copyable {
    private enum Place {
        case beforeBlock
        case hash
        case block
        case behindBlock
        case nextPage
    }

    private static let hashLength = 64

    private var place = Place.beforeBlock
    /// What was not yet understood: less than a marker, or less than four characters of base64.
    private var rest: [UInt8] = []
    private var hash: [UInt8] = []
    private var digest = SHA256()
    private var unfolding: Unfolding
    private var isSound = true

    /// - Parameter limit: how many bytes the log may have.
    init(limit: Int) {
        unfolding = Unfolding(limit: limit)
    }

    /// What a page begins with, in any case.
    private static let beginning: StaticString = "<!doctype html"

    /// True when an input that begins so is an HTML page; a line of a log never is.
    static func isPage(_ start: [UInt8]) -> Bool {
        let text = start.drop { ASCII.isSpace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        return ASCII.equalIgnoringCase(text.prefix(beginning.utf8CodeUnitCount), beginning)
    }

    /// Takes the next piece of the page and hands on the lines that it stands for.
    mutating func take(
        _ bytes: [UInt8],
        _ consume: ([UInt8]) throws(CaptureLogError) -> Void
    ) throws(CaptureLogError) {
        guard place != .nextPage else { return }
        rest += bytes
        if place == .beforeBlock {
            guard let opening = rest[...].firstRange(of: ReportBlock.opening) else {
                rest.removeFirst(max(0, rest.count - ReportBlock.opening.utf8CodeUnitCount))
                return
            }
            rest.removeFirst(opening.upperBound)
            place = .hash
        }
        if place == .hash {
            let length = Self.hashLength + ReportBlock.hashEnd.utf8CodeUnitCount
            guard rest.count >= length else { return }
            hash = Array(rest.prefix(Self.hashLength))
            isSound = ASCII.hasPrefix(rest[Self.hashLength...], ReportBlock.hashEnd)
            rest.removeFirst(length)
            place = .block
        }
        if place == .block { try takeBase64(consume) }
        if place == .behindBlock { skipEnd() }
    }

    /// Passes over the end of the page, and sees whether another one follows.
    private mutating func skipEnd() {
        let length = Self.beginning.utf8CodeUnitCount
        if rest.map(ASCII.lowercased)[...].firstRange(of: Self.beginning) != nil { place = .nextPage }
        rest.removeFirst(max(0, rest.count - length + 1))
    }

    private mutating func takeBase64(_ consume: ([UInt8]) throws(CaptureLogError) -> Void) throws(CaptureLogError) {
        let end = rest.firstIndex(of: UInt8(ascii: "<"))
        var text = rest[..<(end ?? rest.count)].filter { !ASCII.isSpace($0) }
        let open = end == nil ? text.count % 4 : 0
        let behind = end.map { Array(rest[$0...]) }
        rest = behind ?? text.suffix(open)
        text.removeLast(open)
        if end != nil { place = .behindBlock }
        guard isSound, let folded = Base64.decode(text[...]) else { return isSound = false }
        try unfolding.take(folded[...]) { lines throws(CaptureLogError) in
            digest.update(lines[...])
            try consume(lines)
        }
    }

    /// Takes the end of the page.
    ///
    /// - Throws: ``CaptureLogError/pageWithoutLog(name:)``, ``CaptureLogError/pageDamaged(name:)``,
    ///   ``CaptureLogError/pageUnfoldsTooFar(name:limit:)`` or ``CaptureLogError/severalPages(name:)``.
    mutating func finish(name: String, limit: Int) throws(CaptureLogError) {
        guard place != .beforeBlock else { throw .pageWithoutLog(name: name) }
        guard place != .nextPage else { throw .severalPages(name: name) }
        guard unfolding.state != .tooLong else { throw .pageUnfoldsTooFar(name: name, limit: limit) }
        let isWhole = isSound && place == .behindBlock && unfolding.state == .whole
        var digits: [UInt8] = []
        var whole = SHA256()
        swap(&whole, &digest)
        digits.appendHex(whole.finish())
        guard isWhole, digits == hash else { throw .pageDamaged(name: name) }
    }
}
