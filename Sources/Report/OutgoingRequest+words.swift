import Bytes
import PushModel

extension OutgoingRequest {
    /// The service as a reader knows it.
    var serviceName: StaticString { service == "apns" ? "APNs" : "FCM" }

    /// The request line, the host and the header fields, one a line.
    var head: [UInt8] {
        var text: [UInt8] = []
        text.append("POST ")
        text.append(contentsOf: path.bytes)
        text.append(" HTTP/2\nhost: ")
        text.append(contentsOf: authority.bytes)
        for header in headers {
            text.append("\n")
            text.append(contentsOf: header.name.bytes)
            text.append(": ")
            text.append(contentsOf: header.value.bytes)
        }
        return text
    }
}
