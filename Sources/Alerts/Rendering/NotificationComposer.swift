import Finance
import Foundation
import Rules

/// Turns what one rule found into notifications, with everything in them.
///
/// Identifiers and instants are given; the same input gives the same notification.
struct NotificationComposer: Sendable {
    let rule: Rule
    let policy: AlertPolicy
    let facts: Facts
    /// The accounts that names in rules are bound to (D20).
    let bindings: [String: [UUID]]
    /// The day on which a person reads it; `nil` for that on which it is composed.
    var readOn: CalendarDay?

    var style: MoneyStyle { policy.locale }
    var texts: Texts { policy.language.texts }

    var notificationRule: NotificationRule {
        NotificationRule(id: rule.id, sentence: rule.sentence)
    }

    /// The rule's sentence as a line for people.
    var sentence: String { SafeText.neutralised(rule.sentence) }

    func account(of verdict: Verdict) -> NotificationAccount? {
        guard let id = verdict.accountID else { return nil }
        guard let account = facts.accounts[id]?.account else {
            return NotificationAccount(
                id: id.lowercaseText, name: texts.unknown, number: nil)
        }
        return NotificationAccount(
            id: id.lowercaseText,
            name: SafeText.neutralised(account.displayName, limit: SafeText.titleLimit),
            number: account.accountNumber.map { SafeText.neutralised($0.masked) })
    }

    /// The transaction of a verdict with harmless texts.
    func transaction(of verdict: Verdict, previous: Money? = nil) -> NotificationTransaction? {
        verdict.evidence.transaction.map {
            NotificationTransaction(
                $0, text: text(of: $0), merchant: $0.merchantName.map { SafeText.neutralised($0) },
                previous: previous)
        }
    }

    /// The bank's text, or what replaces it (D47).
    func text(of transaction: Transaction) -> String {
        let text = SafeText.neutralised(transaction.originalTransactionDescription)
        return text.isEmpty ? texts.noText : text
    }

    /// What a movement was for: the merchant or other side, else the bank's text.
    func purpose(of transaction: Transaction) -> String {
        let text = SafeText.neutralised(
            transaction.transactionDescription, limit: SafeText.titleLimit)
        return text.isEmpty ? self.text(of: transaction) : text
    }

    func name(of verdict: Verdict) -> String {
        switch verdict.subject {
        case .source(let id), .channel(let id):
            return SafeText.neutralised(id, limit: SafeText.titleLimit)
        case .account, .rule, .window, .transaction, .set, .deadline, .occasion:
            if let account = account(of: verdict) { return account.name }
            let named = namedFigures(verdict).map { name(of: $0.account) }
            return named.isEmpty ? texts.allAccounts : texts.together(named)
        }
    }

    /// The figures of the accounts that a condition names, if it compares more than one figure.
    private func namedFigures(_ verdict: Verdict) -> [(account: Account, value: Money)] {
        switch verdict.subject {
        case .rule, .account: break
        default: return []
        }
        return Evaluator.namedFigures(
            of: rule, in: facts, aliases: policy.aliases, bindings: bindings)
    }

    private func name(of account: Account) -> String {
        SafeText.neutralised(account.displayName, limit: SafeText.titleLimit)
    }

    /// The title of a notification: what it is about, its state and its figure.
    func headline(_ verdict: Verdict, _ phase: AlertPhase = .begins, at now: Date) -> String {
        if let state = stateTitle(verdict, phase, at: now) { return state }
        return texts.title(headlineAtBegin(verdict, at: now), in: phase)
    }

    private func stateTitle(_ verdict: Verdict, _ phase: AlertPhase, at now: Date) -> String? {
        ConditionTopic(rule.body).title(
            texts, account: account(of: verdict)?.name,
            value: verdict.evidence.value.map(style.text)
                ?? verdict.evidence.count.map(style.number),
            day: verdict.evidence.day.map { day($0, at: now) },
            days: pastDays(of: verdict, at: now), phase)
    }

    /// The days of a sum whose period is over when a person reads of it.
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
        if let missing = missing(verdict, at: now) { return missing }
        if let set = headline(ofSet: verdict) { return set }
        if let movement = movement(of: verdict) { return headline(movement, verdict) }
        let named = namedFigures(verdict)
        if !named.isEmpty {
            return texts.lines(
                named.map { texts.figure(name(of: $0.account), style.text($0.value)) })
        }
        if let value = verdict.evidence.value { return figure(value, verdict) }
        if let count = verdict.evidence.count {
            return texts.figure(name(of: verdict), style.number(count))
        }
        return account(of: verdict).map { texts.figure($0.name, sentence) } ?? sentence
    }

    /// The amount of a verdict's transaction and what it was for.
    func movement(of verdict: Verdict) -> String? {
        guard let transaction = verdict.evidence.transaction else { return nil }
        let amount = style.text(verdict.evidence.value ?? transaction.signedAmount)
        return texts.movement(amount, purpose(of: transaction))
    }

    /// What happened to a transaction, beyond its being there.
    private func headline(_ movement: String, _ verdict: Verdict) -> String {
        if case .reservationAge = ConditionTopic(rule.body) {
            return texts.oldReservation(movement)
        }
        guard case .event(let event) = rule.body else { return movement }
        let previous = verdict.evidence.previous.map(style.text)
        switch event.parts[min(verdict.evidence.part, event.others.count)].trigger {
        case .reservationDropped: return texts.dropped(movement)
        case .settled:
            return previous.map { texts.settled(movement, reserved: $0) } ?? movement
        case .newSubscription: return texts.newSubscription(movement)
        case .new, .subscriptionRose:
            return previous.map { texts.beside(movement, before: $0) } ?? movement
        }
    }

    private func figure(_ value: Money, _ verdict: Verdict) -> String {
        guard case .change(let change) = ConditionTopic(rule.body) else {
            return texts.figure(name(of: verdict), style.text(value))
        }
        let size = Money(
            minorUnits: Int64(clamping: value.minorUnits.magnitude), currency: value.currency)
        return texts.moved(
            name(of: verdict), isDown: value.minorUnits < 0, by: style.text(size),
            within: change.within.value)
    }

    /// The content of any notification about the verdict, without its words.
    func content(_ verdict: Verdict, reason: NotificationReason) -> NotificationData {
        var data = NotificationData(
            rule: notificationRule, kind: rule.kind, reason: reason, urgency: rule.urgency,
            title: "",
            body: "")
        data.account = account(of: verdict)
        data.value = verdict.evidence.figure
        data.limit = verdict.evidence.limitFigure
        data.transaction = transaction(of: verdict)
        data.previousAmount = verdict.evidence.previous
        fill(&data, with: verdict)
        return data
    }
}

extension Verdict.Evidence {
    /// The figure that was compared, as a notification shows it.
    var figure: NotificationFigure? {
        value.map(NotificationFigure.money)
            ?? (repeated.isEmpty ? count.map(NotificationFigure.count) : nil)
    }

    /// What it was compared with, as a notification shows it.
    var limitFigure: NotificationFigure? {
        limit.map(NotificationFigure.money) ?? countLimit.map(NotificationFigure.count)
    }
}

extension Verdict {
    /// The account that the verdict is about, from its evidence, its subject or its transaction.
    var accountID: UUID? {
        if let id = evidence.accountID ?? evidence.transaction?.accountID { return id }
        return switch subject {
        case .account(let id): id
        case .window(let account, _, _), .deadline(let account, _): account
        case .rule, .transaction, .set, .source, .channel, .occasion: nil
        }
    }
}
