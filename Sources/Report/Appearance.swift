import PushModel

/// How one push looks: the platforms on which it looks the same, drawn once.
struct Appearance {
    /// The platforms and what each does, the first of them giving the drawing its style.
    var platforms: [(platform: Platform, verdict: Verdict)]

    /// What the drawing shows.
    var outcome: Outcome { platforms[0].verdict.outcome }
    /// What the card says.
    var alert: Alert? { platforms[0].verdict.alert }

    /// The drawings of a push, in the order iOS, Android, web.
    static func all(of verdicts: Verdicts) -> [Appearance] {
        var appearances: [Appearance] = []
        for (platform, verdict) in verdicts.all {
            if let index = appearances.firstIndex(where: { $0.looksLike(verdict) }) {
                appearances[index].platforms.append((platform, verdict))
            } else {
                appearances.append(Appearance(platforms: [(platform, verdict)]))
            }
        }
        return appearances
    }

    private func looksLike(_ verdict: Verdict) -> Bool {
        guard outcome == verdict.outcome else { return false }
        guard let alert, let other = verdict.alert else { return self.alert == nil && verdict.alert == nil }
        return alert.drawn == other.drawn
    }
}

extension Alert {
    /// The alert without what is not drawn.
    fileprivate var drawn: Alert {
        var alert = self
        alert.category = nil
        alert.thread = nil
        alert.channel = nil
        return alert
    }
}
