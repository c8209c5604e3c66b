package import Bytes
package import PushModel

/// The two lines that stand for a push in lists.
extension Message {
    /// How many code points of a body a title may have.
    static let titleLength = 80
    /// How many code points a preview may have.
    static let previewLength = 160

    /// The first that exists: the title, the title's key, the beginning of the body, words for the kind.
    package var lineTitle: Text {
        if let title = alert?.title { return title.withoutLineBreaks }
        if let key = alert?.localization?.title?.key { return key }
        if let body = alert?.body { return body.withoutLineBreaks.cut(to: Message.titleLength) }
        return switch kind {
        case .silent: "(silent push)"
        case .empty: "(empty push)"
        case .notification: "(no alert text)"
        }
    }

    /// The first that exists: subtitle and body, the body's key, the names of the data, badge and sound, words.
    package var preview: Text {
        let lines = [alert?.subtitle, alert?.body].compactMap { $0 }
        if !lines.isEmpty {
            var joined: [UInt8] = []
            for line in lines {
                if !joined.isEmpty { joined.append(" — ") }
                joined.append(contentsOf: line.bytes)
            }
            return Text(repairing: joined).withoutLineBreaks.cut(to: Message.previewLength)
        }
        if let key = alert?.localization?.body?.key { return key }
        if !dataKeys.isEmpty {
            var listed: [UInt8] = []
            listed.append("data: ")
            for (index, key) in dataKeys.sorted().enumerated() {
                if index > 0 { listed.append(", ") }
                listed.append(contentsOf: key.bytes)
            }
            return Text(repairing: listed).withoutLineBreaks.cut(to: Message.previewLength)
        }
        return alert?.signal ?? "no alert, no data"
    }
}

extension Alert {
    /// Badge and sound in words; nil when there is neither.
    var signal: Text? {
        var words: [UInt8] = []
        if let badge {
            if badge == 0 {
                words.append("clears the badge")
            } else {
                words.append("sets the badge to ")
                words.appendDecimal(badge)
            }
        }
        if let sound {
            words.append(words.isEmpty ? "plays the sound " : ", plays the sound ")
            words.append(contentsOf: sound.bytes)
        }
        return words.isEmpty ? nil : Text(repairing: words)
    }
}

extension Text {
    /// The text with a space for each line feed and carriage return.
    var withoutLineBreaks: Text {
        guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
        return Text(repairing: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }

    /// The first code points, the last of them an ellipsis when something was cut.
    func cut(to limit: Int) -> Text {
        guard bytes.count > limit else { return self }
        var scalars = 0
        var end = 0
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if scalars == limit - 1 { end = offset }
            scalars += 1
            if scalars > limit {
                var short = Array(bytes[..<end])
                short.append("…")
                return Text(repairing: short)
            }
        }
        return self
    }
}
