import Bytes
import PushModel

extension TemplateValues {
    /// How many groups the contents list; the rest is counted.
    private static let listedSteps = 500

    /// What stands beside the cards: filters, and the contents by step, target and verdict. One push needs neither.
    func setAside(_ head: ReportHead, _ layout: PageLayout) {
        guard head.summary.pushes > 1 else { return }
        let aside = section(.aside)
        if layout.hasCards { aside.show(.filters).setFilters(head.summary) }
        aside.setSteps(head.source, layout)
        aside.setTargets(head.summary.targets, layout)
        aside.setVerdicts(head.summary, layout)
    }

    private func setSteps(_ source: ReportSource, _ layout: PageLayout) {
        let groups = source.groups.enumerated().filter { !layout.pushes(of: $1.pushes).isEmpty }
        guard groups.count > 1 else { return }
        let list = show(.steps)
        list.set(.stepsCount, groups.count)
        for (index, group) in groups.prefix(TemplateValues.listedSteps) {
            let pushes = layout.pushes(of: group.pushes)
            list.section(.step) { item in
                item.set(.linkPage, layout.link(to: pushes.lowerBound))
                item.set(.stepId, index + 1)
                item.set(.stepLabel, captured: source.heading(of: group).cut(to: DrawnText.lineLength))
                item.set(.stepCount, pushes.count)
            }
        }
        let cut = groups.count - TemplateValues.listedSteps
        if cut > 0 { list.show(.stepsCut).set(.stepsCutText, .counted(cut, "more is below.", "more are below.")) }
    }

    private func setTargets(_ targets: TargetIndex, _ layout: PageLayout) {
        section(.index) { index in
            index.set(.indexName, "By target")
            index.set(.indexCount, targets.entries.count)
            for entry in targets.entries {
                index.setEntry(entry.target.shortened.cut(to: DrawnText.lineLength), entry.pushes, layout)
            }
            guard targets.unlisted > 0 else { return }
            index.show(.indexCut).set(
                .indexCutText,
                .counted(targets.unlisted, "push went to other targets.", "pushes went to other targets.")
            )
        }
    }

    private func setVerdicts(_ summary: RunSummary, _ layout: PageLayout) {
        section(.index) { index in
            let entries = zip(PushVerdict.allCases, summary.places).filter { $0.1.count > 0 }
            index.set(.indexName, "By verdict")
            index.set(.indexCount, entries.count)
            for (verdict, pushes) in entries { index.setEntry(Text("\(verdict.word)"), pushes, layout) }
        }
    }

    private func setEntry(_ label: Text, _ pushes: PushList, _ layout: PageLayout) {
        section(.entry) { entry in
            entry.set(.entryLabel, captured: label)
            entry.set(.entryCount, pushes.count)
            for place in pushes.places {
                entry.section(.place) { link in
                    link.set(.linkPage, layout.link(to: place.position))
                    link.set(.placeId, place.anchor.bytes)
                    link.set(.placeNumber, place.position + 1)
                }
            }
            let cut = pushes.count - pushes.places.count
            if cut > 0 { entry.show(.placesCut).set(.placesCutText, .counted(cut, "more", "more")) }
        }
    }

    private func setFilters(_ summary: RunSummary) {
        for (index, verdict) in PushVerdict.allCases.enumerated() where summary.verdicts[index] > 0 {
            section(.filterKind) { filter in
                filter.set(.filterId, Array(verdict.rawValue.utf8))
                filter.set(.filterClass, Array(verdict.rawValue.utf8))
                filter.set(.filterLabel, verdict.word)
                filter.set(.filterCount, summary.verdicts[index])
            }
        }
        let providers = summary.providers
        if providers.count > 1 {
            let list = section(.filterProviders)
            for provider in providers {
                list.section(.filterProvider) { filter in
                    filter.set(.filterId, Array("provider-".utf8) + provider.name.bytes)
                    filter.set(.filterLabel, captured: provider.name)
                    filter.set(.filterCount, provider.count)
                }
            }
        }
        if summary.withFindings > 0 {
            section(.filterFindings) { $0.set(.filterCount, summary.withFindings) }
        }
    }
}
