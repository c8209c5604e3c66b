import Bytes
import HTTPMessage
import PushModel

/// What MongoosePush does with a request, decided from the request and the settings alone, in the order of the original:
/// the JSON, the route, `accept`, the content type, the schema, the pool, the data as text.
struct GatewayDecision {
    /// How far the request comes.
    enum Outcome {
        /// It asks for a page.
        case page(GatewayPage)
        /// The web framework fails.
        case failure(FrameworkFailure)
        /// It does not fit the schema.
        case invalid([NotificationFault])
        /// No pool matches; nothing is sent.
        case noPool
        /// The data cannot be sent through FCM; nothing is sent. The key is the first whose value cannot.
        case nestedData(key: Text)
        /// It comes to nothing between the pool and the service, as a script wants it.
        case stopped(GatewayResult)
        /// It is sent on.
        case sent(OutgoingPush)
    }

    /// How far the request comes.
    private(set) var outcome = Outcome.failure(.noRoute)
    /// The version of the endpoint; nil when the request is for none.
    private(set) var version: GatewayVersion?
    /// The device in the path.
    private(set) var device: [UInt8] = []
    /// The faults of the body, which a lenient decision passes over where it can.
    private(set) var faults: [NotificationFault] = []
    /// The notification, once it fits.
    private(set) var notification: NotificationRequest?
    /// The pool that it is sent through.
    private(set) var pool: MongoosePush.Pool?
    /// True for an incoming call.
    private(set) var isCall = false

    /// Decides.
    ///
    /// - Parameter isLenient: true to pass over keys that the schema does not have.
    init(on request: HTTPRequest, _ settings: MongoosePush.Settings, isLenient: Bool) {
        do throws(FrameworkFailure) {
            outcome = try decide(request, settings, isLenient: isLenient)
        } catch {
            outcome = .failure(error)
        }
    }

    /// Takes back everything but the route, for a request that a limit cut short.
    mutating func fail(_ failure: FrameworkFailure) {
        outcome = .failure(failure)
        faults = []
        notification = nil
    }

    /// Lets a push that would be sent on come to nothing before it is, if the result is one of that sort; without a pool
    /// where the result is that there is none.
    mutating func stop(at result: GatewayResult) {
        guard case .sent = outcome, result.isBeforeSending else { return }
        outcome = .stopped(result)
        if result == .noMatchingPool { pool = nil }
    }

    private mutating func decide(
        _ request: HTTPRequest, _ settings: MongoosePush.Settings, isLenient: Bool
    ) throws(FrameworkFailure) -> Outcome {
        let (parameters, problem) = GatewayParameters.read(request)
        // The route is told of a body that is no JSON too: the report says where the push was to go.
        let route = Result { () throws(FrameworkFailure) in try GatewayRoute(request.path) }
        if case .success(.notification(let version, let device)) = route {
            (self.version, self.device) = (version, device)
        }
        guard let parameters else { throw problem ?? .malformedTarget }
        let target = try route.get()
        guard target.takes(parameters.method) else { throw .wrongMethod(Text(repairing: parameters.method)) }
        try parameters.checkAcceptable(request.headers)
        switch target {
        case .page(let page): return .page(page)
        case .notification(let version, let device):
            if let fault = request.contentTypeFault { return invalid([fault]) }
            return try decide(parameters, version, device, settings, isLenient: isLenient)
        }
    }

    private mutating func decide(
        _ parameters: GatewayParameters, _ version: GatewayVersion, _ device: [UInt8],
        _ settings: MongoosePush.Settings, isLenient: Bool
    ) throws(FrameworkFailure) -> Outcome {
        faults = parameters.faults(in: version, isLenient: false)
        let rest = isLenient ? parameters.faults(in: version, isLenient: true) : faults
        guard rest.isEmpty, let notification = NotificationRequest(parameters.body, version: version) else {
            return .invalid(rest)
        }
        guard !parameters.isWrapped else {
            throw .crash("the body stands under _json, where MongoosePush does not look for it", at: .body(pointer: ""))
        }
        self.notification = notification
        isCall = settings.profile == .release2_3 && notification.isCall
        guard let pool = settings.pools.first(for: notification) else { return .noPool }
        self.pool = pool
        switch notification.service {
        case .apns: return .sent(OutgoingPush(apns: notification, to: device, through: pool, isCall: isCall))
        case .fcm: return try sentByFCM(notification, device, pool, settings.profile)
        }
    }

    private func sentByFCM(
        _ notification: NotificationRequest, _ device: [UInt8], _ pool: MongoosePush.Pool,
        _ profile: MongoosePush.Profile
    ) throws(FrameworkFailure) -> Outcome {
        guard let token = Text(validating: device) else { throw .crash("the device is no UTF-8", at: .target) }
        let data: [(key: Text, value: Text)]?
        do throws(DataTextFailure) {
            data = try notification.data.map { value throws(DataTextFailure) in try value.dataTexts() }
        } catch {
            switch error {
            case .nested(let key): return .nestedData(key: key)
            case .crash(let key):
                throw .crash("a list in data is neither text nor code points", at: dataPlace(key))
            }
        }
        return .sent(
            OutgoingPush(
                fcm: notification, to: token, through: pool, data: data, profile: profile, isCall: isCall
            )
        )
    }

    private mutating func invalid(_ faults: [NotificationFault]) -> Outcome {
        self.faults = faults
        return .invalid(faults)
    }
}

/// The place of a key of `data`.
func dataPlace(_ key: Text) -> Finding.Place { JSONPointer("/data").member(key).place }

extension GatewayParameters {
    /// The parameters of a request, or why there are none.
    fileprivate static func read(_ request: HTTPRequest) -> (GatewayParameters?, FrameworkFailure?) {
        do throws(FrameworkFailure) {
            return (try GatewayParameters(request), nil)
        } catch {
            return (nil, error)
        }
    }

    /// The faults of the body in a version's schema.
    ///
    /// A parameter of the query named `alert` or `data` chooses what an invalid body is compared with, and makes no valid
    /// one invalid.
    fileprivate func faults(in version: GatewayVersion, isLenient: Bool) -> [NotificationFault] {
        guard version != .v1 else { return NotificationCheck.faults(in: body, of: .flat, isLenient: isLenient) }
        let posted = NotificationShape.deep(hasAlert: body.first("alert") != nil, hasData: body.first("data") != nil)
        let faults = NotificationCheck.faults(in: body, of: posted, isLenient: isLenient)
        let asked = NotificationShape.deep(hasAlert: has("alert"), hasData: has("data"))
        guard !faults.isEmpty, asked.name != posted.name else { return faults }
        return NotificationCheck.faults(in: body, of: asked, isLenient: isLenient)
    }
}

extension HTTPRequest {
    /// Why the content type does not fit: it has to be `application/json` to the byte, parameters aside.
    fileprivate var contentTypeFault: NotificationFault? {
        guard let value = headers.joined("content-type") else {
            return NotificationFault(path: [], message: "Missing header: content-type")
        }
        guard !ASCII.equal(value.prefix { $0 != UInt8(ascii: ";") }, "application/json") else { return nil }
        return NotificationFault(path: [], message: "Invalid value for header: content-type")
    }
}
