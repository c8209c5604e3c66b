import Bytes
import Filter
import HTTPMessage
import HTTPServer

/// The answer to a listing: looks at every push, waits until enough match if that was asked for, and writes them, newest
/// first, a few in each turn of the loop.
///
/// `x-total-count` is the number of all that match. When an answer ends before the last of them, `x-next-cursor` is what
/// `cursor` of the next request has to be.
final class MessageListing: LaterResponse {
    /// What a request asks for.
    struct Request {
        var query: PushQuery
        var envelope: Envelope
        var origin: Text
        /// How many at most.
        var limit: Int
        /// How many of the newest are left out.
        var offset: Int
        /// Only those before this identifier.
        var cursor: UInt128?
        /// How many have to match before the answer, while there is time.
        var count: Int
        var wait: Duration?
    }

    private static let messagesPerTurn = 64

    private let request: Request
    private let api: ReadAPI
    private let place: Capacity.Place?
    private var scan: IndexScan
    private var waiting: Waiting
    private var matches: [Int] = []
    /// The removals from the index that ``matches`` knows of.
    private var removals: Int
    private var page: Page?

    /// What is written of the answer.
    private struct Page {
        let place: Capacity.Place
        var rest: ArraySlice<Int>
        let total: Int
        var writer = JSONWriter()
        var lastID: Text?
        var isFull = false
    }

    init(_ request: Request, api: ReadAPI, place: Capacity.Place?) {
        self.request = request
        self.api = api
        self.place = place
        waiting = Waiting(request.wait)
        removals = api.index.removals
        scan = IndexScan(from: request.query.since.map(api.index.number(after:)) ?? api.index.first)
    }

    func proceed(at now: Duration) -> LaterProgress {
        do throws(APIProblem) {
            if page == nil {
                try scan.proceed(in: api.index) { number throws(APIProblem) in
                    if try isWanted(number) { matches.append(number) }
                }
                if scan.hasMore(in: api.index) { return .working }
                dropRemoved()
                if matches.count < request.count, !api.isEnding, let progress = waiting.progress(at: now) {
                    return progress
                }
                guard let place = api.pagePlaces.takeIfFree() else { return .working }
                begin(place)
            }
            guard try write() else { return .working }
            // The place is free for the next one.
            defer { page = nil }
            return .done(response)
        } catch {
            return .done(error.response)
        }
    }

    /// A push is read only where something is asked of it.
    private func isWanted(_ number: Int) throws(APIProblem) -> Bool {
        if request.query.isOfEverything { return true }
        return try api.index.subject(number).map(request.query.matches) ?? false
    }

    private func dropRemoved() {
        guard removals != api.index.removals else { return }
        removals = api.index.removals
        matches.removeAll { !isThere($0) }
    }

    private func isThere(_ number: Int) -> Bool {
        number >= api.index.first && api.index.kind(of: number) == .push
    }

    /// Chooses the page among all that match.
    private func begin(_ place: Capacity.Place) {
        let end = request.cursor.map(api.index.number(notBefore:)) ?? api.index.end
        let older = matches.prefix { $0 < end }.dropLast(request.offset)
        let limit = min(request.limit, api.limits.pageMessages)
        page = Page(place: place, rest: older.suffix(limit), total: matches.count, isFull: older.count > limit)
        page?.writer.beginArray()
    }

    /// Writes the next pushes.
    ///
    /// - Returns: true when the page is whole.
    private func write() throws(APIProblem) -> Bool {
        guard var page else { return true }
        self.page = nil
        defer { self.page = page }
        for _ in 0..<Self.messagesPerTurn {
            if page.lastID != nil, page.writer.bytes.count >= api.limits.pageBytes, !page.rest.isEmpty {
                page.isFull = true
                page.rest = []
            }
            guard let number = page.rest.popLast() else {
                page.writer.endArray()
                return true
            }
            guard isThere(number), let subject = try api.index.subject(number) else { continue }
            request.envelope.write(subject, origin: request.origin, to: &page.writer)
            page.lastID = subject.id
        }
        return false
    }

    private var response: HTTPResponse {
        guard let page else { return APIProblem.logChanged.response }
        var response = HTTPResponse(json: page.writer.bytes)
        response.headers.append("x-total-count", Array(String(page.total).utf8)[...])
        if page.isFull, let id = page.lastID { response.headers.append("x-next-cursor", id.bytes[...]) }
        return response
    }
}
