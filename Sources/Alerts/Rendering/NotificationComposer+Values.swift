import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The value of each placeholder for a verdict, or nothing for a name without one.
    func values(of verdict: Verdict, since: Date) -> (String) -> String? {
        { name in
            switch name {
            case "rule": rule.id
            case "account": self.name(of: verdict)
            case "since": style.text(since, in: policy.zone)
            case "deadline": verdict.evidence.deadline.map { deadlineText(endedAt: $0.endedAt) }
            case "count": verdict.evidence.count.map(style.number) ?? style.number(1)
            default: figure(name, of: verdict) ?? movement(name, of: verdict)
            }
        }
    }

    /// A person's own title or the default one, cut to size.
    func title(_ own: String?, _ values: (String) -> String?, default text: String) -> String {
        SafeText.capped(filled(own, values) ?? text, at: SafeText.titleLimit)
    }

    /// A person's own body or the default one, cut to size.
    func body(_ own: String?, _ values: (String) -> String?, default text: String) -> String {
        SafeText.capped(filled(own, values) ?? text, at: SafeText.bodyLimit)
    }

    private func filled(_ own: String?, _ values: (String) -> String?) -> String? {
        own.map {
            MessageTemplate(SafeText.neutralised($0, limit: nil)).text(in: policy.language, values)
        }
    }

    private func figure(_ name: String, of verdict: Verdict) -> String? {
        let account = verdict.accountID.flatMap { facts.accounts[$0] }
        switch name {
        case "balance": return account?.booked.map(style.text)
        case "available": return account?.available.map(style.text)
        case "date": return verdict.evidence.day.map(style.text)
        case "limit":
            return verdict.evidence.limit.map(style.text)
                ?? verdict.evidence.countLimit.map(style.number)
        case "value":
            return verdict.evidence.value.map(style.text)
                ?? verdict.evidence.count.map(style.number)
        default: return nil
        }
    }

    private func movement(_ name: String, of verdict: Verdict) -> String? {
        guard let transaction = verdict.evidence.transaction else { return nil }
        switch name {
        case "amount" where !verdict.evidence.repeated.isEmpty:
            return style.text(transaction.signedAmount)
        case "amount", "sum":
            return style.text(verdict.evidence.value ?? transaction.signedAmount)
        case "merchant":
            return transaction.merchantName.map { SafeText.neutralised($0, limit: 80) }
                ?? purpose(of: transaction)
        case "text": return text(of: transaction)
        case "date": return style.text(transaction.transactionDate)
        default: return nil
        }
    }
}
