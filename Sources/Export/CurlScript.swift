import Bytes
import CaptureLog
import HTTPMessage
package import Report

/// Pushes as a script for a POSIX shell, a command with curl for each, which sends the request again.
///
/// Method, target, header fields and body are those of the capture, byte for byte. curl itself says where to (`PUSH_URL`)
/// and so the authority, and the fields of the connection; a secret that the recorder took out stays out. The script ends
/// with status 1 when a command got no answer, whatever the others got.
package enum CurlScript {
    /// The longest body that is an argument of curl: Linux takes 128 KiB. A longer one, one that no argument can hold, and
    /// one with control characters comes through a pipe.
    private static let longestArgument = 100_000

    /// The fields that curl sends of itself or that belong to the connection.
    private static let ownFields: [StaticString] = [
        "host", "content-length", "connection", "transfer-encoding", "keep-alive", "upgrade", "http2-settings",
        "expect", "te",
    ]
    /// The fields that curl adds where nothing is said.
    private static let addedFields: [StaticString] = ["accept", "user-agent", "content-type"]

    /// What the script begins with.
    package static let opening: StaticString = """
        #!/bin/sh
        # Made by pushreport export: sends each captured request again. Secrets are not in the capture, nor here.
        : "${PUSH_URL:=http://127.0.0.1:8822}"

        """

    /// What stands between the opening and the first command.
    package static let start: StaticString = "unanswered=0\n"

    /// What the script ends with.
    package static let tail: StaticString = """
        [ "$unanswered" -eq 0 ] || { echo "$unanswered of the requests got no answer" >&2; exit 1; }

        """

    /// The command for a push.
    package static func command(for push: CapturedPush) -> [UInt8] {
        let request = push.exchange.request
        var line: [UInt8] = []
        let body = request.body
        let isArgument = body.count <= longestArgument && !body.contains(where: isControl) && UTF8Text.isValid(body)
        if !isArgument {
            line.append("printf ")
            line.appendShellFormat(body[...])
            line.append(" | ")
        }
        line.append("curl -sS ")
        switch request.version {
        case .http10: line.append("--http1.0")
        case .http11: line.append("--http1.1")
        case .http2: line.append("--http2-prior-knowledge")
        }
        line.append(" -X ")
        line.appendShellWord(request.method[...])
        appendFields(of: push.exchange, to: &line)
        if !isArgument {
            line.append(" --data-binary @-")
        } else if !body.isEmpty || ASCII.equal(request.method[...], "POST") {
            line.append(" --data-raw ")
            line.appendShellWord(body[...])
        }
        if isPlain(request.target) {
            line.append(" --path-as-is -g \"$PUSH_URL\"")
            line.appendShellWord(request.target[...])
        } else {
            line.append(" --request-target ")
            line.appendShellWord(request.target[...])
            line.append(" \"$PUSH_URL\"")
        }
        line.append(" || unanswered=$((unanswered + 1))\n")
        return line
    }

    private static func appendFields(of exchange: Exchange, to line: inout [UInt8]) {
        let fields = exchange.request.headers
        var missing = addedFields
        for position in 0..<fields.count {
            let name = fields.name(at: position)
            guard !ownFields.contains(where: { ASCII.equalIgnoringCase(name, $0) }),
                !exchange.redactions.contains(where: { $0.place == .header(position: position) })
            else { continue }
            missing.removeAll { ASCII.equalIgnoringCase(name, $0) }
            let value = fields.value(at: position)
            // curl takes "name;" for a field without a value, and "name:" for one that is not to be sent.
            var field = Array(name)
            field.append(value.isEmpty ? UInt8(ascii: ";") : UInt8(ascii: ":"))
            if !value.isEmpty { field += [UInt8(ascii: " ")] + value }
            line.append(" -H ")
            line.appendShellWord(field.filter { $0 != 0 }[...])
        }
        for name in missing {
            line.append(" -H '")
            line.append(name)
            line.append(":'")
        }
    }

    /// True for what must not stand in a command as it is: NUL ends an argument, and a terminal that a command is pasted into
    /// may take others for keys, such as the interrupt that begins a new line.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || (byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n"))
    }

    /// True for a target that curl sends as it stands in a URL.
    private static func isPlain(_ target: [UInt8]) -> Bool {
        target.first == UInt8(ascii: "/")
            && target.allSatisfy { byte in
                ASCII.lowercased(byte) &- 0x61 < 26 || byte &- 0x30 < 10
                    || [UInt8]("-._~/:@!$&()*+,;=%?".utf8).contains(byte)
            }
    }
}
