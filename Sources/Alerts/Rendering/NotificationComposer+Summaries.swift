import Finance
import Foundation
import Rules

// Summaries at fixed times.
extension NotificationComposer {
    /// The summary of the rule's accounts with their newest figures.
    ///
    /// A figure that is not fresh (RL-30) is no value: its line says what it was and when. The
    /// number of accounts is shown too, and their sum if all are known and of one currency.
    func summary(of occasion: Date, id: String, at now: Date) -> AlertNotification {
        let accounts = Evaluator.accounts(
            readBy: rule, in: facts, naming: policy.naming, bindings: bindings)
        let items = accounts.compactMap { facts.accounts[$0.id] }.map { line($0, at: now) }
        let shown = items.prefix(DigestComposer.lines).map(\.title)
        var data = data(.scheduled)
        data.items = items
        data.count = items.count
        data.sum = items.map(\.value?.money).total
        return overview(
            data, of: occasion, id: id, title: texts.summary(of: day(dayOf(occasion), at: now)),
            body: items.isEmpty
                ? texts.noAccounts : texts.lines(shown, more: items.count - shown.count), at: now)
    }

    private func overview(
        _ data: NotificationData, of occasion: Date, id: String, title: String, body: String,
        at now: Date
    ) -> AlertNotification {
        var data = data
        data.since = occasion < now ? occasion : nil
        let values: (String) -> String? = { name in
            switch name {
            case "rule": rule.id
            case "account": texts.allAccounts
            case "since": style.text(occasion, in: policy.zone)
            case "count": data.count.map(style.number)
            case "sum": data.sum.map(style.text) ?? texts.unknownSum
            default: nil
            }
        }
        return notification(
            .summary, id: id, data, title: filled(rule.title, values) ?? title,
            body: filled(rule.message, values) ?? body, at: now)
    }

    private func line(_ facts: AccountFacts, at now: Date) -> NotificationItem {
        let name = name(of: facts.account)
        let figure = facts.booked ?? facts.available
        let isFresh = policy.isFresh(facts, readAt: facts.freshAt, in: self.facts, at: now)
        let title =
            figure.map { value in
                isFresh
                    ? texts.figure(name, style.text(value))
                    : texts.outdated(name, style.text(value), at: moment(facts.freshAt, now))
            } ?? texts.unknownFigure(name)
        return item(
            title, account: account(facts.account.id),
            value: isFresh ? figure.map(NotificationFigure.money) : nil,
            since: isFresh ? nil : facts.freshAt)
    }
}

// Spending summaries.
extension NotificationComposer {
    /// How many groups the body names.
    private static let groupsShown = 5

    /// The summary of spending: groups and the largest purchases are its items.
    ///
    /// The sum is left out if there are several currencies.
    func spending(
        _ overview: SpendingOverview, of occasion: Date, id: String, at now: Date
    ) -> AlertNotification {
        let groups = overview.groups.map(item)
        let largest = overview.largest.map(item)
        var data = data(.scheduled)
        data.items = groups + largest
        data.count = groups.count
        let total = overview.totals.count == 1 ? overview.totals[0] : nil
        data.sum = total?.spent
        data.previousAmount = total?.before
        let shown = groups.prefix(Self.groupsShown).map(\.title)
        let more = groups.count > shown.count ? [texts.more(groups.count - shown.count)] : []
        let lines = shown + more + largest.map(\.title) + gaps(overview, at: now)
        return self.overview(
            data, of: occasion, id: id, title: heading(overview, at: now),
            body: lines.isEmpty ? ruleName : texts.lines(lines), at: now)
    }

    private func heading(_ overview: SpendingOverview, at now: Date) -> String {
        let days = overview.days
        let amounts = overview.totals.map(amount)
        return texts.spending(
            day(days.lowerBound, at: now), day(days.upperBound, at: now),
            amounts.isEmpty ? style.number(0) : texts.together(amounts))
    }

    private func amount(_ share: SpendingOverview.Share) -> String {
        let spent = style.text(share.spent)
        return share.before.map { texts.beside(spent, before: style.text($0)) } ?? spent
    }

    private func item(_ share: SpendingOverview.Share) -> NotificationItem {
        let account: NotificationAccount? =
            if case .account(let id)? = share.name { self.account(id) } else { nil }
        let name = account?.name ?? short(texts.spender(share.name))
        var item = item(
            texts.figure(name, amount(share)), account: account, value: .money(share.spent))
        item.previousValue = share.before
        return item
    }

    /// Which parts of the period are unknown.
    private func gaps(_ overview: SpendingOverview, at now: Date) -> [String] {
        let start = overview.knownFrom.map { texts.knownFrom(day($0, at: now)) }
        return [start].compactMap(\.self)
            + overview.stale.compactMap { facts.accounts[$0] }.map { account in
                texts.lastRead(name(of: account.account), moment(account.freshAt, now))
            }
    }
}
