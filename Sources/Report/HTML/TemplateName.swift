import Bytes
import CGoogleTemplate

/// A name that templates know: of a file, a section or a value. The marker is the case's name in capitals, its words
/// joined by `_`: `bannerTitle` is `BANNER_TITLE`.
enum TemplateName: Int, CaseIterable, Sendable {
    // Files.
    case report, card, row, diff

    // The page.
    case top, middle, bottom, policy, title, build, buildText, lead, reviewStart, reviewEnd
    case tile, tileClass, tileIcon, tileCount, tileLabel, tileNote, tileNoteText
    case platforms, platform, platformName, outcome, outcomeClass, outcomeCount
    case complete, incomplete, gap, gapClass, gapText, span, spanText
    case inputs, inputsSummary, input, inputName, inputEvents, inputBytes, inputHash
    case calls, callsSummary, call, callKind, callText, callCount, callAnswer, callStatus, callNote, callNoteText
    case problems, problemsLead, problem, problemId, problemTitle, problemMessage, problemMore, problemMoreText
    case problemsCut, problemsCutText
    case aside, steps, stepsCount, step, stepId, stepLabel, stepCount, stepsCut, stepsCutText
    case content, contentId, contentLabel, contentCount
    case index, indexName, indexCount, entry, entryLabel, entryCount, indexCut, indexCutText
    case place, placeId, placeNumber, placesCut, placesCutText
    case filterKind, filterProviders, filterProvider, filterFindings
    case filterClass, filterId, filterLabel, filterCount
    case firstScreen, linkPage, filters
    case neighbours, indexLink, pageNumber, pageCount, previous, previousLink, next, nextLink
    case pages, page, pageLink, pagePushes, pageTime, pageCell, pageCellCount
    case pushesHeading, empty
    case groupStart, groupEnd, groupId, groupLabel, groupCount, groupContinued, groupSorts
    case batchStart, batchEnd, batchClass, batchLabel
    case search, script, indexScript, noScript, carriedLog, leftLog, logLines, logHash, end

    // One push.
    case classes, id, number, time, timeExact, provider, verdict, verdictClass, target
    case device, deviceClass, banner, bannerClass, bannerApp, bubble, bubbleCount, label, labelText
    case bannerTitle, bannerTitleText, bannerSubtitle, bannerSubtitleText, bannerBody, bannerBodyText
    case key, keyPart, keyText, keyArguments, keyArgument, keyArgumentText
    case appIcon, thumbnail, labelClass, signal, signalText, soundIcon, activity, quiet, quietClass, quietText
    case outcomePlatform, outcomeWord, outcomeExplain, outcomeReason
    case whole, wholeText, carries, carry, carryName, carryValue
    case fact, factName, factValue, factValueText, factNote, factNoteText
    case findings, finding, findingClass, findingSeverity, findingMessage, findingHelp, findingCode, findingPlace
    case findingPointer, findingPointerText
    case payload, payloadSize, payloadText, pretty, prettyText, postedTo
    case outgoing, outgoingService, outgoingSize, outgoingHead, outgoingText
    case exchangeSummary, requestLine
    case headers, headersClass, headersCaption, header, headerName, headerValue, headerNote, headerNoteText
    case notes, answer, answerText, scripted

    // One difference.
    case inputSide, note, noteText, rule, ruleText, groupMeaning
    case entryStart, entryEnd, entryClass, entryWord, entryTitle, entryPlace, entryTimes, entryTimesText
    case entryRegression, sideStart, sideEnd, sideClass, sideLabel
    case changes, change, changeAspect, changeName, changeRegression
    case oldNone, oldPiece, oldSame, oldSameText, oldGone, oldGoneText
    case newNone, newPiece, newSame, newSameText, newCome, newComeText

    /// The name as templates write it.
    var marker: Text {
        var marker: [UInt8] = []
        for byte in "\(self)".utf8 {
            let isCapital = byte &- 0x41 < 26
            if isCapital { marker.append(UInt8(ascii: "_")) }
            marker.append(isCapital ? byte : byte & ~0x20)
        }
        return Text(repairing: marker)
    }

    /// The name with its hash computed, as the library wants it.
    var handle: OpaquePointer? { unsafe TemplateName.handles[rawValue] }

    // Names live as long as the program, and nothing writes to them.
    private nonisolated(unsafe) static let handles: [OpaquePointer?] = unsafe allCases.map { name in
        let marker = name.marker.bytes
        return unsafe marker.withUnsafeBytes { unsafe google_template_name_new($0.baseAddress, $0.count) }
    }
}
