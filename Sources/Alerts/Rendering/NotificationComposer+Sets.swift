import Finance
import Foundation
import Rules

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

    /// The notification of a set after further transactions have come to it; identifier and instant
    /// stay.
    func grown(_ notification: AlertNotification, by verdict: Verdict) -> AlertNotification {
        let newest = fired(
            verdict, id: notification.id, alreadySo: false, since: notification.data.since,
            at: notification.timestamp)
        var data = newest.data
        let found = Set(verdict.evidence.repeated.map { $0.id.lowercaseText })
        let older = (notification.data.items ?? []).filter {
            $0.transaction.map { !found.contains($0.id) } ?? false
        }
        guard !older.isEmpty, let items = data.items else { return newest }
        let all = older + items
        data.items = Array(all.suffix(Self.mostRepeated))
        data.count = older.count + (data.count ?? items.count)
        data.sum = older.reduce(data.sum) { sum, item in
            guard let sum, let value = item.value else { return nil }
            return try? sum.adding(value)
        }
        data.value = data.sum.map(NotificationFigure.money)
        if rule.title == nil {
            data.title = SafeText.capped(
                headline(of: data, purpose: verdict.evidence.transaction.map(purpose)),
                at: SafeText.titleLimit)
        }
        return AlertNotification(
            type: notification.type, id: notification.id, timestamp: notification.timestamp,
            data: data)
    }

    /// The line about a set: `2 × −100,00 kr KIOSK`, `3 transactions: −3 600,00 kr KIOSK`.
    func headline(ofSet verdict: Verdict) -> String? {
        guard !verdict.evidence.repeated.isEmpty else { return nil }
        var data = NotificationData(
            rule: nil, kind: rule.kind, reason: .setCompleted, title: "", body: "")
        fill(&data, with: verdict)
        return headline(of: data, purpose: verdict.evidence.transaction.map(purpose))
    }

    private func headline(of data: NotificationData, purpose: String?) -> String {
        let values = Set((data.items ?? []).map(\.value))
        let count = style.number(data.count ?? 0)
        let text = purpose ?? texts.noText
        if values.count == 1, let value = values.first ?? nil {
            return texts.movement(texts.times(count, style.text(value)), text)
        }
        return texts.movement(
            texts.events(.event, data.count ?? 0, count, sum: data.sum.map(style.text)), text)
    }

    func item(_ row: Transaction) -> NotificationItem {
        let amount = style.text(row.signedAmount)
        let about = Verdict(
            ruleID: rule.id, subject: .transaction(row.id), finding: .occurred,
            evidence: Verdict.Evidence(accountID: row.accountID, transaction: row))
        return NotificationItem(
            rule: notificationRule, account: account(of: about), value: row.signedAmount,
            transaction: transaction(of: about),
            title: texts.movement(amount, purpose(of: row)), since: nil)
    }
}
