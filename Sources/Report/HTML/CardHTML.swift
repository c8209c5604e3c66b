import Bytes
import CaptureLog
import HTTPMessage
import PushModel

extension ReportTemplates {
    /// Appends one push as a full card.
    func appendCard(_ push: CapturedPush, to output: inout [UInt8]) {
        cache.expand(.card, to: &output) { values in
            values.setIdentity(of: push)
            values.set(.title, captured: push.reading.title.cut(to: DrawnText.titleLength))
            values.set(.provider, captured: push.provider)
            if push.exchange.annotations.scripted != nil { values.show(.scripted) }
            let appearances = Appearance.all(of: push.reading.verdicts)
            if appearances.isEmpty { values.section(.device) { $0.setUnreached(push) } }
            for appearance in appearances {
                values.section(.device) { $0.setDevice(appearance, of: push) }
            }
            for fact in push.facts { values.section(.fact) { $0.setFact(fact) } }
            if !push.reading.findings.isEmpty {
                let list = values.show(.findings)
                for finding in push.reading.findings { list.section(.finding) { $0.setFinding(finding) } }
            }
            values.setPayload(of: push)
            if let outgoing = push.reading.message.gateway?.outgoing { values.setOutgoing(outgoing) }
            values.setExchange(push.exchange)
        }
    }

    /// Appends one push as a row, for reports of more pushes than have room for cards.
    func appendRow(_ push: CapturedPush, to output: inout [UInt8]) {
        cache.expand(.row, to: &output) { values in
            values.setIdentity(of: push)
            values.set(.title, captured: push.reading.title.cut(to: DrawnText.lineLength))
            values.set(.target, captured: push.reading.message.target.shortened.cut(to: DrawnText.lineLength))
            guard let worst = push.reading.findings.first else { return }
            values.section(.finding) { finding in
                finding.set(.findingClass, Array(worst.severity.rawValue.utf8))
                finding.set(.findingSeverity, worst.severity.word)
                finding.set(.findingMessage, captured: worst.message.cut(to: DrawnText.titleLength))
            }
        }
    }
}

extension TemplateValues {
    fileprivate func setIdentity(of push: CapturedPush) {
        let verdict = push.verdict
        var classes: [UInt8] = []
        classes.append(contentsOf: verdict.rawValue.utf8)
        classes.append(" provider-")
        classes.append(contentsOf: push.providerLabel.bytes)
        if verdict == .refused {
            classes.append(" kind-")
            classes.append(contentsOf: push.reading.message.kind.rawValue.utf8)
        }
        if let severity = push.severity {
            classes.append(" flagged ")
            classes.append(contentsOf: severity.rawValue.utf8)
        }
        set(.classes, classes)
        set(.id, push.anchor.bytes)
        set(.number, push.position + 1)
        set(.verdict, verdict.word)
        set(.verdictClass, Array(verdict.rawValue.utf8))
        set(.time, push.time.reading)
        set(.timeExact, push.time.rfc3339)
    }

    fileprivate func setFact(_ fact: Fact) {
        set(.factName, fact.name)
        if let value = fact.value { show(.factValue).set(.factValueText, captured: value) }
        if let note = fact.note { show(.factNote).set(.factNoteText, captured: note) }
    }

    fileprivate func setFinding(_ finding: Finding) {
        set(.findingClass, Array(finding.severity.rawValue.utf8))
        set(.findingSeverity, finding.severity.word)
        set(.findingMessage, captured: finding.message)
        set(.findingHelp, captured: finding.help)
        set(.findingCode, captured: finding.code)
        let place = finding.place.described
        set(.findingPlace, place.words)
        if let captured = place.captured {
            show(.findingPointer).set(.findingPointerText, captured: captured)
        }
    }

    fileprivate func setPayload(of push: CapturedPush) {
        let body = push.exchange.request.body
        guard !body.isEmpty else { return }
        show(.payload)
        if push.reading.message.gateway != nil { show(.postedTo) }
        set(.payloadSize, .counted(body.count, "byte", "bytes"))
        set(.payloadText, VisibleText.visible(body, in: .payload))
        if let pretty = PrettyJSON.text(of: body) {
            show(.pretty).set(.prettyText, VisibleText.visible(pretty, in: .payload))
        }
    }

    /// The request that a gateway sent on.
    fileprivate func setOutgoing(_ outgoing: OutgoingRequest) {
        section(.outgoing) { values in
            values.set(.outgoingService, outgoing.serviceName)
            values.set(.outgoingSize, .counted(outgoing.body.bytes.count, "byte", "bytes"))
            let head = outgoing.head.map { VisibleText.visible($0, in: .line) }
            values.set(.outgoingHead, Array(head.joined(separator: [UInt8(ascii: "\n")])))
            values.set(.outgoingText, VisibleText.visible(outgoing.body.bytes, in: .payload))
            if let pretty = PrettyJSON.text(of: outgoing.body.bytes) {
                values.show(.pretty).set(.prettyText, VisibleText.visible(pretty, in: .payload))
            }
        }
    }
}
