import Bytes

/// The identifier of a channel that was made here: a mark, the storage policy, and as many bytes as make it the only one.
struct ChannelID {
    private static let mark = Array("pushrec".utf8)

    private let policy: UInt8
    /// The identifier as the header field has it.
    let text: Text

    /// A new channel.
    ///
    /// - Parameters:
    ///   - policy: 0 when messages are not stored, 1 when the latest is.
    ///   - uuid: what tells it apart.
    init(_ policy: UInt8, _ uuid: Text) {
        self.policy = policy
        let digits = uuid.bytes.compactMap(hexValue)
        var bytes = ChannelID.mark + [policy]
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            bytes.append(digits[index] << 4 | digits[index + 1])
        }
        var encoded: [UInt8] = []
        Base64.encode(bytes[...], to: &encoded)
        text = Text(repairing: encoded)
    }

    /// Reads an identifier, decoded.
    ///
    /// - Returns: nil when it was not made here.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: ChannelID.mark), bytes.count > ChannelID.mark.count else { return nil }
        policy = bytes[ChannelID.mark.count]
        var encoded: [UInt8] = []
        Base64.encode(bytes[...], to: &encoded)
        text = Text(repairing: encoded)
    }

    /// How it was set up, as a read of it answers.
    var configuration: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("message-storage-policy", Int64(policy))
            writer.member("push-type", "LiveActivity")
        }
        return writer.bytes
    }
}
