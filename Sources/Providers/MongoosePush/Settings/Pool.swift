package import Bytes

extension MongoosePush {
    /// Who delivers a push.
    package enum Service: String, Sendable, CaseIterable {
        case apns
        case fcm
    }

    /// Which of a service's worlds a pool is connected to.
    package enum Mode: String, Sendable, CaseIterable {
        case prod
        case dev
    }

    /// How urgent a push is, in MongoosePush's words.
    package enum Urgency: String, Sendable, CaseIterable {
        case normal
        case high
    }

    /// The connections to one service with one set of credentials: what a request chooses by service, mode and tags, and
    /// where it takes from what it leaves out.
    package struct Pool: Sendable, Equatable {
        /// The name, in annotations, filters and `/healthcheck`.
        package var name: Text
        /// Who delivers.
        package var service: Service
        /// Which requests may choose it: those of this mode.
        package var mode: Mode
        /// Which tags a request may ask for.
        package var tags: [Text] = []
        /// The `apns-topic` of visible pushes that name none.
        package var defaultTopic: Text?
        /// The project in the path of FCM sends.
        package var projectID: Text = Pool.defaultProjectID
        /// The time to live of FCM call pushes that name none, in seconds.
        package var jmiTimeToLive: Int64 = Pool.defaultJMITimeToLive
        /// The priority of FCM call pushes that name none.
        package var jmiPriority = Urgency.high

        /// The project when none is set.
        package static let defaultProjectID: Text = "mongoosepush"
        /// The time to live of call pushes when none is set, in seconds.
        package static let defaultJMITimeToLive: Int64 = 30

        /// A pool.
        package init(name: Text, service: Service, mode: Mode) {
            self.name = name
            self.service = service
            self.mode = mode
        }

        /// One pool for each service and mode.
        package static let defaults: [Pool] = Service.allCases.flatMap { service in
            Mode.allCases.map { Pool(name: Text("\(service.rawValue)_\($0.rawValue)"), service: service, mode: $0) }
        }
    }
}

extension [MongoosePush.Pool] {
    /// The pool that a request is sent through: the first of its service and mode that has all its tags.
    ///
    /// The order is that in which MongoosePush registers pools, the reverse of its configuration, and for APNs those with
    /// certificates before those with tokens. Topics play no part in it.
    func first(for notification: NotificationRequest) -> MongoosePush.Pool? {
        first { pool in
            pool.service == notification.service && pool.mode == notification.mode
                && notification.tags.allSatisfy(pool.tags.contains)
        }
    }
}
