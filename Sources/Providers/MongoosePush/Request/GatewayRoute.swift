import Bytes

/// The versions of the notification endpoint.
enum GatewayVersion: String, Sendable, CaseIterable {
    case v1
    case v2
    case v3
}

/// Where a request path leads in MongoosePush.
enum GatewayRoute: Equatable {
    /// `/{version}/notification/{device}`; the device is decoded once and may be anything but empty.
    case notification(GatewayVersion, device: [UInt8])
    /// A page that is read and sends nothing.
    case page(GatewayPage)

    /// True for the paths that are MongoosePush's to answer, those that it refuses included: notifications of any
    /// version, its pages, and `/`, where there is nothing.
    static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        isForNotifications(path) || ASCII.equal(path, "/") || page(at: path) != nil
    }

    /// The page that a path leads to, if the method allows it.
    static func page(at path: ArraySlice<UInt8>) -> GatewayPage? {
        let segments = path.split(separator: UInt8(ascii: "/"))
        return segments.count == 1 ? GatewayPage(segments[0]) : nil
    }

    /// True when somebody who requests the path means to push: one of its segments is `notification`, in any case.
    static func isForNotifications(_ path: ArraySlice<UInt8>) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { ASCII.equalIgnoringCase($0, "notification") }
    }

    /// The route of a path.
    ///
    /// A slash at the end does no harm, one more at the beginning does.
    init(_ path: ArraySlice<UInt8>) throws(FrameworkFailure) {
        var segments: [[UInt8]] = []
        for segment in path.split(separator: UInt8(ascii: "/")) {
            guard let decoded = PercentEncoding.decoded(segment) else { throw .malformedTarget }
            segments.append(decoded)
        }
        guard !ASCII.hasPrefix(path, "//") else { throw .noRoute }
        if segments.count == 1, let page = GatewayPage(segments[0][...]) {
            self = .page(page)
        } else if segments.count == 3, ASCII.equal(segments[1][...], "notification"),
            let version = GatewayVersion.allCases.first(where: { $0.rawValue.utf8.elementsEqual(segments[0]) })
        {
            self = .notification(version, device: segments[2])
        } else {
            throw .noRoute
        }
    }

    /// True when the route is there for the method.
    func takes(_ method: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .notification: ASCII.equal(method, "POST")
        case .page: ASCII.equal(method, "GET") || ASCII.equal(method, "HEAD")
        }
    }
}

/// The pages beside the notifications.
enum GatewayPage: String, Sendable, CaseIterable {
    case openAPI = "swagger.json"
    case swaggerUI = "swaggerui"
    case health = "healthcheck"
    case metrics

    /// The page at a path of one segment.
    init?(_ segment: ArraySlice<UInt8>) {
        guard let page = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(segment) }) else { return nil }
        self = page
    }
}
