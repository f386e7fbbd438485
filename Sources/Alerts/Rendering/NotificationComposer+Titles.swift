import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The title of a notification: what it is about, its state and its figure.
    func headline(_ verdict: Verdict, _ phase: AlertPhase = .begins, at now: Date) -> String {
        let state = topic.title(
            texts, account: account(of: verdict)?.name,
            value: verdict.evidence.anyFigure.map(style.text),
            day: verdict.evidence.day.map { day($0, at: now) },
            days: pastDays(of: verdict, at: now), phase)
        return state ?? texts.title(headlineAtBegin(verdict, at: now), in: phase)
    }

    /// The title of an alert that was sent, from its notification.
    func title(of fire: AlertNotification, _ phase: AlertPhase) -> String? {
        guard rule.title == nil, rule.kind != .health else { return nil }
        return topic.title(
            texts, account: fire.data.account?.name, value: fire.data.value.map(style.text), phase)
    }

    /// The days of a sum whose period is over when a person reads it.
    private func pastDays(of verdict: Verdict, at now: Date) -> String? {
        guard let readOn, case .condition(.level(let level)) = rule.body,
            case .aggregate(let aggregate) = level.quantity.kind,
            case .current(let period) = aggregate.window.kind,
            case .window(_, _, let start?) = verdict.subject,
            period.startOfNext(after: start) <= readOn
        else { return nil }
        let last = period.startOfNext(after: start).adding(days: -1)
        return texts.days(day(start, at: now), to: last == start ? nil : day(last, at: now))
    }

    private func headlineAtBegin(_ verdict: Verdict, at now: Date) -> String {
        missing(verdict, at: now) ?? set(verdict) ?? event(verdict) ?? comparison(verdict)
            ?? figure(verdict) ?? account(of: verdict).map { texts.figure($0.name, sentence) }
            ?? sentence
    }

    /// The line about a missing transaction; `nil` for other rules, or if it has come.
    private func missing(_ verdict: Verdict, at now: Date) -> String? {
        guard case .absence(let absence) = rule.body, let outcome = verdict.evidence.deadline,
            verdict.evidence.transaction == nil
        else { return nil }
        if let last = verdict.evidence.subscription?.last { return texts.missing(movement(last)) }
        let name = account(of: verdict)?.name
        let filters = absence.filters.words
        if case .last(let length) = absence.deadline {
            return texts.missed(absence.noun, filters: filters, for: length.value, on: name)
        }
        return texts.missed(absence.noun, filters: filters, by: due(outcome, at: now), on: name)
    }

    /// The line about a set: `2 × −100,00 kr KIOSK`, `3 transactions: −3 600,00 kr KIOSK`.
    private func set(_ verdict: Verdict) -> String? {
        guard !verdict.evidence.repeated.isEmpty else { return nil }
        var data = data(.setCompleted)
        fill(&data, with: verdict)
        return title(ofSet: data, verdict)
    }

    /// The line about a notification's set of transactions, with the name from the verdict.
    func title(ofSet data: NotificationData, _ verdict: Verdict) -> String {
        let values = Set((data.items ?? []).map(\.value?.money))
        let count = style.number(data.count ?? 0)
        let amount =
            if values.count == 1, let value = values.first ?? nil {
                texts.times(count, style.text(value))
            } else { texts.events(.event, data.count ?? 0, count, sum: data.sum.map(style.text)) }
        return texts.movement(amount, verdict.evidence.transaction.map(purpose) ?? texts.noText)
    }

    /// The amount of a verdict's transaction and its purpose.
    func movement(of verdict: Verdict) -> String? {
        verdict.evidence.transaction.map { movement($0, verdict.evidence.value) }
    }

    /// What happened to a transaction.
    private func event(_ verdict: Verdict) -> String? {
        guard let movement = movement(of: verdict) else { return nil }
        if case .reservationAge = topic.subject {
            return verdict.finding == .occurred
                ? texts.oldReservation(movement) : texts.noLongerReserved(movement)
        }
        let previous = verdict.evidence.previous.map(style.text)
        return switch rule.trigger(of: verdict) {
        case .reservationDropped?: texts.dropped(movement)
        case .settled?: previous.map { texts.settled(movement, reserved: $0) } ?? movement
        case .newSubscription?: texts.newSubscription(movement)
        case .new?, .subscriptionRose?:
            previous.map { texts.beside(movement, before: $0) } ?? movement
        case nil: movement
        }
    }

    /// The accounts that are compared with each other, with their figures (D79).
    private func comparison(_ verdict: Verdict) -> String? {
        let named = namedFigures(verdict)
        guard !named.isEmpty else { return nil }
        let words = texts.lines(
            named.map { account, value in
                value.map { texts.figure(name(of: account), style.text($0)) } ?? name(of: account)
            })
        return named.contains { $0.value != nil } ? words : texts.figure(words, sentence)
    }

    private func figure(_ verdict: Verdict) -> String? {
        guard case .change(let change) = topic.subject, let value = verdict.evidence.value else {
            return verdict.evidence.anyFigure.map {
                texts.figure(name(of: verdict), style.text($0))
            }
        }
        let size = Money(
            minorUnits: Int64(clamping: value.minorUnits.magnitude), currency: value.currency)
        return texts.moved(
            name(of: verdict), isDown: value.minorUnits < 0, by: style.text(size),
            within: change.within.value)
    }
}

extension Rule {
    /// The trigger of an event rule that a verdict is about.
    func trigger(of verdict: Verdict) -> Event.Trigger? {
        guard case .event(let event) = body else { return nil }
        return event.parts[min(verdict.evidence.part, event.others.count)].trigger
    }
}
