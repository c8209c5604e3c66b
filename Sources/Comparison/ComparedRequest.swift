import Bytes
import CaptureLog
import Filter
import HTTPMessage
import PushModel

/// The request that is compared of a push: the one that was posted. Where a push went through a gateway in one of the runs
/// only, it is the one that its service gets, and of a push to the service itself what a gateway would send as well.
struct ComparedRequest {
    /// Who was to deliver the push.
    let provider: Text?
    /// The app; nil where the gateway and not the sender says which.
    let app: Text?
    let headers: HeaderList
    let body: [UInt8]
    /// What is wrong with it; to a service, the errors in what it says alone.
    let findings: [Finding]
    /// The body of what a gateway sent on, which depends on its settings too; nil where that is what is compared anyway.
    let outgoing: [UInt8]?
    /// The status of the answer; nil where it is the answer of a gateway, which has words of its own.
    let status: Int?
    /// True when a member whose value is an object with nothing in it is as good as none.
    let hasOptionalObjects: Bool

    /// The request that was posted.
    init(postedFor push: FilterSubject) {
        provider = push.exchange.provider
        app = push.reading.message.app
        headers = push.exchange.request.headers
        body = push.exchange.request.body
        findings = push.reading.findings
        outgoing = push.reading.message.gateway?.outgoing?.body.bytes
        status = push.exchange.response.status
        hasOptionalObjects = false
    }

    /// The request that the service gets: without credentials, and with those header fields only that the service goes by.
    ///
    /// - Returns: nil when a gateway sent nothing on.
    init?(toServiceOf push: FilterSubject) {
        if let gateway = push.reading.message.gateway {
            guard let outgoing = gateway.outgoing else { return nil }
            provider = outgoing.service
            var headers = HeaderList()
            for header in outgoing.headers {
                headers.append(header.name.bytes[...], header.value.bytes[...])
            }
            self.headers = headers.ofAPNs
            body = outgoing.body.bytes
        } else {
            provider = push.exchange.provider
            headers = push.exchange.request.headers.ofAPNs
            body = push.exchange.request.body
        }
        // The project of an FCM push is that of the gateway's service account, whatever the sender knows of it.
        let isFCM = provider.map { $0 == "fcm" } ?? false
        app = isFCM ? nil : push.reading.message.app
        findings = push.reading.findings.filter { finding in
            guard finding.severity == .error else { return false }
            guard push.reading.message.gateway != nil else { return finding.place.isOfMessage }
            if case .outgoing(let place) = finding.place { return place.isOfMessage }
            return false
        }
        outgoing = nil
        status = nil
        // What FCM reads are protocol buffers, and gateways write empty ones that others leave out.
        hasOptionalObjects = isFCM
    }

    /// The requests by which two pushes are compared.
    static func pair(_ old: FilterSubject, _ new: FilterSubject) -> (ComparedRequest, ComparedRequest) {
        if old.isSentOn != new.isSentOn, let before = ComparedRequest(toServiceOf: old),
            let after = ComparedRequest(toServiceOf: new)
        {
            return (before, after)
        }
        return (ComparedRequest(postedFor: old), ComparedRequest(postedFor: new))
    }
}

extension FilterSubject {
    /// True when a gateway sent the push on to its service.
    var isSentOn: Bool { reading.message.gateway?.outgoing != nil }
}

extension HeaderList {
    /// The fields by which APNs goes; FCM goes by none.
    fileprivate var ofAPNs: HeaderList {
        var list = HeaderList()
        for position in 0..<count where ASCII.equalIgnoringCase(name(at: position).prefix(5), "apns-") {
            list.append(name(at: position), value(at: position))
        }
        return list
    }
}

extension Finding.Place {
    /// True for what the sender says, and not how it gets to the service: its connection, its credentials, the answer.
    fileprivate var isOfMessage: Bool {
        switch self {
        case .body, .target: true
        case .header(let name): ASCII.equalIgnoringCase(name.bytes.prefix(5), "apns-")
        case .request, .outgoing: false
        }
    }
}
