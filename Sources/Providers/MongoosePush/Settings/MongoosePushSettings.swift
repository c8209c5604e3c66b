import Bytes
import CaptureLog
import JSONText

extension MongoosePush {
    /// Which releases are stood in for.
    package enum Profile: String, Sendable, CaseIterable {
        /// 2.3: data in `message.data`, and call pushes.
        case release2_3 = "2.3"
        /// 2.2: data in `message.android.data`, and no call pushes.
        case release2_2 = "2.2"
    }

    /// How the gateway is set up: what its answers, and the requests it sends on, depend on besides the request.
    package struct Settings: Sendable, Equatable {
        /// `--pools`: the pools in the order in which a request is offered them.
        package var pools = Pool.defaults
        /// `--mongoosepush-profile`: the release.
        package var profile = Profile.release2_3
        /// `--mongoosepush-friendly-errors`: say 400, 404, 406 or 413 where the original says 500 and nothing else.
        package var hasFriendlyErrors = false

        /// One pool for each service and mode, the newest release, errors as in the original.
        package init() {}

        /// What a log noted of the settings when the exchange was captured: the release, and of the pools the one that
        /// was chosen.
        init(notedIn annotations: Annotations) {
            let notes = annotations.others
            profile =
                notes.first { $0.key == "profile" }.flatMap { note in
                    (try? JSONText(parsing: note.value))?.root.text.flatMap { Profile(rawValue: $0.description) }
                } ?? .release2_3
            pools =
                notes.first { $0.key == "pool" }.flatMap { note in
                    (try? JSONText(parsing: note.value)).flatMap { Pool($0.root) }
                }.map { [$0] } ?? []
        }

        /// The notes from which ``init(notedIn:)`` reads back what the request that was sent on depends on.
        func notes(choosing pool: Pool?) -> [Annotations.Member] {
            let profile = Annotations.Member(key: "profile", value: Array("\"\(profile.rawValue)\"".utf8))
            return [profile] + (pool.map { [Annotations.Member(key: "pool", value: $0.json)] } ?? [])
        }
    }
}
