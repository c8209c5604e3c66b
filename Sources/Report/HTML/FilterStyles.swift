import Bytes
import Providers

/// The part of the style sheet that filters: what is not ticked beside the cards is not displayed, a step goes with the
/// last of its pushes, and when all are gone a sentence says so.
///
/// A style sheet cannot ask whether a step still shows anything. So while a filter is on every step is hidden, and there
/// is a rule for each verdict and provider that brings back the steps that have such a push, which an element at the end
/// of each step names. A `:has()` that looks at the pushes themselves is asked again for every piece of the page that
/// comes in, and Chromium needs twice as long to open ten thousand of them.
enum FilterStyles {
    /// The rules, the same for every report.
    static let rules: [UInt8] = {
        let verdicts = PushVerdict.allCases.map(\.rawValue)
        let labels = (0...Providers.all.count).map { "\(RunSummary.providerLabel($0))" }
        let providers = labels.map { "provider-\($0)" }
        var rules = (verdicts + providers).map { name in
            "\(form(has: unticked(name))) main .batch > .\(name):not(:target),\n"
        }
        rules.append("\(form(has: onlyFindings)) main .batch > :not(.flagged, :target) { display: none; }\n")
        let filtering = (verdicts + providers).map(unticked) + [onlyFindings]
        let unlinked = ".group:not(:has(> .batch > :target))"
        let isFiltering = form(has: filtering.joined(separator: ", "))
        rules.append("\(isFiltering) main \(unlinked) { display: none; }\n")
        rules.append("\(isFiltering) main .none-shown { display: block; }\n")
        for verdict in PushVerdict.allCases {
            for label in labels {
                let hiding = "\(unticked(verdict.rawValue)), \(unticked("provider-\(label)"))"
                let sort = PushSorts.name(verdict, provider: label)
                let all = ".aside:not(:has(\(hiding), \(onlyFindings))) + main .group:has(> .sorts.\(sort))"
                let flagged = ".aside:not(:has(\(hiding))) + main .group:has(> .sorts.\(PushSorts.flagged(sort)))"
                rules.append("\(all), \(flagged) { display: block; }\n")
                rules.append("\(all) ~ .none-shown, \(flagged) ~ .none-shown { display: none; }\n")
            }
        }
        return Array(rules.joined().utf8)
    }()

    private static let onlyFindings = "#only-findings:checked"

    private static func unticked(_ name: String) -> String { "#show-\(name):not(:checked)" }

    private static func form(has selector: String) -> String { ".aside:has(\(selector)) +" }
}
