import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The line about something that has not come; `nil` for other rules, or if it has come.
    func missing(_ verdict: Verdict, at now: Date) -> String? {
        guard case .absence(let absence) = rule.body, let outcome = verdict.evidence.deadline,
            verdict.evidence.transaction == nil
        else { return nil }
        let name = account(of: verdict)?.name
        let filters = absence.filters.words
        if let last = verdict.evidence.subscription?.last {
            return texts.missing(
                texts.movement(style.text(last.signedAmount), purpose(of: last)))
        }
        if case .last(let length) = absence.deadline {
            return texts.missed(absence.noun, filters: filters, for: length.value, on: name)
        }
        return texts.missed(
            absence.noun, filters: filters, by: due(outcome, at: now), on: name)
    }

    /// The deadline in a title or body.
    private func due(_ outcome: DeadlineOutcome, at now: Date) -> String {
        let deadline = DeadlineText(rule: rule, policy: policy)
        let day = day(deadline.day(endedAt: outcome.endedAt), at: now)
        return deadline.hasTime
            ? "\(day) \(style.time(outcome.endedAt, in: policy.zone))" : day
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
            data.title = SafeText.capped(
                headline(verdict, .ended, at: now), at: SafeText.titleLimit)
            data.body = details(verdict, at: now)
            return AlertNotification(type: .resolved, id: id, timestamp: now, data: data)
        }
        let verdict = verdict.carrying(arrival)
        var data = content(verdict, reason: .arrivedLate)
        data.since = began < now ? began : nil
        data.urgency = rule.urgency.ofEnd
        let title = texts.movement(headline(verdict, at: now), came(arrival, for: outcome))
        data.title = SafeText.capped(title, at: SafeText.titleLimit)
        data.body = arrivalBody(arrival, outcome, at: now)
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
        let title = texts.figure(data.title, came(arrival, for: outcome))
        data.title = SafeText.capped(title, at: SafeText.titleLimit)
        data.body = arrivalBody(arrival, outcome, at: now)
        data.items = [
            NotificationItem(
                rule: notificationRule, account: data.account, value: arrival.signedAmount,
                transaction: transaction(of: verdict.carrying(arrival)), title: data.title,
                since: data.since)
        ]
        return AlertNotification(type: .digest, id: id, timestamp: now, data: data)
    }

    private func arrivalBody(_ arrival: Transaction, _ outcome: DeadlineOutcome, at now: Date)
        -> String
    {
        let dates = texts.arrival(
            due: due(outcome, at: now), dated: day(arrival.transactionDate, at: now))
        return SafeText.capped(texts.lines([dates, sentence]), at: SafeText.bodyLimit)
    }

    /// `came on the 17th`; one that is dated in time but was seen late says when (D30).
    private func came(_ arrival: Transaction, for outcome: DeadlineOutcome) -> String {
        let seen = CalendarDay(of: arrival.firstSeen, in: policy.zone)
        let showsSeen = outcome.isMet && seen > outcome.day
        return texts.came(
            arrival.transactionDate.components.day, seen: showsSeen ? seen.components.day : nil)
    }
}

/// A deadline as people read it.
struct DeadlineText: Sendable {
    let rule: Rule
    let policy: AlertPolicy

    /// Whether the sentence says `at 18:00`.
    var hasTime: Bool {
        if case .absence(let absence) = rule.body { absence.deadline.hasTime } else { false }
    }

    /// The last day, from the instant at which the time was over.
    func day(endedAt: Date) -> CalendarDay {
        // Without a time of day, the time is over when the day is.
        CalendarDay(of: hasTime ? endedAt : endedAt.addingTimeInterval(-1), in: policy.zone)
    }

    /// The value of `{deadline}`.
    func text(endedAt: Date) -> String {
        hasTime
            ? policy.locale.text(endedAt, in: policy.zone)
            : policy.locale.text(day(endedAt: endedAt))
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
