internal import Bytes
internal import HTTPMessage

extension HTTPResponse {
    /// The answer to what is handed to nobody.
    init(refusing cut: RequestCut) {
        var body: [UInt8] = []
        if case .malformed(let sentence) = cut {
            body.append(contentsOf: sentence.bytes)
        } else {
            body.append("the request took too long")
        }
        body.append("\n")
        self.init(status: cut.status, headers: HeaderList(["content-type": "text/plain"]), body: body)
    }

    /// False for the statuses that never come with a body or its length (RFC 9110 section 8.6).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// True when bytes follow the head of this answer.
    func hasBody(toMethod method: [UInt8]) -> Bool {
        mayHaveBody && !body.isEmpty && !ASCII.equal(method[...], "HEAD")
    }
}

extension [UInt8] {
    /// Appends a field value; bytes that would end the field become spaces (RFC 9110 section 5.5).
    mutating func appendFieldValue(_ value: ArraySlice<UInt8>) {
        guard value.contains(where: endsField) else { return append(contentsOf: value) }
        for byte in value { append(endsField(byte) ? 0x20 : byte) }
    }
}

private func endsField(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x0A || byte == 0x0D
}
