import Finance
import Foundation

/// A rule on a condition, compiled, and how it finds whom it speaks of.
struct LevelRule: Sendable {
    /// The rule's identifier.
    let id: String
    /// What is to be so.
    let condition: CompiledCondition
    /// The quantity and comparison of `until`, if there is one.
    let recovery: (quantity: CompiledQuantity, comparison: CompiledComparison)?

    /// Compiles a rule; `nil` if it is not on a condition.
    init?(_ rule: Rule, _ compiler: inout ConditionCompiler) {
        guard case .condition(let body) = rule.body, let condition = compiler.compile(body) else {
            return nil
        }
        id = rule.id
        self.condition = condition
        if let until = rule.clauses.recovery, case .level(let level) = condition,
            let comparison = compiler.compile(until, against: level.quantity)
        {
            recovery = (level.quantity, comparison)
        } else {
            recovery = nil
        }
    }

    /// The window that the rule is, with its accounts, if it is a single one.
    var window: (index: Int, selector: AccountSelector)? {
        guard case .level(let level) = condition,
            case .window(let index, let selector) = level.quantity
        else { return nil }
        return (index, selector)
    }

    private var quantities: [CompiledQuantity] { condition.levels.flatMap(\.quantities) }

    /// The verdicts of the rule now.
    func verdicts(_ evaluator: inout ConditionEvaluator) -> [Verdict] {
        if let window { return windowVerdicts(window, &evaluator) }
        if quantities.contains(where: \.isPerAccount) { return accountVerdicts(&evaluator) }
        let subject = wholeSubject(&evaluator)
        return [verdict(subject, nil, ReadingContext(), &evaluator)].compactMap { $0 }
    }

    private func accountVerdicts(_ evaluator: inout ConditionEvaluator) -> [Verdict] {
        evaluator.moment.accounts.compactMap {
            let context = ReadingContext(account: $0, currency: nil)
            return verdict(.account($0.account.id), $0.account.id, context, &evaluator)
        }
    }

    /// One account by itself if the rule names just one, else the rule as a whole.
    private func wholeSubject(_ evaluator: inout ConditionEvaluator) -> Subject {
        let isWhole = quantities.contains {
            if case .figure(_, isTotal: false, _) = $0 { false } else { true }
        }
        let selectors = Set(quantities.map(\.selector))
        guard !isWhole, selectors.count == 1, let selector = selectors.first,
            let account = evaluator.names.accounts(of: selector, among: evaluator.moment.accounts)
                .first
        else { return .rule }
        return .account(account.account.id)
    }

    private func windowVerdicts(
        _ window: (index: Int, selector: AccountSelector), _ evaluator: inout ConditionEvaluator
    ) -> [Verdict] {
        let moment = evaluator.moment
        let start = evaluator.windows.periodStart(window.index, at: moment.now, zone: moment.zone)
        let accounts = evaluator.names.accounts(of: window.selector, among: moment.accounts)
        let isSum = window.selector.reach == .implicit || window.selector.reach == .all
        if isSum {
            let currencies = Set(accounts.map(\.account.currency)).sorted { $0.code < $1.code }
            return currencies.compactMap { currency in
                let subject = Subject.window(account: nil, currency: currency, periodStart: start)
                let context = ReadingContext(account: nil, currency: currency)
                return verdict(subject, nil, context, &evaluator)
            }
        }
        return accounts.compactMap { account in
            let currency = account.account.currency
            let id = account.account.id
            let subject = Subject.window(account: id, currency: currency, periodStart: start)
            let context = ReadingContext(account: account, currency: currency)
            return verdict(subject, id, context, &evaluator)
        }
    }

    private func verdict(
        _ subject: Subject, _ account: UUID?, _ context: ReadingContext,
        _ evaluator: inout ConditionEvaluator
    ) -> Verdict? {
        let found = evaluator.find(condition, context)
        let finding: Verdict.Finding
        switch found.truth {
        case .notApplicable: return nil
        case .unknown(let reason): finding = .unknown(reason)
        case .isSo: finding = .holds
        case .isNot: finding = .clear(isRecovered: isRecovered(context, &evaluator))
        }
        var accountID = account
        if case .account(let id) = subject { accountID = id }
        return Verdict(
            ruleID: id, subject: subject, finding: finding,
            evidence: Verdict.Evidence(
                accountID: accountID, value: found.value, limit: found.limit, count: found.count))
    }

    private func isRecovered(
        _ context: ReadingContext, _ evaluator: inout ConditionEvaluator
    ) -> Bool {
        guard let recovery else { return true }
        return evaluator.find(recovery.quantity, recovery.comparison, context).truth == .isSo
    }
}
