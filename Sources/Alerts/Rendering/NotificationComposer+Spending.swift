import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// How many groups the body names.
    private static let groupsShown = 5

    /// The summary of what was spent: groups and the largest purchases are its items.
    ///
    /// The sum is left out if there are several currencies.
    func spending(
        _ overview: SpendingOverview, of occasion: Date, id: String, at now: Date
    ) -> AlertNotification {
        let groups = overview.groups.map(item)
        let largest = overview.largest.map(item)
        var data = NotificationData(
            rule: notificationRule, kind: rule.kind, reason: .scheduled, urgency: rule.urgency,
            title: "", body: "")
        data.since = occasion < now ? occasion : nil
        data.items = groups + largest
        data.count = groups.count
        let total = overview.totals.count == 1 ? overview.totals[0] : nil
        data.sum = total?.spent
        data.previousAmount = total?.before
        let words = words(data, since: occasion)
        data.title = title(rule.title, words, default: heading(overview, at: now))
        let shown = groups.prefix(Self.groupsShown).map(\.title)
        let more = groups.count > shown.count ? [texts.more(groups.count - shown.count)] : []
        let lines = shown + more + largest.map(\.title) + gaps(overview, at: now)
        data.body = body(
            rule.message, words, default: lines.isEmpty ? ruleName : texts.lines(lines))
        return AlertNotification(type: .summary, id: id, timestamp: now, data: data)
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
        var account: NotificationAccount?
        if case .account(let id)? = share.name {
            account = self.account(
                of: Verdict(
                    ruleID: rule.id, subject: .account(id), finding: .holds,
                    evidence: Verdict.Evidence()))
        }
        let name =
            account?.name
            ?? SafeText.neutralised(
                texts.spender(share.name), limit: SafeText.titleLimit)
        var item = NotificationItem(
            rule: notificationRule, account: account, value: share.spent, transaction: nil,
            title: texts.figure(name, amount(share)), since: nil)
        item.previousValue = share.before
        return item
    }

    /// What is not known of the period.
    private func gaps(_ overview: SpendingOverview, at now: Date) -> [String] {
        let start = overview.knownFrom.map { texts.knownFrom(day($0, at: now)) }
        return [start].compactMap(\.self)
            + overview.stale.compactMap { facts.accounts[$0] }.map { account in
                texts.lastRead(
                    SafeText.neutralised(account.account.displayName, limit: SafeText.titleLimit),
                    moment(account.freshAt, now))
            }
    }
}
