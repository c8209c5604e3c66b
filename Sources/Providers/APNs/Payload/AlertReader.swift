import Bytes
import JSONText
import PushModel

/// Reads the keys of `aps` that a user notices into an ``Alert``.
struct AlertReader {
    private(set) var alert = Alert()
    private(set) var hasSoundInAlert = false

    /// Reads `alert`: a string is the body, an object has the texts and keys of texts.
    mutating func readAlert(_ aps: inout PayloadDictionary<APSKey>) -> APNsPayload.AlertForm {
        guard let value = aps[.alert] else { return .absent }
        switch value.kind {
        case .string:
            alert.body = value.text.flatMap(present)
            return .text
        case .object:
            readDictionary(PayloadDictionary(value, at: aps.pointer.member("alert")), in: &aps)
            return .dictionary
        default:
            aps.addWrongType(.alert, value, wanted: "a string or an object")
            return .absent
        }
    }

    /// Reads the keys beside `alert`.
    mutating func readRest(_ aps: inout PayloadDictionary<APSKey>) {
        readBadge(&aps)
        if let value = aps[.sound] { readSound(value, at: aps.pointer, in: &aps) }
        alert.category = aps.text(.category).flatMap(present)
        alert.thread = aps.text(.threadID).flatMap(present)
        alert.interruptionLevel = aps.text(.interruptionLevel).flatMap(present)
        // Nothing shows these, but their types are part of the contract too.
        _ = aps.text(.targetContentID)
        _ = aps.text(.filterCriteria)
    }

    private mutating func readDictionary(
        _ dictionary: PayloadDictionary<AlertKey>,
        in aps: inout PayloadDictionary<APSKey>
    ) {
        var dictionary = dictionary
        var localization = Localization()
        alert.title = readText(.title, in: &dictionary, localized: &localization.title)
        alert.body = readText(.body, in: &dictionary, localized: &localization.body)
        alert.subtitle = dictionary.text(.subtitle).flatMap(present)
        localization.title = readKey(.titleKey, .titleArguments, in: &dictionary) ?? localization.title
        localization.subtitle = readKey(.subtitleKey, .subtitleArguments, in: &dictionary)
        localization.body = readKey(.bodyKey, .bodyArguments, in: &dictionary) ?? localization.body
        alert.localization = localization.isEmpty ? nil : localization
        if let sound = dictionary[.sound] {
            hasSoundInAlert = true
            readSound(sound, at: dictionary.pointer, in: &aps)
        }
        dictionary.findings.forEach { aps.add($0) }
    }

    /// A text, or the object with a key and arguments that the alert of a Live Activity may have in its place.
    private func readText(
        _ key: AlertKey,
        in dictionary: inout PayloadDictionary<AlertKey>,
        localized: inout LocalizedText?
    ) -> Text? {
        guard let value = dictionary[key], value.kind == .object else { return dictionary.text(key).flatMap(present) }
        var text = PayloadDictionary<LocalizedTextKey>(value, at: dictionary.pointer.member(Text(key.rawValue)))
        let arguments = text.texts(.arguments)
        localized = text.text(.key).flatMap(present).map { LocalizedText(key: $0, arguments: arguments) }
        text.findings.forEach { dictionary.add($0) }
        return nil
    }

    private func readKey(
        _ key: AlertKey,
        _ arguments: AlertKey,
        in dictionary: inout PayloadDictionary<AlertKey>
    ) -> LocalizedText? {
        let texts = dictionary.texts(arguments)
        if let text = dictionary.text(key).flatMap(present) { return LocalizedText(key: text, arguments: texts) }
        if !texts.isEmpty {
            dictionary.add(
                .warning(
                    "apns-arguments-without-key",
                    at: dictionary.place(of: arguments),
                    "\(dictionary.name(of: arguments)) has nothing to fill, since \(key.rawValue) is missing.",
                    help: "Add \(key.rawValue), or remove the arguments."
                )
            )
        }
        return nil
    }

    private mutating func readBadge(_ aps: inout PayloadDictionary<APSKey>) {
        guard let value = aps[.badge] else { return }
        let number = value.integer ?? value.double.flatMap(wholeNumber)
        if let number, number >= 0 {
            alert.badge = number
            return
        }
        aps.add(
            .warning(
                "apns-badge-not-a-number",
                at: aps.place(of: .badge),
                value.kind == .number
                    ? "aps.badge is \(Text(repairing: value.raw)), and a badge is a whole number from 0 up."
                    : "aps.badge is \(value.kind.described), so the device ignores it; increments are not supported.",
                help: "Send the number to show; 0 clears the badge."
            )
        )
    }

    private mutating func readSound(
        _ value: JSONValue,
        at parent: JSONPointer,
        in aps: inout PayloadDictionary<APSKey>
    ) {
        switch value.kind {
        case .string:
            alert.sound = value.text.flatMap(present)
        case .object:
            var sound = PayloadDictionary<SoundKey>(value, at: parent.member("sound"))
            alert.sound = sound.text(.name).flatMap(present)
            alert.isCritical = sound.flag(.critical)
            if let volume = sound.number(.volume), !(0...1).contains(volume) {
                sound.add(
                    .warning(
                        "apns-volume-range",
                        at: sound.place(of: .volume),
                        "aps.sound.volume is \(volume), outside the range from 0 to 1.",
                        help: "Send a volume from 0 (silent) to 1 (full)."
                    )
                )
            }
            sound.findings.forEach { aps.add($0) }
        default:
            aps.addWrongType(.sound, value, wanted: "a string or an object")
        }
    }
}

/// The text as sent; nil for an empty one, which says nothing.
private func present(_ text: Text) -> Text? {
    text.isEmpty ? nil : text
}

/// The integer that a number such as `3.0` or `1e2` stands for; nil when it has a fraction or is beyond what a double
/// counts without gaps.
private func wholeNumber(_ number: Double) -> Int64? {
    guard abs(number) <= 0x1p53 else { return nil }
    let integer = Int64(number)
    return Double(integer) == number ? integer : nil
}
