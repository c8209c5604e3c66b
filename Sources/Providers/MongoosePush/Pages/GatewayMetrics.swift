import Bytes

/// The answer of `/metrics`: how many pushes ended how, as the histogram of sending times that the original keeps. Nothing
/// is sent here, so every time is in the first bucket, and their sum is 0.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/
struct GatewayMetrics {
    private let outcomes: [SendOutcome: Int]

    private static let name: StaticString = "mongoose_push_notification_send_time_microsecond"
    private static let buckets = ["1000", "10000", "25000", "50000", "100000", "250000", "500000", "1000000", "+Inf"]

    init(_ outcomes: [SendOutcome: Int]) {
        self.outcomes = outcomes
    }

    /// The body; without any push it has no series, only what they would be.
    var text: [UInt8] {
        var output: [UInt8] = []
        output.append("# HELP \(Self.name) How long sending a push took.\n# TYPE \(Self.name) histogram\n")
        for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) {
            for bucket in Self.buckets { append("_bucket", outcome, count, bucket: bucket, to: &output) }
            append("_sum", outcome, 0, to: &output)
            append("_count", outcome, count, to: &output)
        }
        return output
    }

    private func append(
        _ suffix: String, _ outcome: SendOutcome, _ value: Int, bucket: String? = nil, to output: inout [UInt8]
    ) {
        output.append("\(Self.name)\(suffix){error_category=\"")
        output.append(label: outcome.category ?? "")
        output.append("\",error_reason=\"")
        output.append(label: outcome.reason ?? "")
        output.append("\",service=\"")
        output.append(label: outcome.service)
        output.append("\",status=\"\(outcome.category == nil ? "success" : "error")\"")
        if let bucket { output.append(",le=\"\(bucket)\"") }
        output.append("} \(value)\n")
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }

    /// Appends the value of a label with its three escapes.
    fileprivate mutating func append(label: Text) {
        for byte in label.bytes {
            switch byte {
            case 0x0A: append("\\n")
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            default: append(byte)
            }
        }
    }
}
