package import Alerts
import Finance
import Foundation
import Rules

/// Problems and self-alerts that the watcher raises about the program itself; their texts are in
/// the catalogue.
package enum WatchTexts: Sendable {
    /// The problem of notifications that are abandoned because their channel was removed.
    static let channelIsGone = DeliveryProblem(
        reason: .other, problem: "the channel is no longer in the settings",
        fix: "take it into the settings again and use 'saldovakt alerts retry', or leave it")

    /// The problem of an entry that was taken out of the outbox but not attempted.
    package static let notBegun = DeliveryProblem(
        reason: .cancelled, problem: "the attempt was not begun", fix: "nothing")

    /// The problem of what waits for a channel that has closed for good.
    static func closed(_ problem: DeliveryProblem) -> DeliveryProblem {
        DeliveryProblem(
            reason: problem.reason, problem: "the channel is closed: \(problem.problem)",
            fix: "\(problem.fix); a reload or a start of the watcher tries it again")
    }

    /// A rules file that can't be used, with its first error.
    static func rulesRejected(_ findings: [RuleFinding]) -> SelfAlert {
        let first = findings.first { $0.severity == .error } ?? findings.first
        return rulesRejected(
            first.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } ?? "")
    }

    static func rulesRejected(_ problem: String) -> SelfAlert {
        SelfAlert(.rulesRejected, problem: problem)
    }

    static func cardExpires(
        _ card: PaymentCard, of source: String, in language: Language
    ) -> SelfAlert {
        SelfAlert(
            .cardExpiring, name: card.label + place(source),
            problem: language.texts.cardExpires(on: card.lastDay?.description ?? ""))
    }

    /// An account whose answer lacks most of the rows that were known.
    static func missingRows(of account: String) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "the answer lacks most of the known transactions of \(account)",
            fix: "nothing: they are kept until such answers have come for a day")
    }

    /// An account that another configured bank lists too.
    static func readTwice(_ account: String, through others: [String]) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "\(account) is read through \(others.joined(separator: ", ")) too:"
                + " what counts all accounts counts it twice",
            fix: "remove one of the banks from the settings, and what is stored of it with"
                + " 'saldovakt access revoke --source ID'")
    }

    /// An account that the bank no longer lists, while a similar one appeared.
    static func renewed(_ account: String, at source: String) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "\(account) came under another id, and the one before it is no longer listed:"
                + " if they are one account, what counts all accounts counts it twice",
            fix: "'saldovakt access revoke --source \(source)' removes what is stored of this bank,"
                + " and the next read is its first; do nothing if they are two")
    }

    /// The end of the name of anything that belongs to a bank.
    static func place(_ source: String) -> String { " at \(source)" }

    /// A wall clock that was set by so many seconds.
    static func clockStepped(_ seconds: Double, in language: Language) -> SelfAlert {
        let whole = Int(max(-1e12, min(1e12, seconds.rounded())))
        return SelfAlert(.clockStepped, problem: language.texts.clockSet(by: whole))
    }
}

/// Self-alerts for cards that expire soon.
enum CardWarnings {
    static let daysBefore = 30

    /// Reports one bank's cards that expire soon, and clears the known self-alerts of cards that no
    /// longer do.
    static func reports(
        _ cards: [PaymentCard], of source: String, today: CalendarDay, known: [SelfAlertState],
        in language: Language
    ) -> [SelfAlertReport] {
        let expiring = cards.filter { $0.expires(within: daysBefore, of: today) }
        let selfAlerts = expiring.map { WatchTexts.cardExpires($0, of: source, in: language) }
        let keys = Set(selfAlerts.map(\.key))
        let over = known.map(\.selfAlert).filter { selfAlert in
            selfAlert.topic == .cardExpiring && !keys.contains(selfAlert.key)
                && selfAlert.name.hasSuffix(WatchTexts.place(source))
        }
        return selfAlerts.map { SelfAlertReport($0) }
            + over.map { SelfAlertReport($0, isOver: true) }
    }
}

/// Self-alerts for a bank whose answers have lacked something for a day.
///
/// Its other rows and figures still come, so no rule on old figures or failing banks sees it.
enum IncompleteAnswers {
    /// Reports that a bank's answers lack something, or that they are whole again.
    static func report(
        of source: SourceFacts, known: [SelfAlertState], at now: Date, in language: Language
    ) -> SelfAlertReport? {
        if source.isLongIncomplete(at: now), let shortfall = source.shortfall {
            let words = language.texts.incomplete(shortfall)
            return SelfAlertReport(SelfAlert(.answersIncomplete, name: source.id, problem: words))
        }
        guard source.incompleteSince == nil else { return nil }
        return known.map(\.selfAlert)
            .first { $0.topic == .answersIncomplete && $0.name == source.id }
            .map { SelfAlertReport($0, isOver: true) }
    }
}

/// Turns abandoned entries into reports, one for each channel.
enum UndeliveredReports {
    /// Reports channels with abandoned entries, and late channels that are not known as failing
    /// yet.
    static func reports(
        _ entries: [OutboxEntry], late: [String], known: [SelfAlertState], in language: Language
    ) -> [SelfAlertReport] {
        let texts = language.texts
        // In the order of the channels' oldest entries.
        let found = entries.inGroups(by: \.channel).map { entries in
            let problem = entries.last?.problem.map(texts.undelivered) ?? ""
            return SelfAlertReport(
                SelfAlert(.deliveryFailing, name: entries[0].channel, problem: problem),
                undelivered: entries.map(\.notification))
        }
        let notified = Set((found.map(\.selfAlert) + known.map(\.selfAlert)).map(\.name))
        return found
            + late.filter { !notified.contains($0) }.map {
                SelfAlertReport(
                    SelfAlert(.deliveryFailing, name: $0, problem: texts.waiting(on: $0)))
            }
    }
}
