import Bytes
import PushModel

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

/// How much text a drawing holds, in code points; the whole text stands one click away.
enum DrawnText {
    /// A title in a list.
    static let lineLength = 80
    /// A title on a card.
    static let titleLength = 160
    /// A body that surely fits into four lines.
    static let fittingLength = 140
    /// A body that is drawn at all.
    static let bodyLength = 400
}
