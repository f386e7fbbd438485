import Finance
import Foundation
import Rules

// The notifications of an alert's life.
extension NotificationComposer {
    /// The notification of an alert that began or of an event.
    func fired(
        _ verdict: Verdict, id: String, alreadySo: Bool, since: Date?, at now: Date
    ) -> AlertNotification {
        let health = healthTopic(of: verdict)
        var data = content(verdict, reason: firedReason(verdict, alreadySo: alreadySo))
        data.alreadySo = alreadySo
        data.since = since.flatMap { $0 < now ? $0 : nil }
        let begun = data.since ?? now
        let values = values(of: verdict, since: begun)
        // A sign-in may expire in a later year.
        let day = verdict.evidence.day.map { texts.day($0, in: .max) }
        return notification(
            rule.kind == .health ? .healthFired : .fired, id: id, data,
            title: filled(rule.title, values)
                ?? health.map { texts.problem($0, name: name(of: $0, verdict), day: day) }
                ?? headline(verdict, at: now),
            body: filled(rule.message, values)
                ?? health.map { healthDetails($0, verdict, since: begun, at: now) }
                ?? details(verdict, at: now), at: now)
    }

    /// The notification of an alert that ended; `began` is when it became true.
    func resolved(_ verdict: Verdict, id: String, began: Date, at now: Date) -> AlertNotification {
        if rule.kind == .absence { return arrived(verdict, id: id, began: began, at: now) }
        let health = healthTopic(of: verdict)
        var data = content(verdict, reason: health == nil ? .recovered : .restored)
        data.urgency = rule.urgency.ofEnd
        return notification(
            rule.kind == .health ? .healthResolved : .resolved, id: id, data,
            title: health.map { texts.restored($0, name: name(of: $0, verdict)) }
                ?? headline(verdict, .ended, at: now), body: lasted(from: began, to: now), at: now)
    }

    /// The notification that something came after its deadline.
    private func arrived(_ verdict: Verdict, id: String, began: Date, at now: Date)
        -> AlertNotification
    {
        let outcome = verdict.evidence.deadline
        let verdict = outcome?.arrival.map(verdict.carrying) ?? verdict
        var data = content(verdict, reason: .arrivedLate)
        data.urgency = rule.urgency.ofEnd
        guard let outcome, let arrival = outcome.arrival else {
            return notification(
                .resolved, id: id, data, title: headline(verdict, .ended, at: now),
                body: details(verdict, at: now), at: now)
        }
        data.since = began < now ? began : nil
        return notification(
            .resolved, id: id, data,
            title: "\(headline(verdict, at: now)) \(came(arrival, for: outcome))",
            body: arrivalBody(arrival, outcome, at: now), at: now)
    }

    /// The one line about an alert that ended before it was sent: a missed deadline whose
    /// transaction came, or anything that began and is over (D6).
    func line(_ verdict: Verdict, after fire: AlertNotification, id: String, at now: Date)
        -> AlertNotification
    {
        guard let outcome = verdict.evidence.deadline, let arrival = outcome.arrival else {
            return line(about: fire, id: id, at: now)
        }
        var line = passed(
            fire, .arrivedLate, id: id,
            title: texts.figure(fire.data.title, came(arrival, for: outcome)),
            body: arrivalBody(arrival, outcome, at: now), at: now)
        line.data.items = [
            item(
                line.data.title, account: line.data.account, value: .money(arrival.signedAmount),
                transaction: shown(arrival), since: line.data.since)
        ]
        return line
    }

    private func line(about fire: AlertNotification, id: String, at now: Date) -> AlertNotification
    {
        let began = fire.data.since ?? fire.timestamp
        var line = passed(
            fire, rule.kind == .health ? .restored : .recovered, id: id,
            title: title(of: fire, .passed) ?? texts.title(fire.data.title, in: .passed),
            body: lasted(from: began, to: now), at: now)
        line.data.items = [
            item(
                "\(line.data.title) \(span(from: began, to: now).loweredFirst)",
                account: line.data.account, value: line.data.value, since: began)
        ]
        return line
    }

    private func passed(
        _ fire: AlertNotification, _ reason: NotificationReason, id: String, title: String,
        body: String, at now: Date
    ) -> AlertNotification {
        var data = fire.data
        data.reason = reason
        data.since = fire.data.since ?? fire.timestamp
        data.urgency = rule.urgency.ofEnd
        data.count = 1
        return notification(.digest, id: id, data, title: title, body: body, at: now)
    }

    /// Returns the notification with the newest figures (D78), unchanged if none has changed.
    func newest(_ old: AlertNotification, _ verdict: Verdict) -> AlertNotification {
        // Forecasts name a day and joined conditions other figures: only composing it again shows
        // those.
        switch topic.subject {
        case .forecast, .other: break
        default:
            let evidence = verdict.evidence
            guard old.data.value != evidence.figure || old.data.limit != evidence.limitFigure
            else { return old }
        }
        return composed(verdict, like: old)
    }

    /// Composes the notification again for another verdict, or for another day.
    func composed(_ verdict: Verdict, like old: AlertNotification) -> AlertNotification {
        guard old.type != .reminder else {
            return reminder(of: old, verdict, id: old.id, at: old.timestamp)
        }
        return fired(
            verdict, id: old.id, alreadySo: old.data.alreadySo, since: old.data.since,
            at: old.timestamp)
    }

    /// The reminder of an alert that continues; `verdict` has its newest figures, if there are any.
    func reminder(of fire: AlertNotification, _ verdict: Verdict?, id: String, at now: Date)
        -> AlertNotification
    {
        let began = fire.data.since ?? fire.timestamp
        let newest = verdict.map { fired($0, id: id, alreadySo: false, since: began, at: now).data }
        var data = newest ?? fire.data
        data.reason = .reminder
        data.alreadySo = false
        data.since = began
        let title =
            rule.title == nil
            ? verdict.map { headline($0, .lasts, at: now) } ?? self.title(of: fire, .lasts) : nil
        return notification(
            .reminder, id: id, data, title: title ?? texts.title(data.title, in: .lasts),
            body: data.body, at: now)
    }

    /// The notification that a reported amount has changed.
    func corrected(_ verdict: Verdict, from previous: Money, id: String, at now: Date)
        -> AlertNotification
    {
        var data = content(verdict, reason: .corrected)
        data.transaction = transaction(of: verdict, previous: previous)
        data.previousAmount = previous
        let title = movement(of: verdict) ?? headline(verdict, at: now)
        return notification(
            .corrected, id: id, data, title: texts.corrected(title, was: style.text(previous)),
            body: details(verdict, at: now), at: now)
    }
}

// The reason of an alert that begins.
extension NotificationComposer {
    private func firedReason(_ verdict: Verdict, alreadySo: Bool) -> NotificationReason {
        if alreadySo { return .alreadySo }
        if let topic = healthTopic(of: verdict) { return topic.reason }
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
        // A reservation that is now older than its limit became so: it is no new transaction.
        if case .reservationAge = topic.subject { return .entered }
        return switch rule.trigger(of: verdict) {
        case .new(.booked, _)? where verdict.evidence.transaction?.reservedAmount != nil: .booked
        case .new?, .newSubscription?, .subscriptionRose?, nil: .newTransaction
        case .reservationDropped?: .dropped
        case .settled?: .settledDifferently
        }
    }
}

// Sets of like transactions.
extension NotificationComposer {
    static let mostRepeated = 100

    /// Puts the transactions of a set into a notification.
    func fill(_ data: inout NotificationData, with verdict: Verdict) {
        let rows = verdict.evidence.repeated
        guard !rows.isEmpty else { return }
        data.items = rows.suffix(Self.mostRepeated).map(item)
        data.count = rows.count
        data.sum = verdict.evidence.value
    }

    /// Returns the notification of a set with the transactions added since; identifier and instant
    /// stay.
    func grown(_ notification: AlertNotification, by verdict: Verdict) -> AlertNotification {
        var newest = composed(verdict, like: notification)
        let found = Set(verdict.evidence.repeated.map { $0.id.lowercaseText })
        let older = (notification.data.items ?? []).filter {
            $0.transaction.map { !found.contains($0.id) } ?? false
        }
        var data = newest.data
        guard !older.isEmpty, let items = data.items else { return newest }
        data.items = Array((older + items).suffix(Self.mostRepeated))
        data.count = older.count + (data.count ?? items.count)
        data.sum = ([data.sum] + older.map(\.value?.money)).total
        data.value = data.sum.map(NotificationFigure.money)
        if rule.title == nil {
            data.title = SafeText.capped(title(ofSet: data, verdict), at: SafeText.titleLimit)
        }
        newest.data = data
        return newest
    }
}

extension Verdict {
    fileprivate func carrying(_ arrival: Transaction) -> Verdict {
        var evidence = evidence
        evidence.transaction = arrival
        evidence.value = arrival.signedAmount
        evidence.accountID = arrival.accountID
        return Verdict(ruleID: ruleID, subject: subject, finding: finding, evidence: evidence)
    }
}
