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

    /// A note of a log that this version cannot read.
    enum Unread: Equatable {
        /// The release is one that is not known.
        case profile(Text)
        /// The pool is not described as pools are.
        case pool
    }

    /// How the gateway is set up: what its answers, and the requests it sends on, depend on besides the request.
    package struct Settings: Sendable, Equatable {
        /// `--pools`: the pools in the order in which a request is offered them.
        package var pools = Pool.defaults
        /// `--mongoosepush-profile`: the release.
        package var profile = Profile.release2_3
        /// `--mongoosepush-friendly-errors`: say 400, 404, 406 or 413 where the original says 500 and nothing else.
        package var hasFriendlyErrors = false
        /// `--mongoosepush-service-refusals`: answer as the original does once the service has refused the push, where the
        /// service surely would.
        package var hasServiceRefusals = false
        /// What the log has in a form that this version cannot read; empty for settings that are no log's.
        private(set) var unread: [Unread] = []

        /// One pool for each service and mode, the newest release, errors as in the original.
        package init() {}

        /// What a log noted of the settings when the exchange was captured: the release, and of the pools the one that
        /// was chosen.
        init(notedIn annotations: Annotations) {
            pools = []
            for note in annotations.others {
                let value = (try? JSONText(parsing: note.value))?.root
                if note.key == "profile" {
                    let name = value?.text ?? Text(repairing: note.value)
                    let known = Profile(rawValue: name.description)
                    if known == nil { unread.append(.profile(name)) }
                    profile = known ?? .release2_3
                } else if note.key == "pool" {
                    if let pool = value.flatMap(Pool.init) { pools = [pool] } else { unread.append(.pool) }
                }
            }
        }

        /// The notes from which ``init(notedIn:)`` reads back what the request that was sent on depends on.
        func notes(choosing pool: Pool?) -> [Annotations.Member] {
            let profile = Annotations.Member(key: "profile", value: Array("\"\(profile.rawValue)\"".utf8))
            return [profile] + (pool.map { [Annotations.Member(key: "pool", value: $0.json)] } ?? [])
        }
    }
}
