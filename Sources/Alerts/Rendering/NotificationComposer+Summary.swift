import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The overview of the rule's accounts with their newest figures.
    ///
    /// A figure that is not fresh (RL-30) is no value: its line says what it was and when. Their
    /// number is shown too, and their sum if every one is known and of one currency.
    func summary(of occasion: Date, id: String, at now: Date) -> AlertNotification {
        let accounts = Evaluator.accounts(
            readBy: rule, in: facts, aliases: policy.aliases, bindings: bindings)
        let items = accounts.compactMap { facts.accounts[$0.id] }.map { line($0, at: now) }
        var data = NotificationData(
            rule: notificationRule, kind: rule.kind, reason: .scheduled, urgency: rule.urgency,
            title: "", body: "")
        data.since = occasion < now ? occasion : nil
        data.items = items
        data.count = items.count
        data.sum = sum(of: items)
        let words = words(data, since: occasion)
        let day = day(CalendarDay(of: occasion, in: policy.zone), at: now)
        data.title = title(rule.title, words, default: texts.summary(of: day))
        data.body = body(rule.message, words, default: text(of: items))
        return AlertNotification(type: .summary, id: id, timestamp: now, data: data)
    }

    /// What they are together; `nil` if one is not known, or is of another currency.
    private func sum(of items: [NotificationItem]) -> Money? {
        guard let currency = items.first?.value?.currency else { return nil }
        var sum = Money.zero(currency)
        for item in items {
            guard let value = item.value, let next = try? sum.adding(value) else { return nil }
            sum = next
        }
        return sum
    }

    func words(_ data: NotificationData, since occasion: Date) -> (String) -> String? {
        let others = values(of: nothing, since: occasion)
        return { name in
            switch name {
            case "count": data.count.map(style.number)
            case "sum": data.sum.map(style.text) ?? texts.unknownSum
            default: others(name)
            }
        }
    }

    private func text(of items: [NotificationItem]) -> String {
        guard !items.isEmpty else { return texts.noAccounts }
        let shown = items.prefix(DigestComposer.lines).map(\.title)
        return texts.lines(shown, more: items.count - shown.count)
    }

    private func line(_ facts: AccountFacts, at now: Date) -> NotificationItem {
        let verdict = Verdict(
            ruleID: rule.id, subject: .account(facts.account.id), finding: .holds,
            evidence: Verdict.Evidence())
        let name = name(of: verdict)
        let figure = facts.booked ?? facts.available
        let isFresh = isFresh(facts, at: now)
        let title =
            figure.map { value in
                isFresh
                    ? texts.figure(name, style.text(value))
                    : texts.outdated(
                        name, style.text(value), at: moment(facts.freshAt, now))
            } ?? texts.unknownFigure(name)
        return NotificationItem(
            rule: notificationRule, account: account(of: verdict), value: isFresh ? figure : nil,
            transaction: nil, title: title, since: isFresh ? nil : facts.freshAt)
    }

    private func isFresh(_ account: AccountFacts, at now: Date) -> Bool {
        let source = facts.sources[account.account.institutionName]
        return source?.failingSince == nil
            && now.timeIntervalSince(account.freshAt) <= policy.freshSeconds(of: account)
    }

    /// A summary is about no single figure.
    private var nothing: Verdict {
        Verdict(
            ruleID: rule.id, subject: .rule, finding: .holds, evidence: Verdict.Evidence())
    }
}
