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
        // The end of a sign-in may be far off.
        let day = verdict.evidence.day.map { texts.day($0, in: .max) }
        let headline = topic.map { texts.problem($0, name: name(of: $0, verdict), day: day) }
        let values = values(of: verdict, since: data.since ?? now)
        data.title = title(rule.title, values, default: headline ?? self.headline(verdict, at: now))
        data.body = body(
            rule.message, values,
            default: topic.map { healthDetails($0, verdict, since: data.since ?? now, at: now) }
                ?? details(verdict, at: now))
        let type: AlertNotification.Kind = rule.kind == .health ? .healthFired : .fired
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }

    /// The notification of an alert that ended; `began` is when it became so.
    func resolved(_ verdict: Verdict, id: String, began: Date, at now: Date) -> AlertNotification {
        if rule.kind == .absence { return arrived(verdict, id: id, began: began, at: now) }
        let topic = topic(of: verdict)
        var data = content(verdict, reason: topic == nil ? .recovered : .restored)
        let headline = topic.map { texts.restored($0, name: name(of: $0, verdict)) }
        data.title = SafeText.capped(
            headline ?? self.headline(verdict, .ended, at: now), at: SafeText.titleLimit)
        data.body = lasted(from: began, to: now)
        data.urgency = rule.urgency.ofEnd
        let type: AlertNotification.Kind = rule.kind == .health ? .healthResolved : .resolved
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }

    /// The one line about an alert that began and ended before it was sent (D6).
    func line(about fire: AlertNotification, id: String, at now: Date) -> AlertNotification {
        let began = fire.data.since ?? fire.timestamp
        var data = fire.data
        data.reason = rule.kind == .health ? .restored : .recovered
        data.since = began
        data.urgency = rule.urgency.ofEnd
        data.count = 1
        data.title = SafeText.capped(
            title(of: fire, .passed, at: now) ?? texts.title(fire.data.title, in: .passed),
            at: SafeText.titleLimit)
        data.body = lasted(from: began, to: now)
        data.items = [
            NotificationItem(
                rule: notificationRule, account: data.account, value: data.value?.money,
                transaction: nil,
                title: "\(data.title) \(span(from: began, to: now).loweredFirst)", since: began)
        ]
        return AlertNotification(type: .digest, id: id, timestamp: now, data: data)
    }

    /// The same notification with the newest figures (D78); as it is if none has changed.
    func newest(_ old: AlertNotification, _ verdict: Verdict) -> AlertNotification {
        // Forecasts name a day and joined conditions other figures, which only composing them shows.
        switch ConditionTopic(rule.body) {
        case .forecast, .other: break
        default:
            let evidence = verdict.evidence
            guard old.data.value != evidence.figure || old.data.limit != evidence.limitFigure
            else { return old }
        }
        return composed(verdict, like: old)
    }

    /// The same notification about another verdict, or for another day.
    func composed(_ verdict: Verdict, like old: AlertNotification) -> AlertNotification {
        guard old.type != .reminder else {
            return reminder(of: old, verdict, id: old.id, at: old.timestamp)
        }
        return fired(
            verdict, id: old.id, alreadySo: old.data.alreadySo, since: old.data.since,
            at: old.timestamp)
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
        let title =
            rule.title == nil
            ? verdict.map { headline($0, .lasts, at: now) } ?? self.title(of: fire, .lasts, at: now)
            : nil
        data.title = SafeText.capped(
            title ?? texts.title(data.title, in: .lasts), at: SafeText.titleLimit)
        return AlertNotification(type: .reminder, id: id, timestamp: now, data: data)
    }

    /// The notification that a reported amount has changed.
    func corrected(_ verdict: Verdict, from previous: Money, id: String, at now: Date)
        -> AlertNotification
    {
        var data = content(verdict, reason: .corrected)
        data.transaction = transaction(of: verdict, previous: previous)
        data.previousAmount = previous
        let title = movement(of: verdict) ?? headline(verdict, at: now)
        let headline = texts.corrected(title, was: style.text(previous))
        data.title = SafeText.capped(headline, at: SafeText.titleLimit)
        data.body = details(verdict, at: now)
        return AlertNotification(type: .corrected, id: id, timestamp: now, data: data)
    }

    /// The title of a state that was reported, from what its notification says.
    private func title(of fire: AlertNotification, _ phase: AlertPhase, at now: Date) -> String? {
        guard rule.title == nil, rule.kind != .health else { return nil }
        return ConditionTopic(rule.body).title(
            texts, account: fire.data.account?.name, value: fire.data.value.map(text), phase)
    }

    private func text(_ figure: NotificationFigure) -> String {
        switch figure {
        case .money(let money): style.text(money)
        case .count(let count): style.number(count)
        }
    }

    /// What is known beside the title: since when, how old the figures are, when it is tried again; for
    /// a sign-in also what to do.
    private func healthDetails(
        _ topic: HealthTopic, _ verdict: Verdict, since: Date, at now: Date
    ) -> String {
        let failure = verdict.evidence.failure
        guard case .source(let id) = verdict.subject else { return ruleName }
        var parts: [String] = []
        if case .bank = topic {
            parts.append(texts.since(near(verdict.evidence.since ?? since, now)))
        }
        if topic != .signIn, let success = facts.sources[id]?.lastSuccess {
            parts.append(texts.figuresFrom(near(success, now)))
        }
        if topic == .bank(.refused), let failure {
            parts.append(
                texts.refused(
                    SafeText.neutralised(failure.problem), fix: SafeText.neutralised(failure.fix)))
        } else if case .bank = topic {
            parts.append(texts.tryingAgain(every: CalendarSpan(policy.pollIntervals[id])))
        }
        if parts.isEmpty { return ruleName }
        return SafeText.capped(parts.joined(separator: " "), at: SafeText.bodyLimit)
    }

    /// A time of today, or day and time.
    private func near(_ instant: Date, _ now: Date) -> String {
        let isToday =
            CalendarDay(of: instant, in: policy.zone) == CalendarDay(of: now, in: policy.zone)
        return isToday ? style.time(instant, in: policy.zone) : moment(instant, now)
    }

    /// The name of what has the problem; notifications are delivered or not on channels only.
    private func name(of topic: HealthTopic, _ verdict: Verdict) -> String? {
        switch verdict.subject {
        case .source(let id):
            policy.bankNames[id] ?? name(of: verdict)
        case .channel: name(of: verdict)
        default: topic == .notifications || account(of: verdict) == nil ? nil : name(of: verdict)
        }
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
        case .new, .newSubscription, .subscriptionRose: return .newTransaction
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

extension CalendarSpan {
    /// The largest whole unit that a duration of minutes can be said in.
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
