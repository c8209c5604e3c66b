import Bytes
import PushModel

extension OutgoingRequest {
    /// The service as a reader knows it.
    var serviceName: StaticString { service == "apns" ? "APNs" : "FCM" }

    /// The request line, the host and the header fields. Each is one line to show, whatever line feeds are in it.
    var head: [[UInt8]] {
        ["POST ".utf8 + path.bytes + " HTTP/2".utf8, "host: ".utf8 + authority.bytes]
            + headers.map { $0.name.bytes + ": ".utf8 + $0.value.bytes }
    }
}
