import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The notification of an alert that began or of an event.
    func fired(
        _ verdict: Verdict, id: String, alreadySo: Bool, since: Date?, at now: Date
    ) -> AlertNotification {
        let topic = topic(of: verdict)
        var data = content(verdict, reason: firedReason(verdict, alreadySo: alreadySo))
        data.alreadySo = alreadySo
        data.since = since.flatMap { $0 < now ? $0 : nil }
        let day = verdict.evidence.day.map(style.text)
        let headline = topic.map { AlertTexts.problem($0, name: name(of: $0, verdict), day: day) }
        let problem = verdict.evidence.failure.map(AlertTexts.problem)
        let values = values(of: verdict, since: data.since ?? now)
        data.title = title(rule.title, values, default: headline ?? self.headline(verdict))
        data.body = body(
            rule.message, values, default: problem.map { SafeText.neutralised($0) } ?? sentence)
        let type: AlertNotification.Kind = rule.kind == .health ? .healthFired : .fired
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }

    /// The notification of an alert that ended; `began` is when it became so.
    func resolved(_ verdict: Verdict, id: String, began: Date, at now: Date) -> AlertNotification {
        if rule.kind == .absence { return arrived(verdict, id: id, began: began, at: now) }
        let topic = topic(of: verdict)
        var data = content(verdict, reason: topic == nil ? .recovered : .restored)
        let headline = topic.map { AlertTexts.restored($0, name: name(of: $0, verdict)) }
        data.title = SafeText.capped(
            headline ?? AlertTexts.recovered(self.headline(verdict)), at: SafeText.titleLimit)
        data.body = lasted(from: began, to: now)
        data.urgency = rule.urgency.ofEnd
        let type: AlertNotification.Kind = rule.kind == .health ? .healthResolved : .resolved
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }

    /// The one line about an alert that began and ended before it was sent (D6).
    func line(about fire: AlertNotification, id: String, at now: Date) -> AlertNotification {
        let began = fire.data.since ?? fire.timestamp
        let span = span(from: began, to: now)
        var data = fire.data
        data.reason = rule.kind == .health ? .restored : .recovered
        data.since = began
        data.urgency = rule.urgency.ofEnd
        data.count = 1
        data.title = SafeText.capped(
            AlertTexts.over(fire.data.title, span), at: SafeText.titleLimit)
        data.body = lasted(from: began, to: now)
        data.items = [
            NotificationItem(
                rule: notificationRule, account: data.account, value: data.value?.money,
                transaction: nil,
                title: data.title, since: began)
        ]
        return AlertNotification(type: .digest, id: id, timestamp: now, data: data)
    }

    /// The reminder of an alert that goes on; `verdict` has its newest figures, if there are any.
    func reminder(of fire: AlertNotification, _ verdict: Verdict?, id: String, at now: Date)
        -> AlertNotification
    {
        let began = fire.data.since ?? fire.timestamp
        let newest = verdict.map {
            fired($0, id: id, alreadySo: false, since: began, at: now).data
        }
        var data = newest ?? fire.data
        data.reason = .reminder
        data.alreadySo = false
        data.since = began
        data.title = SafeText.capped(AlertTexts.still(data.title), at: SafeText.titleLimit)
        return AlertNotification(type: .reminder, id: id, timestamp: now, data: data)
    }

    /// The notification that a reported amount has changed.
    func corrected(_ verdict: Verdict, from previous: Money, id: String, at now: Date)
        -> AlertNotification
    {
        var data = content(verdict, reason: .corrected)
        data.transaction = transaction(of: verdict, previous: previous)
        data.previousAmount = previous
        let title = movement(of: verdict) ?? headline(verdict)
        let headline = AlertTexts.corrected(title, was: style.text(previous))
        data.title = SafeText.capped(headline, at: SafeText.titleLimit)
        data.body = sentence
        return AlertNotification(type: .corrected, id: id, timestamp: now, data: data)
    }

    /// The sentence with the time it was so.
    private func lasted(from start: Date, to end: Date) -> String {
        let text = AlertTexts.lasted(sentence, span(from: start, to: end))
        return SafeText.capped(text, at: SafeText.bodyLimit)
    }

    /// `from 02:10 to 05:40`, with days when it went over midnight.
    private func span(from start: Date, to end: Date) -> String {
        let zone = policy.zone
        let isOneDay = CalendarDay(of: start, in: zone) == CalendarDay(of: end, in: zone)
        return isOneDay
            ? AlertTexts.span(from: style.time(start, in: zone), to: style.time(end, in: zone))
            : AlertTexts.span(from: style.text(start, in: zone), to: style.text(end, in: zone))
    }

    /// The name of what has the problem; notifications get through or not on channels only.
    private func name(of topic: HealthTopic, _ verdict: Verdict) -> String {
        if topic == .notifications, case .channel = verdict.subject { return name(of: verdict) }
        return topic == .notifications ? AlertTexts.allAccounts : name(of: verdict)
    }

    private func topic(of verdict: Verdict) -> HealthTopic? {
        guard rule.kind == .health else { return nil }
        return HealthTopic(rule.body, failure: verdict.evidence.failure)
    }

    private func firedReason(_ verdict: Verdict, alreadySo: Bool) -> NotificationReason {
        if alreadySo { return .alreadySo }
        if let topic = topic(of: verdict) { return topic.reason }
        return switch rule.kind {
        case .window: .periodExceeded
        case .event: eventReason(verdict)
        case .repeat: .setCompleted
        case .absence: .deadlineMissed
        case .summary: .scheduled
        case .level, .change, .forecast, .health: .entered
        }
    }

    private func eventReason(_ verdict: Verdict) -> NotificationReason {
        // A reservation that is now older than said is nothing new: it became so.
        if case .condition(.reservationAge) = rule.body { return .entered }
        guard case .event(let event) = rule.body else { return .newTransaction }
        switch event.parts[min(verdict.evidence.part, event.others.count)].trigger {
        case .new(.booked, _):
            let wasReserved = verdict.evidence.transaction?.reservedAmount != nil
            return wasReserved ? .booked : .newTransaction
        case .new: return .newTransaction
        case .reservationDropped: return .dropped
        case .settled: return .settledDifferently
        }
    }
}

/// What a health rule is about.
enum HealthTopic: Sendable, Hashable {
    /// `bank unreachable`, with the failure if it is known.
    case bank(SourceFailure.Kind?)
    /// `data older than …`
    case data
    /// `sign-in expires in less than …`
    case signIn
    /// `notifications are failing`
    case notifications

    /// The topic of a rule's body; of several joined ones the first.
    init(_ body: Body, failure: SourceFailure?) {
        switch body.healthKinds.first {
        case .bankUnreachable, nil: self = .bank(failure?.kind)
        case .dataOlder: self = .data
        case .signInExpires: self = .signIn
        case .notificationsFailing: self = .notifications
        }
    }

    /// Why such an alert begins.
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

extension Body {
    /// The states of health that the body names, from left to right.
    fileprivate var healthKinds: [Health.Kind] {
        guard case .condition(let condition) = self else { return [] }
        return condition.leaves.compactMap { leaf in
            guard case .health(let health) = leaf else { return nil }
            return health.kind
        }
    }
}
