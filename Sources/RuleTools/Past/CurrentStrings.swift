import Alerts
import Finance
import Foundation
import Rules

/// What a rule finds in the store, in words.
struct CurrentStrings: Sendable {
    let state: StoredState
    let zone: TimeZone
    let aliases: [String: [String]]
    private let style = MoneyStyle.norwegian

    /// One line for each alert that the rule could have now.
    func lines(of rule: Rule, _ verdicts: [Verdict]) -> [String] {
        if rule.kind == .event || rule.kind == .repeat { return [events(verdicts)] }
        if let overview = verdicts.first?.evidence.overview { return amounts(overview) }
        let lines = rule.kind == .summary ? figures(of: rule) : verdicts.map(line)
        return lines.isEmpty ? ["no account or bank that it could be about is known yet"] : lines
    }

    private func line(_ verdict: Verdict) -> String {
        let figure = figure(verdict).map { "\($0): " } ?? ""
        return "\(name(of: verdict)): \(figure)\(finding(verdict))"
    }

    /// The newest figures that a summary would list.
    private func figures(of rule: Rule) -> [String] {
        let accounts = Evaluator.accounts(
            readBy: rule, in: state.facts, aliases: aliases, bindings: state.bindings)
        return accounts.compactMap { state.facts.accounts[$0.id] }.map { facts in
            let figure = (facts.booked ?? facts.available).map(style.text) ?? "no figure"
            let name = SafeText.neutralised(facts.account.displayName)
            return "\(name): \(figure), of \(style.text(facts.freshAt, in: zone))"
        }
    }

    /// What a summary of spending would list now.
    private func amounts(_ overview: SpendingOverview) -> [String] {
        let days = overview.days
        let title = "\(style.text(days.lowerBound)) to \(style.text(days.upperBound))"
        return (overview.totals + overview.groups).map { share in
            let name = share.name.map { name in
                switch name {
                case .group(let category): category.rawValue
                case .named(let text): SafeText.neutralised(text)
                case .account(let id):
                    SafeText.neutralised(state.facts.accounts[id]?.account.displayName ?? "")
                case .other: "other"
                }
            }
            let before = share.before.map { ", before \(style.text($0))" } ?? ""
            return "\(name ?? title): \(style.text(share.spent))\(before)"
        }
    }

    private func arrival(_ outcome: DeadlineOutcome) -> String {
        guard let arrival = outcome.arrival else {
            return "nothing has come, you would be notified"
        }
        let text = SafeText.neutralised(arrival.transactionDescription)
        return "it has come: \(style.text(arrival.signedAmount)) "
            + "\(text.isEmpty ? "(no text)" : text) on \(style.text(arrival.transactionDate))"
    }

    private func finding(_ verdict: Verdict) -> String {
        if let outcome = verdict.evidence.deadline, verdict.isKnown { return arrival(outcome) }
        return switch verdict.finding {
        case .holds, .occurred, .corrected: "it is so, you would be notified"
        case .clear(isRecovered: true): "it is not so"
        case .clear(isRecovered: false):
            "it is not so; an alert that fires would not be over yet"
        case .unknown(.stale): "not judged, the figures are too old\(read(verdict))"
        case .unknown(.sourceFailing): "not judged, the bank fails"
        case .unknown(.missingFigure): "not judged, the bank does not give the figure"
        case .unknown(.learning): "not judged, the history is not long enough yet"
        }
    }

    private func read(_ verdict: Verdict) -> String {
        let known = verdict.evidence.accountID.flatMap { state.facts.accounts[$0]?.freshAt }
        let oldest = state.facts.accounts.values.map(\.freshAt).min()
        return (known ?? oldest).map { ", of \(style.text($0, in: zone))" } ?? ""
    }

    private func figure(_ verdict: Verdict) -> String? {
        let figure =
            verdict.evidence.value.map(style.text) ?? verdict.evidence.count.map(style.number)
        let day = verdict.evidence.day.map { "on \(style.text($0))" }
        let words = [figure, day].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private func name(of verdict: Verdict) -> String {
        switch verdict.subject {
        case .source(let source): return SafeText.neutralised("bank \(source)")
        case .account(let id), .window(account: let id?, _, _):
            let name = state.facts.accounts[id]?.account.displayName ?? "an account"
            return SafeText.neutralised(name)
        case .window(account: nil, let currency, _): return "all accounts in \(currency.code)"
        case .deadline(let account, let day):
            let name = account.flatMap { state.facts.accounts[$0]?.account.displayName }
            let words = day.map { "by \(style.text($0))" } ?? "now"
            return SafeText.neutralised(name.map { "\($0), \(words)" } ?? words)
        case .channel(let channel): return SafeText.neutralised("channel \(channel)")
        case .transaction where verdict.evidence.subscription != nil:
            return SafeText.neutralised(verdict.evidence.subscription?.merchant ?? "")
        case .rule, .transaction, .set, .occasion: return "altogether"
        }
    }

    private func events(_ verdicts: [Verdict]) -> String {
        let days = state.transactions.map(\.transactionDate)
        guard let first = days.min() else { return "no transaction is known yet" }
        let verdicts = verdicts.filter { $0.finding == .occurred }
        let count = verdicts.isEmpty ? "none" : style.number(verdicts.count)
        let newest = verdicts.compactMap(\.evidence.transaction)
            .max { $0.transactionDate < $1.transactionDate }
        let example = newest.map { transaction in
            let text = SafeText.neutralised(transaction.transactionDescription)
            return ", the last for \(style.text(transaction.signedAmount)) "
                + "\(text.isEmpty ? "(no text)" : text) on \(style.text(transaction.transactionDate))"
        }
        return
            "of \(style.number(days.count)) known since \(style.text(first)) it would have reported "
            + "\(count)\(example ?? "")"
    }
}

extension Verdict {
    fileprivate var isKnown: Bool {
        if case .unknown = finding { false } else { true }
    }
}
