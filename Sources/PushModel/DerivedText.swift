package import Bytes

extension PushReading {
    /// The longest ``title`` that is made from a body, in code points.
    package static let longestTitle = 80
    /// The longest ``preview``, in code points.
    package static let longestPreview = 160

    /// One line that names the push: the first text there is, literal before looked up, else a placeholder in
    /// parentheses. Never empty, and without line breaks.
    package var title: Text {
        let alert = message.alert
        let candidates = [
            alert?.title, alert?.localization?.title?.key, alert?.body, alert?.localization?.body?.key,
            alert?.subtitle, alert?.localization?.subtitle?.key,
        ]
        for case let text? in candidates where !text.isBlank {
            return text == alert?.title ? text.onOneLine() : text.onOneLine(upTo: Self.longestTitle)
        }
        if verdicts.isRefused { return "(refused push)" }
        if verdicts.all.contains(where: { $0.verdict.outcome == .liveActivity }) { return "(Live Activity)" }
        switch message.kind {
        case .notification: return "(no alert text)"
        case .silent: return "(silent push)"
        case .empty: return "(empty push)"
        }
    }

    /// One line with what ``title`` leaves out: subtitle and body, else the key of the body, else the keys of the data,
    /// else badge and sound. Never empty, and without line breaks.
    package var preview: Text {
        let alert = message.alert
        let texts = [alert?.subtitle, alert?.body].compactMap { $0 }.filter { !$0.isBlank }
        let preview: String
        if !texts.isEmpty {
            preview = texts.map(\.description).joined(separator: " – ")
        } else if let body = alert?.localization?.body {
            let arguments = body.arguments.map(\.description).joined(separator: ", ")
            preview = body.arguments.isEmpty ? body.key.description : "\(body.key) (\(arguments))"
        } else if !message.dataKeys.isEmpty {
            preview = "data: " + message.dataKeys.map(\.description).joined(separator: ", ")
        } else {
            let parts = [alert?.badge.map(described(badge:)), alert?.sound.map { "sound \($0)" }].compactMap { $0 }
            preview = parts.isEmpty ? "no alert, no data" : parts.joined(separator: ", ")
        }
        return Text(preview).onOneLine(upTo: Self.longestPreview)
    }

    /// What happens, on which platforms, and why: one sentence for the whole push, then the verdicts' own.
    package var explain: Text {
        var sentences: [String] = []
        let all = verdicts.all
        if verdicts.isRefused {
            sentences.append("This push was refused, so nothing reaches a device.")
        } else {
            switch message.kind {
            case .notification:
                let noticed = all.filter { $0.verdict.outcome.isNoticed }.map(\.platform.label.description)
                let others = all.filter { !$0.verdict.outcome.isNoticed }.map(\.platform.label.description)
                let except = others.isEmpty ? "" : ", and not on \(others.joined(separator: " or "))"
                sentences.append("The user notices this push on \(noticed.joined(separator: " and "))\(except).")
            case .silent:
                sentences.append("This push displays nothing; only the app gets it.")
            case .empty:
                sentences.append("This push displays nothing and delivers nothing: almost certainly a mistake.")
            }
        }
        // Platforms with the same reason share a sentence.
        var told: [Text] = []
        for (_, verdict) in all where !told.contains(verdict.explain) {
            told.append(verdict.explain)
            let platforms = all.filter { $0.verdict.explain == verdict.explain }.map(\.platform.label.description)
            let prefix = all.count > 1 ? "\(platforms.joined(separator: ", ")): " : ""
            sentences.append("\(prefix)\(verdict.explain)")
        }
        return Text(sentences.joined(separator: " "))
    }
}

extension Verdicts {
    /// True when the provider refused the push, so that no platform gets it.
    package var isRefused: Bool {
        // Asked of every push several times, and nearly always answered by the first platform, without an array of all.
        guard ios?.outcome ?? .refused == .refused, android?.outcome ?? .refused == .refused,
            web?.outcome ?? .refused == .refused
        else { return false }
        return ios != nil || android != nil || web != nil
    }
}

private func described(badge: Int64) -> String {
    badge == 0 ? "clears the badge" : "badge \(badge)"
}

extension Text {
    /// The text with each run of line breaks and control characters as one space; beyond the limit in code points it
    /// ends in an ellipsis, which counts.
    package func onOneLine(upTo limit: Int = .max) -> Text {
        // Nearly every text is short and plain.
        if bytes.count <= limit, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        let parts = description.unicodeScalars.split { isBreak($0) }
        let line = String.UnicodeScalarView(parts.joined(separator: " ".unicodeScalars))
        guard limit < .max, line.dropFirst(limit).first != nil else { return Text(String(line)) }
        return Text(String(String.UnicodeScalarView(line.prefix(limit - 1))) + "…")
    }
}

private func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: false
    }
}
