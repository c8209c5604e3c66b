import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

extension GatewayReading {
    /// What is to be said of the request to MongoosePush itself.
    var gatewayFindings: [Finding] { unread.map(\.finding) + decisionFindings }

    private var decisionFindings: [Finding] {
        let isRefused = exchange.response.status >= 400
        switch decision.outcome {
        case .page: return []
        case .failure(let failure): return [failure.finding(answered: exchange.response.status)]
        case .invalid(let faults): return faults.map { $0.finding(isRefused: true) }
        case .noPool:
            guard isPoolUnknown else { return exchange.annotations.scripted == nil ? [noPool] : [refusalFinding] }
            return (unread.contains(.pool) ? [] : [poolNotNoted]) + (isRefused ? [refusalFinding] : [])
        case .nestedData(let key): return [nestedData(key)]
        case .stopped: return [refusalFinding]
        case .sent(let push):
            return decision.faults.map { $0.finding(isRefused: isRefused) } + (isRefused ? [refusalFinding] : [])
                + callFindings + [malformed(push), overwrittenData, uselessTimeToLive].compactMap { $0 }
        }
    }

    /// True when the answer does not say that no pool matched, and the log does not say which did.
    var isPoolUnknown: Bool {
        if case .noPool = decision.outcome { answeredReason != GatewayResult.noMatchingPool.reason } else { false }
    }

    private var poolNotNoted: Finding {
        .warning(
            "mongoosepush-unknown-pool", at: .request,
            "The log does not say which pool was chosen, so what went on is unknown.",
            help: "Record it with pushrecorder, which notes the pool with each push."
        )
    }

    private func malformed(_ push: OutgoingPush) -> Finding? {
        push.malformedPlace.map { place in
            .error(
                "mongoosepush-malformed-request", at: .outgoing(place),
                "It has characters that no HTTP/2 request can carry there, so the service ends the request unread.",
                help: "Send the topic and the device without control characters, and without white space around them."
            )
        }
    }

    private var refusalFinding: Finding {
        let reason = answeredReason.map { " \($0.onOneLine(upTo: 80))" } ?? ""
        return .error(
            "mongoosepush-refused", at: .request, "MongoosePush answered \(exchange.response.status)\(reason).",
            help: "Read the answer; the request itself is one that MongoosePush sends on."
        )
    }

    private var noPool: Finding {
        let notification = decision.notification
        let wanted = [notification?.service.rawValue, notification?.mode.rawValue].compactMap { $0 }
        let tags = notification?.tags.map(\.description).joined(separator: ", ") ?? ""
        let words = wanted.joined(separator: " in mode ") + (tags.isEmpty ? "" : " with the tags \(tags)")
        return .error(
            "mongoosepush-no-matching-pool", at: .body(pointer: tags.isEmpty ? "" : "/tags"),
            "No pool is for \(Text(words).onOneLine(upTo: 200)), so nothing is sent on.",
            help: "Send the service, mode and tags of a configured pool; --pools names the recorder's."
        )
    }

    private func nestedData(_ key: Text) -> Finding {
        .error(
            "mongoosepush-nested-data", at: dataPlace(key),
            "A value of data is an object, which MongoosePush does not send through FCM (invalid_notification).",
            help: "Send texts, numbers, true, false and null; write an object as JSON in a text."
        )
    }

    /// What is wrong with an incoming call. MongoosePush itself checks none of it.
    private var callFindings: [Finding] {
        guard decision.isCall, let notification = decision.notification, let data = notification.data else { return [] }
        var findings: [Finding] = []
        if data.first("jmi-sid")?.text?.isEmpty ?? true {
            findings.append(
                .warning(
                    "mongoosepush-call-without-sid", at: .body(pointer: "/data/jmi-sid"),
                    "The call has no jmi-sid that is a text, so the app cannot answer it, and FCM gets no collapse key.",
                    help: "Send the id of the Jingle session as jmi-sid."
                )
            )
        }
        guard notification.service == .apns else { return findings }
        if !(notification.topic.map { ASCII.hasSuffix($0.bytes[...], ".voip") } ?? false) {
            findings.append(
                .error(
                    "mongoosepush-call-topic", at: .body(pointer: "/topic"),
                    notification.topic == nil
                        ? "The call's topic is missing, so APNs refuses it."
                        : "The call's topic does not end in .voip, which APNs asks for, so it may refuse the call.",
                    help: "Send the bundle identifier of the app with .voip behind it, and the PushKit token."
                )
            )
        }
        if data.first("aps") != nil {
            findings.append(
                .warning(
                    "mongoosepush-call-aps", at: .body(pointer: "/data/aps"),
                    "The data of a call is the whole payload, so this aps reaches the device.",
                    help: "Leave aps out of the data; a VoIP push needs none."
                )
            )
        }
        return findings
    }

    private var overwrittenData: Finding? {
        guard !decision.isCall, decision.notification?.service == .apns,
            decision.notification?.data?.first("aps") != nil
        else { return nil }
        return .warning(
            "mongoosepush-overwritten-aps", at: .body(pointer: "/data/aps"),
            "MongoosePush writes its own aps over that of the data, so it reaches no device.",
            help: "Use alert, badge, sound and the other options instead."
        )
    }

    private var uselessTimeToLive: Finding? {
        guard decision.notification?.service == .apns, decision.notification?.timeToLive != nil else { return nil }
        return .note(
            "mongoosepush-unused-time-to-live", at: .body(pointer: "/time_to_live"),
            "MongoosePush tells APNs nothing of time_to_live.",
            help: "Leave it out for APNs; it works with FCM."
        )
    }
}

extension MongoosePush.Unread {
    /// What is to be said of it.
    fileprivate var finding: Finding {
        switch self {
        case .profile(let name):
            .warning(
                "mongoosepush-unknown-release", at: .request,
                "The log notes the release \(name.onOneLine(upTo: 40)), which is not known here; it is read as one of 2.3.",
                help: "Read it with the version of pushreport that belongs to the recorder."
            )
        case .pool:
            .warning(
                "mongoosepush-unknown-pool", at: .request,
                "The pool that the log notes cannot be read, so what went on is unknown.",
                help:
                    "Read it with the version of pushreport that belongs to the recorder; pools are as --pools has them."
            )
        }
    }
}
