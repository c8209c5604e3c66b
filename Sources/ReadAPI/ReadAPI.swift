package import Bytes
package import HTTPMessage
package import HTTPServer

/// What writes the lines that the API asks for.
package protocol LineKeeper: AnyObject {
    /// Stages a `mark` line.
    ///
    /// - Returns: its identifier and time.
    func stage(mark label: Text) -> (id: Text, time: Instant)

    /// Stages a `reset` line for one push, or for all where it is nil.
    func stage(resetOf push: Text?)
}

/// The recorder's read API: what the log has, asked for over HTTP by tests in any language.
///
/// Entry point: ``reply(to:cut:keeper:)``. The routes are ``Route/all``. Everything is read back from the log; of a push
/// only its place is kept.
package final class ReadAPI {
    /// Where the pushes stand.
    package let index: CaptureIndex
    let limits: APILimits
    let version: Text
    let now: () -> Instant
    let startTime: Instant
    let waitPlaces: Capacity
    let pagePlaces: Capacity
    let streamPlaces: Capacity
    /// True once what waits has to be answered.
    private(set) var isEnding = false
    private let requestGuard: RequestGuard

    /// An API.
    ///
    /// - Parameters:
    ///   - allowsAnyHost: see ``RequestGuard``.
    ///   - version: that of the program.
    ///   - now: the clock.
    package init(
        index: CaptureIndex, allowsAnyHost: Bool, version: Text, limits: APILimits = APILimits(),
        now: @escaping () -> Instant
    ) {
        self.index = index
        self.limits = limits
        self.version = version
        self.now = now
        startTime = now()
        requestGuard = RequestGuard(allowsAnyHost: allowsAnyHost)
        waitPlaces = Capacity(limits.waits)
        pagePlaces = Capacity(limits.pages)
        streamPlaces = Capacity(limits.streams)
    }

    /// True for the paths that are the API's, wherever it shares a port with the ingress.
    package static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        ASCII.hasPrefix(path, "/api/")
    }

    /// The server ends: what waits is answered with what there is.
    package func drainBegan() {
        isEnding = true
    }

    /// The reply to a request.
    ///
    /// - Parameters:
    ///   - cut: the limit that cut the request short.
    ///   - keeper: writes marks and resets.
    package func reply(to request: HTTPRequest, cut: RequestCut?, keeper: any LineKeeper) -> Reply {
        do throws(APIProblem) {
            try requestGuard.check(request)
            if let cut { throw .cut(cut) }
            let (route, identifier) = try route(of: request)
            let parameters = try QueryString(target: request.target)
            let known = route.parameters.map(\.name)
            if let name = parameters.names.first(where: { !known.contains($0) }) {
                throw .unknownParameter(name, known: known)
            }
            index.dropLost()
            return try reply(to: request, route.operation, identifier, parameters, keeper)
        } catch {
            return .response(error.response)
        }
    }

    private func route(of request: HTTPRequest) throws(APIProblem) -> (route: Route, identifier: Text) {
        let method: ArraySlice<UInt8> =
            ASCII.equal(request.method[...], "HEAD") ? Array("GET".utf8)[...] : request.method[...]
        var allowed: [Text] = []
        for route in Route.all {
            guard let identifier = route.match(request.path) else { continue }
            if route.method.bytes[...].hasSameBytes(as: method) { return (route, identifier) }
            // `stream` is no identifier, so what the routes of one event take is not allowed there.
            if let first = allowed.first, first == "GET", route.hasIdentifier, identifier == "stream" { break }
            allowed.append(route.method)
        }
        throw allowed.isEmpty ? .noRoute : .method(allowed: allowed)
    }
}
