import Bytes
import JSONText
import PushModel

extension APNsPayload {
    /// Where payload, push type, priority and topic contradict each other.
    func pushTypeFindings(_ declaration: APNsDeclaration) -> [Finding] {
        let asksToWake = isContentAvailable && alert.isEmpty
        var findings: [Finding] = []
        switch declaration.knownPushType {
        case .background:
            findings += backgroundFindings(declaration)
        case .alert where asksToWake:
            findings.append(wakesAsAlert(declaration))
        case .alert:
            if let nothingToShow { findings.append(nothingToShow) }
        case nil where declaration.pushType == nil:
            // FCM sets the type by itself; what it sets is not known.
            guard case .apns = declaration.carrier else { break }
            findings.append(missingPushType(declaration, asksToWake: asksToWake))
            if !asksToWake, let nothingToShow { findings.append(nothingToShow) }
        default: break
        }
        if let finding = topicFinding(declaration) { findings.append(finding) }
        return findings
    }

    private func wakesAsAlert(_ declaration: APNsDeclaration) -> Finding {
        .warning(
            "apns-wrong-push-type",
            at: declaration.place(of: "apns-push-type"),
            "The push only wakes the app, yet its type is alert; since iOS 13 it may not be delivered.",
            help: "Send apns-push-type: background and apns-priority: 5."
        )
    }

    /// A finding when an alert push has nothing to show, and no other finding says so.
    private var nothingToShow: Finding? {
        guard presence == .dictionary, alert.isEmpty, alertForm == .absent, !hasMutableContent, aps[.event] == nil
        else {
            return nil
        }
        return .warning(
            "apns-nothing-to-show",
            at: aps.pointer.place,
            "aps asks for no alert, badge or sound, so an alert push shows nothing.",
            help: "Add an alert, or send a background push with content-available: 1."
        )
    }

    private func backgroundFindings(_ declaration: APNsDeclaration) -> [Finding] {
        var findings: [Finding] = []
        if !alert.isEmpty {
            findings.append(
                .error(
                    "apns-background-with-alert",
                    at: aps.pointer.place,
                    "A background push must not have alert, badge or sound; APNs may refuse, delay or drop it.",
                    help: "Send apns-push-type: alert, or remove alert, badge and sound."
                )
            )
        }
        if !isContentAvailable {
            findings.append(
                .warning(
                    "apns-background-without-content-available",
                    at: aps.pointer.place,
                    "A background push without content-available: 1 does not wake the app.",
                    help: "Add \"content-available\": 1 to aps."
                )
            )
        }
        if declaration.priorityInEffect != "5" {
            let sent = declaration.priority.map { "\($0)" } ?? "absent, which means 10"
            findings.append(
                .error(
                    "apns-background-priority",
                    at: declaration.place(of: "apns-priority"),
                    "A background push must have priority 5, and apns-priority is \(sent).",
                    help: "Send apns-priority: 5."
                )
            )
        }
        return findings
    }

    private func missingPushType(_ declaration: APNsDeclaration, asksToWake: Bool) -> Finding {
        let place = declaration.place(of: "apns-push-type")
        if asksToWake {
            return .warning(
                "apns-missing-push-type",
                at: place,
                "The push only wakes the app and has no apns-push-type; since iOS 13 it may not be delivered.",
                help: "Send apns-push-type: background and apns-priority: 5."
            )
        }
        return .note(
            "apns-missing-push-type",
            at: place,
            "There is no apns-push-type; watchOS requires it and Apple recommends it everywhere.",
            help: "Send apns-push-type: alert."
        )
    }

    private func topicFinding(_ declaration: APNsDeclaration) -> Finding? {
        guard let topic = declaration.topic, !declaration.isBroadcast else { return nil }
        let place = declaration.place(of: "apns-topic")
        let named = APNsPushType.withTopicSuffix.first { ASCII.hasSuffix(topic.bytes[...], $0.suffix) }?.type
        guard let type = declaration.knownPushType, let suffix = type.topicSuffix else {
            guard let named, declaration.knownPushType != .mdm else { return nil }
            let type = declaration.pushType.map { "apns-push-type is \($0)" } ?? "there is no apns-push-type"
            return .warning(
                "apns-topic-suffix",
                at: place,
                "The topic \(topic) looks like one for \(named.rawValue) pushes, and \(type).",
                help: "Send apns-push-type: \(named.rawValue), or the bundle identifier alone as topic."
            )
        }
        guard ASCII.hasSuffix(topic.bytes[...], suffix) else {
            return .error(
                "apns-topic-suffix",
                at: place,
                "A \(type.rawValue) push needs a topic that ends in \(suffix), and the topic is \(topic).",
                help: "Send the bundle identifier followed by \(suffix), and the device token for this type of push."
            )
        }
        guard ASCII.hasSuffix(topic.bytes.dropLast(suffix.utf8CodeUnitCount), suffix) else { return nil }
        return .error(
            "apns-topic-suffix",
            at: place,
            "The topic \(topic) has \(suffix) twice.",
            help: "Send the bundle identifier followed by \(suffix) once; some clients add it by themselves."
        )
    }

    /// What a push to a part of the system must carry, by type.
    func systemChannelFindings(_ declaration: APNsDeclaration) -> [Finding] {
        func missing(_ place: Finding.Place, _ key: String) -> Finding {
            .warning(
                "apns-system-payload",
                at: place,
                "A \(declaration.pushType?.description ?? "") push should carry \(key); without it it may have no effect.",
                help: "Add \(key)."
            )
        }
        switch declaration.knownPushType {
        case .mdm where !customData.keys.contains("mdm"):
            return [missing(pointer.place, "mdm")]
        case .fileprovider where !customData.keys.contains("container-identifier"):
            return [missing(pointer.place, "container-identifier")]
        case .widgets where aps[.contentChanged]?.bool != true, .controls where aps[.contentChanged]?.bool != true:
            return [missing(aps.place(of: .contentChanged), "aps.content-changed: true")]
        default:
            return []
        }
    }
}
