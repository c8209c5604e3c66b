import Bytes
import CaptureLog
import HTTPMessage
import PushModel

extension MarkdownReport {
    /// The block of one push, with the heading of its group when it is the first in it: captured where there is a mark.
    static func block(of push: CapturedPush, startOf group: Text?) -> [UInt8] {
        MarkdownBlock.rendered { document in
            if let group {
                document.heading(2) { heading in
                    if push.mark == nil {
                        heading.text(made: group.bytes)
                    } else {
                        heading.code(group.cut(to: DrawnText.lineLength))
                    }
                }
            }
            document.heading(3) { heading in
                heading.text(push.verdict.word)
                heading.text(push.exchange.annotations.scripted == nil ? " " : ", scripted ")
                heading.code(push.reading.title.cut(to: DrawnText.lineLength))
            }
            document.list { list in
                list.verdicts(of: push)
                list.texts(of: push)
                list.facts(of: push)
                list.findings(of: push)
            }
            document.payload(of: push)
            if let outgoing = push.reading.message.gateway?.outgoing { document.outgoing(outgoing) }
        }
    }
}

extension MarkdownBlock {
    fileprivate func verdicts(of push: CapturedPush) {
        let verdicts = push.reading.verdicts.all
        if verdicts.isEmpty { item { $0.text("Displays nothing: no platform is reached.") } }
        for (platform, verdict) in verdicts {
            item { item in
                item.strong(platform.label)
                item.text(": ")
                item.text(verdict.outcome.word)
                item.text(". ")
                item.sentence(verdict.explain)
            }
        }
    }

    fileprivate func texts(of push: CapturedPush) {
        guard push.reading.message.kind == .notification, let alert = push.reading.message.alert else { return }
        field("Subtitle", alert.subtitle)
        field("Body", alert.body?.cut(to: DrawnText.bodyLength))
        localized("Title", alert.localization?.title)
        localized("Subtitle", alert.localization?.subtitle)
        localized("Body", alert.localization?.body)
        if let signal = alert.signal { item { $0.sentence(signal) } }
        field("Image", alert.image)
        field("Category", alert.category)
        field("Channel", alert.channel)
    }

    private func field(_ name: StaticString, _ value: Text?) {
        guard let value else { return }
        item { item in
            item.strong(name)
            item.text(" ")
            item.code(value)
        }
    }

    private func localized(_ name: StaticString, _ text: LocalizedText?) {
        guard let text else { return }
        item { item in
            item.strong(name)
            item.text(" by key ")
            item.code(text.key)
            for (index, argument) in text.arguments.enumerated() {
                item.text(index == 0 ? " with " : ", ")
                item.code(argument)
            }
        }
    }

    fileprivate func facts(of push: CapturedPush) {
        item { item in
            item.strong("Captured")
            item.text(" ")
            item.text(made: push.time.reading)
            item.text(" from ")
            item.code(push.provider)
        }
        for fact in push.facts {
            item { item in
                item.strong(fact.name)
                if let value = fact.value {
                    item.text(" ")
                    item.code(value)
                }
                if let note = fact.note {
                    item.text(" ")
                    item.sentence(note)
                }
            }
        }
    }

    fileprivate func findings(of push: CapturedPush) {
        for finding in push.reading.findings {
            item { item in
                item.strong(finding.severity.word)
                item.text(" ")
                item.sentence(finding.message)
                item.text(" ")
                item.sentence(finding.help)
                item.text(" (")
                item.code(finding.code)
                let place = finding.place.described
                item.text(", ")
                item.text(place.words)
                if let captured = place.captured {
                    item.text(" ")
                    item.code(captured)
                }
                item.text(")")
            }
        }
    }

    fileprivate func payload(of push: CapturedPush) {
        let body = push.exchange.request.body
        guard !body.isEmpty else { return }
        guard body.count <= MarkdownReport.largestPayload else {
            paragraph { line in
                var words: [UInt8] = []
                words.append("The payload of ")
                words.append(body.count, "byte", "bytes")
                words.append(" is left to the log.")
                line.text(made: words)
            }
            return
        }
        html(
            push.reading.message.gateway == nil
                ? "<details><summary>Payload as posted</summary>\n"
                : "<details><summary>Payload as posted to MongoosePush</summary>\n"
        )
        fence(body[...], language: "json")
        html("</details>\n")
    }

    /// The request that a gateway sent on; what it carries is never larger than what was posted by much.
    fileprivate func outgoing(_ outgoing: OutgoingRequest) {
        guard outgoing.body.bytes.count <= MarkdownReport.largestPayload else { return }
        html(
            outgoing.service == "apns"
                ? "<details><summary>As it would have gone out to APNs</summary>\n"
                : "<details><summary>As it would have gone out to FCM</summary>\n"
        )
        fence(outgoing.head.map { $0[...] }, language: "http")
        fence(outgoing.body.bytes[...], language: "json")
        html("</details>\n")
    }
}
