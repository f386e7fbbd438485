import Finance
import Foundation
import Rules

// The values of placeholders in a person's own words.
extension NotificationComposer {
    /// A person's own title or body with its placeholders filled in; `nil` if there is none.
    func filled(_ own: String?, _ values: (String) -> String?) -> String? {
        own.map { MessageTemplate($0).text(in: policy.language, values) }
    }

    /// The value of each placeholder for a verdict; `nil` for a name without one.
    func values(of verdict: Verdict, since: Date) -> (String) -> String? {
        { name in
            switch name {
            case "rule": rule.id
            case "account": self.name(of: verdict)
            case "since": style.text(since, in: policy.zone)
            case "deadline":
                verdict.evidence.deadline.map {
                    DeadlineText(rule: rule, policy: policy).text(endedAt: $0.endedAt)
                }
            case "count": style.number(verdict.evidence.count ?? 1)
            default: figure(name, of: verdict) ?? movement(name, of: verdict)
            }
        }
    }

    private func figure(_ name: String, of verdict: Verdict) -> String? {
        let account = verdict.accountID.flatMap { facts.accounts[$0] }
        return switch name {
        case "balance": account?.booked.map(style.text)
        case "available": account?.available.map(style.text)
        case "date": verdict.evidence.day.map(style.text)
        case "limit": verdict.evidence.limitFigure.map(style.text)
        case "value": verdict.evidence.anyFigure.map(style.text)
        default: nil
        }
    }

    private func movement(_ name: String, of verdict: Verdict) -> String? {
        guard let transaction = verdict.evidence.transaction else { return nil }
        switch name {
        case "amount" where !verdict.evidence.repeated.isEmpty:
            return style.text(transaction.signedAmount)
        case "amount", "sum": return style.text(verdict.evidence.value ?? transaction.signedAmount)
        case "merchant": return transaction.merchantName.map(short) ?? purpose(of: transaction)
        case "text": return text(of: transaction)
        case "date": return style.text(transaction.transactionDate)
        default: return nil
        }
    }
}
