import Finance
import Foundation
import Rules

/// Turns one rule's verdicts into uncut notifications.
///
/// Identifiers and instants are parameters; the same input gives the same notification.
struct NotificationComposer: Sendable {
    let rule: Rule
    let policy: AlertPolicy
    let facts: Facts
    /// The accounts that names in rules are bound to (D20).
    let bindings: [String: [UUID]]
    /// The day on which a person reads it; `nil` if it is the day of composing.
    var readOn: CalendarDay?

    var style: MoneyStyle { policy.locale }
    var texts: Texts { policy.language.texts }
    /// The condition's topic, which decides the titles.
    var topic: ConditionTopic { ConditionTopic(rule.body) }

    var notificationRule: NotificationRule {
        NotificationRule(id: rule.id, sentence: rule.sentence)
    }

    /// The rule's sentence as a line for people.
    var sentence: String { SafeText.neutralised(rule.sentence) }

    /// The name that the person gave the rule, else its sentence.
    var ruleName: String { rule.isNamed ? texts.rule(SafeText.neutralised(rule.id)) : sentence }

    /// The content of any notification of the rule, without texts.
    func data(_ reason: NotificationReason) -> NotificationData {
        NotificationData(
            rule: notificationRule, kind: rule.kind, reason: reason, urgency: rule.urgency,
            title: "", body: "")
    }

    /// The content of any notification about the verdict, without texts.
    func content(_ verdict: Verdict, reason: NotificationReason) -> NotificationData {
        var data = data(reason)
        data.account = account(of: verdict)
        data.value = verdict.evidence.figure
        data.limit = verdict.evidence.limitFigure
        data.transaction = transaction(of: verdict)
        data.previousAmount = verdict.evidence.previous
        fill(&data, with: verdict)
        return data
    }

    /// A notification with its texts cut to size.
    func notification(
        _ type: AlertNotification.Kind, id: String, _ data: NotificationData, title: String,
        body: String, at now: Date
    ) -> AlertNotification {
        var data = data
        data.title = SafeText.capped(title, at: SafeText.titleLimit)
        data.body = SafeText.capped(body, at: SafeText.bodyLimit(of: rule))
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }

    /// One line of a notification with many.
    func item(
        _ title: String, account: NotificationAccount?, value: NotificationFigure?,
        transaction: NotificationTransaction? = nil, since: Date? = nil
    ) -> NotificationItem {
        NotificationItem(
            rule: notificationRule, account: account, value: value, transaction: transaction,
            title: title, since: since)
    }

    func item(_ row: Transaction) -> NotificationItem {
        item(
            movement(row), account: account(row.accountID), value: .money(row.signedAmount),
            transaction: shown(row))
    }
}

// The names of accounts and transactions.
extension NotificationComposer {
    func account(of verdict: Verdict) -> NotificationAccount? { verdict.accountID.map(account) }

    func account(_ id: UUID) -> NotificationAccount {
        let account = facts.accounts[id]?.account
        return NotificationAccount(
            id: id.lowercaseText, name: account.map(name) ?? texts.unknown,
            number: account?.accountNumber.map { SafeText.neutralised($0.masked) })
    }

    func name(of account: Account) -> String { short(account.displayName) }

    /// Returns an outside text, neutralised and cut to the length of a title.
    func short(_ text: String) -> String { SafeText.neutralised(text, limit: SafeText.titleLimit) }

    func name(of verdict: Verdict) -> String {
        switch verdict.subject {
        case .source(let id), .channel(let id): return short(id)
        case .account, .rule, .window, .transaction, .set, .deadline, .occasion:
            if let account = account(of: verdict) { return account.name }
            let named = namedFigures(verdict).map { name(of: $0.account) }
            return named.isEmpty ? texts.allAccounts : texts.together(named)
        }
    }

    /// The figures of the accounts that a condition names, if it compares more than one figure.
    func namedFigures(_ verdict: Verdict) -> [(account: Account, value: Money?)] {
        switch verdict.subject {
        case .rule, .account:
            Evaluator.namedFigures(of: rule, in: facts, naming: policy.naming, bindings: bindings)
        default: []
        }
    }

    /// The transaction of a verdict with neutralised texts.
    func transaction(of verdict: Verdict, previous: Money? = nil) -> NotificationTransaction? {
        verdict.evidence.transaction.map { shown($0, previous: previous) }
    }

    func shown(_ transaction: Transaction, previous: Money? = nil) -> NotificationTransaction {
        NotificationTransaction(
            transaction, text: text(of: transaction),
            merchant: transaction.merchantName.map { SafeText.neutralised($0) }, previous: previous)
    }

    /// The bank's text, or what replaces it (D47).
    func text(of transaction: Transaction) -> String {
        let text = SafeText.neutralised(transaction.originalTransactionDescription)
        return text.isEmpty ? texts.noText : text
    }

    /// The purpose of a movement: the merchant or counterparty, else the bank's text.
    func purpose(of transaction: Transaction) -> String {
        let text = short(transaction.transactionDescription)
        return text.isEmpty ? self.text(of: transaction) : text
    }

    /// The amount of a transaction and its purpose.
    func movement(_ transaction: Transaction, _ amount: Money? = nil) -> String {
        texts.movement(style.text(amount ?? transaction.signedAmount), purpose(of: transaction))
    }
}

extension MoneyStyle {
    func text(_ figure: NotificationFigure) -> String {
        switch figure {
        case .money(let money): text(money)
        case .count(let count): number(count)
        }
    }
}

extension Verdict.Evidence {
    /// The figure that was compared, as a notification shows it; of a set only its sum.
    var figure: NotificationFigure? {
        repeated.isEmpty ? anyFigure : value.map(NotificationFigure.money)
    }

    var anyFigure: NotificationFigure? {
        value.map(NotificationFigure.money) ?? count.map(NotificationFigure.count)
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
