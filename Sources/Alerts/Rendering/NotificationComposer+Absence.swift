import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The line about something that has not come; `nil` for other rules, or if it has come.
    func missing(_ verdict: Verdict) -> String? {
        guard case .absence(let absence) = rule.body, let outcome = verdict.evidence.deadline,
            verdict.evidence.transaction == nil
        else { return nil }
        let name = account(of: verdict)?.name
        let noun = absence.noun.rawValue
        if case .last(let length) = absence.deadline {
            return AlertTexts.missed(noun, for: length.value.words, on: name)
        }
        return AlertTexts.missed(
            noun, by: deadlineText(endedAt: outcome.endedAt), on: name)
    }

    /// The deadline as people read it, from when the time was over: a day, with its time if it has
    /// one.
    func deadlineText(endedAt: Date) -> String {
        DeadlineText(rule: rule, policy: policy).text(endedAt: endedAt)
    }

    /// The notification that something came after its deadline.
    func arrived(_ verdict: Verdict, id: String, began: Date, at now: Date) -> AlertNotification {
        guard let outcome = verdict.evidence.deadline, let arrival = outcome.arrival else {
            var data = content(verdict, reason: .arrivedLate)
            data.urgency = rule.urgency.ofEnd
            data.title = SafeText.capped(AlertTexts.recovered(sentence), at: SafeText.titleLimit)
            data.body = sentence
            return AlertNotification(type: .resolved, id: id, timestamp: now, data: data)
        }
        let verdict = verdict.carrying(arrival)
        var data = content(verdict, reason: .arrivedLate)
        data.since = began < now ? began : nil
        data.urgency = rule.urgency.ofEnd
        let title = AlertTexts.arrived(headline(verdict), came(arrival, for: outcome))
        let body = AlertTexts.arrival(
            sentence, due: deadlineText(endedAt: outcome.endedAt),
            dated: style.text(arrival.transactionDate))
        data.title = SafeText.capped(title, at: SafeText.titleLimit)
        data.body = SafeText.capped(body, at: SafeText.bodyLimit)
        return AlertNotification(type: .resolved, id: id, timestamp: now, data: data)
    }

    /// The one line about a missed deadline whose transaction came before it was sent.
    func late(_ verdict: Verdict, after fire: AlertNotification, id: String, at now: Date)
        -> AlertNotification
    {
        guard let outcome = verdict.evidence.deadline, let arrival = outcome.arrival else {
            return line(about: fire, id: id, at: now)
        }
        var data = fire.data
        data.reason = .arrivedLate
        data.urgency = rule.urgency.ofEnd
        data.since = fire.data.since ?? fire.timestamp
        data.count = 1
        let title = AlertTexts.late(data.title, came(arrival, for: outcome))
        let body = AlertTexts.arrival(
            sentence, due: deadlineText(endedAt: outcome.endedAt),
            dated: style.text(arrival.transactionDate))
        data.title = SafeText.capped(title, at: SafeText.titleLimit)
        data.body = SafeText.capped(body, at: SafeText.bodyLimit)
        data.items = [
            NotificationItem(
                rule: notificationRule, account: data.account, value: arrival.signedAmount,
                transaction: transaction(of: verdict.carrying(arrival)), title: data.title,
                since: data.since)
        ]
        return AlertNotification(type: .digest, id: id, timestamp: now, data: data)
    }

    /// `came on the 17th`; one that is dated in time but was seen late says when (D30).
    private func came(_ arrival: Transaction, for outcome: DeadlineOutcome) -> String {
        let seen = CalendarDay(of: arrival.firstSeen, in: policy.zone)
        let showsSeen = outcome.isMet && seen > outcome.day
        return AlertTexts.came(
            arrival.transactionDate.components.day, seen: showsSeen ? seen.components.day : nil)
    }
}

/// A deadline as people read it.
struct DeadlineText: Sendable {
    let rule: Rule
    let policy: AlertPolicy

    /// The text, from the instant at which the time was over.
    func text(endedAt: Date) -> String {
        guard case .absence(let absence) = rule.body, absence.deadline.hasTime else {
            // The time is over when the day is.
            let day = CalendarDay(of: endedAt.addingTimeInterval(-1), in: policy.zone)
            return policy.locale.text(day)
        }
        return policy.locale.text(endedAt, in: policy.zone)
    }
}

extension Absence.Deadline {
    /// Whether the sentence says `at 18:00`.
    fileprivate var hasTime: Bool {
        if case .by(_, let minute) = self { minute != nil } else { false }
    }
}

extension Verdict {
    /// The same verdict with what came as its transaction.
    fileprivate func carrying(_ arrival: Transaction) -> Verdict {
        var evidence = evidence
        evidence.transaction = arrival
        evidence.value = arrival.signedAmount
        evidence.accountID = arrival.accountID
        return Verdict(ruleID: ruleID, subject: subject, finding: finding, evidence: evidence)
    }
}
