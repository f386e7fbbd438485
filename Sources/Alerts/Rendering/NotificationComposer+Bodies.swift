import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The body of a notification: details that the title lacks, and the rule.
    func details(_ verdict: Verdict, at now: Date) -> String {
        texts.lines(context(verdict, at: now).compactMap(\.self))
    }

    private func context(_ verdict: Verdict, at now: Date) -> [String?] {
        let account = account(of: verdict)?.name
        let subscription = verdict.evidence.subscription
        let rhythm = subscription.map { texts.every($0.rhythm) }
        if let transaction = verdict.evidence.transaction {
            // Nothing else says what it matched.
            return [account, status(of: transaction, at: now), rhythm, sentence]
        }
        if let subscription {
            return [account, texts.expected(nearDay(subscription.next, at: now)), rhythm, sentence]
        }
        if case .absence = rule.body { return [account ?? texts.allAccounts, sentence] }
        return [limit(verdict), ruleName]
    }

    private func limit(_ verdict: Verdict) -> String? {
        if case .other = topic.subject { return nil }
        let name = topic.figure.map(texts.figureName)
        return verdict.evidence.limitFigure.map { texts.limit(style.text($0), of: name) } ?? name
    }

    private func status(of transaction: Transaction, at now: Date) -> String? {
        let made = transaction.transactionDate
        return switch transaction.status {
        case .booked: texts.booked(nearDay(transaction.postedDate ?? made, at: now))
        case .pending, .authorized: texts.reserved(nearDay(made, at: now))
        case .memo, .rejected: nil
        }
    }

    /// The time for which it was true, and the rule.
    func lasted(from start: Date, to end: Date) -> String {
        texts.lines([span(from: start, to: end, isLow: topic.isLow), ruleName])
    }

    /// `From 02:10 to 05:40`, with days if it went over midnight.
    func span(from start: Date, to end: Date, isLow: Bool? = nil) -> String {
        let isOneDay = dayOf(start) == dayOf(end)
        let words = { isOneDay ? style.time($0, in: policy.zone) : moment($0, end) }
        return texts.span(isLow: isLow, from: words(start), to: words(end))
    }

    /// A time of today, or day and time.
    private func near(_ instant: Date, _ now: Date) -> String {
        dayOf(instant) == dayOf(now) ? style.time(instant, in: policy.zone) : moment(instant, now)
    }

    func moment(_ instant: Date, _ now: Date) -> String {
        "\(day(dayOf(instant), at: now)) \(style.time(instant, in: policy.zone))"
    }

    /// A day in the words of the language; the year only if it is not this one.
    func day(_ day: CalendarDay, at now: Date) -> String {
        texts.day(day, in: dayOf(now).components.year)
    }

    private func nearDay(_ day: CalendarDay, at now: Date) -> String {
        day == readOn ?? dayOf(now) ? texts.today : self.day(day, at: now)
    }

    func dayOf(_ instant: Date) -> CalendarDay { CalendarDay(of: instant, in: policy.zone) }
}

// Absences: the deadline, and when the row came after all.
extension NotificationComposer {
    /// The deadline in a title or body.
    func due(_ outcome: DeadlineOutcome, at now: Date) -> String {
        let deadline = DeadlineText(rule: rule, policy: policy)
        let day = day(deadline.day(endedAt: outcome.endedAt), at: now)
        return deadline.hasTime ? "\(day) \(style.time(outcome.endedAt, in: policy.zone))" : day
    }

    func arrivalBody(_ arrival: Transaction, _ outcome: DeadlineOutcome, at now: Date) -> String {
        let dated = day(arrival.transactionDate, at: now)
        return texts.lines([texts.arrival(due: due(outcome, at: now), dated: dated), sentence])
    }

    /// `came on the 17th`; a row that is dated in time but was seen late says when (D30).
    func came(_ arrival: Transaction, for outcome: DeadlineOutcome) -> String {
        let seen = dayOf(arrival.firstSeen)
        let showsSeen = outcome.isMet && seen > outcome.day
        return texts.came(
            arrival.transactionDate.components.day, seen: showsSeen ? seen.components.day : nil)
    }
}

/// A deadline in the words of a notification.
struct DeadlineText: Sendable {
    let rule: Rule
    let policy: AlertPolicy

    /// Whether the sentence says `at 18:00`.
    var hasTime: Bool {
        if case .absence(let absence) = rule.body, case .by(_, _?) = absence.deadline {
            true
        } else {
            false
        }
    }

    /// The last day, from the instant at which the deadline passed.
    func day(endedAt: Date) -> CalendarDay {
        // Without a time of day, the deadline passes at the end of the day.
        CalendarDay(of: hasTime ? endedAt : endedAt.addingTimeInterval(-1), in: policy.zone)
    }

    /// The value of `{deadline}`: a day, with its time if it has one.
    func text(endedAt: Date) -> String {
        hasTime
            ? policy.locale.text(endedAt, in: policy.zone)
            : policy.locale.text(day(endedAt: endedAt))
    }
}

// Health: since when, how old the figures are, when the next try is.
extension NotificationComposer {
    func healthTopic(of verdict: Verdict) -> HealthTopic? {
        rule.kind == .health ? HealthTopic(rule.body, failure: verdict.evidence.failure) : nil
    }

    /// The details beside the title; for a sign-in also what to do.
    func healthDetails(_ topic: HealthTopic, _ verdict: Verdict, since: Date, at now: Date)
        -> String
    {
        guard case .source(let id) = verdict.subject else { return ruleName }
        var parts: [String] = []
        if case .bank = topic {
            parts.append(texts.since(near(verdict.evidence.since ?? since, now)))
        }
        if topic != .signIn, let success = facts.sources[id]?.lastSuccess {
            parts.append(texts.figuresFrom(near(success, now)))
        }
        if topic == .bank(.refused), let failure = verdict.evidence.failure {
            parts.append(
                texts.refused(
                    SafeText.neutralised(failure.problem), fix: SafeText.neutralised(failure.fix)))
        } else if case .bank = topic {
            parts.append(texts.tryingAgain(every: CalendarSpan(policy.pollIntervals[id])))
        }
        return parts.isEmpty ? ruleName : parts.joined(separator: " ")
    }

    /// The name of the bank or channel with the problem; only channels have undelivered
    /// notifications.
    func name(of topic: HealthTopic, _ verdict: Verdict) -> String? {
        switch verdict.subject {
        case .source(let id): policy.bankNames[id] ?? name(of: verdict)
        case .channel: name(of: verdict)
        default: topic == .notifications || account(of: verdict) == nil ? nil : name(of: verdict)
        }
    }
}

/// The topic of a health rule.
enum HealthTopic: Sendable, Hashable {
    /// `bank unreachable`, with the failure if it is known.
    case bank(SourceFailure.Kind?)
    /// `data older than …`
    case data
    /// `sign-in expires in less than …`
    case signIn
    /// `notifications are failing`
    case notifications

    /// The topic of a rule's body; the first of several joined ones.
    init(_ body: Body, failure: SourceFailure?) {
        let leaves =
            if case .condition(let condition) = body { condition.leaves } else { [Condition]() }
        let kinds = leaves.lazy.compactMap { leaf -> Health.Kind? in
            if case .health(let health) = leaf { health.kind } else { nil }
        }
        switch kinds.first {
        case .bankUnreachable, nil: self = .bank(failure?.kind)
        case .dataOlder: self = .data
        case .signInExpires: self = .signIn
        case .notificationsFailing: self = .notifications
        }
    }

    /// The reason of an alert that begins.
    var reason: NotificationReason {
        switch self {
        case .bank(.refused): .signInRefused
        case .bank: .unreachable
        case .data: .stale
        case .signIn: .signInExpiring
        case .notifications: .deliveryFailing
        }
    }
}

extension CalendarSpan {
    /// The largest unit in which a duration of minutes is a whole number.
    fileprivate init(_ duration: Duration) {
        let minutes = max(1, Int(duration / .seconds(60)))
        if minutes.isMultiple(of: 1_440) {
            self.init(count: minutes / 1_440, unit: .day)
        } else if minutes.isMultiple(of: 60) {
            self.init(count: minutes / 60, unit: .hour)
        } else {
            self.init(count: minutes, unit: .minute)
        }
    }
}
