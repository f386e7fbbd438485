import Finance
import Foundation

/// A rule on a condition, compiled, and how it finds whom it speaks of.
struct LevelRule: Sendable {
    /// The rule's identifier.
    let id: String
    /// What is to be so.
    let condition: CompiledCondition
    private let recovery: CompiledRecovery?
    /// What its parts are read of.
    private let reaches: [CompiledReach]

    /// Compiles a rule; `nil` if it is not on a condition, or on one that has a machine of its own.
    init?(_ rule: Rule, _ compiler: inout ConditionCompiler) {
        guard case .condition(let body) = rule.body, !body.isAlone,
            let condition = compiler.compile(body)
        else { return nil }
        id = rule.id
        self.condition = condition
        reaches = condition.reaches
        recovery = rule.clauses.recovery.flatMap {
            CompiledRecovery($0, of: body, condition, &compiler)
        }
    }

    /// The sum that the rule is about, if it is about a single one.
    private var sum: CompiledQuantity? {
        guard case .level(let level) = condition else { return nil }
        if case .figure = level.quantity { return nil }
        return level.quantity
    }

    /// The verdicts of the rule now.
    func verdicts(_ evaluator: inout ConditionEvaluator) -> [Verdict] {
        if let sum { return sumVerdicts(sum, &evaluator) }
        if reaches.contains(where: \.isPerAccount) { return accountVerdicts(&evaluator) }
        let banks = banks(evaluator.moment)
        guard banks.isEmpty else {
            return banks.compactMap { bank in
                verdict(.source(bank), nil, ReadingContext(source: bank), &evaluator)
            }
        }
        let account = onlyAccount(&evaluator)?.account
        let subject = account.map { Subject.account($0.id) } ?? .rule
        let context = ReadingContext(source: account?.institutionName)
        return [verdict(subject, account?.id, context, &evaluator)].compactMap { $0 }
    }

    private func accountVerdicts(_ evaluator: inout ConditionEvaluator) -> [Verdict] {
        evaluator.moment.accounts.compactMap {
            let context = ReadingContext(account: $0, currency: nil)
            return verdict(.account($0.account.id), $0.account.id, context, &evaluator)
        }
    }

    /// The banks that a rule which reads no account speaks of.
    private func banks(_ moment: EvaluationMoment) -> [String] {
        guard reaches.isEmpty else { return [] }
        let reader = HealthReader(moment: moment)
        let banks = condition.leaves.flatMap { leaf -> [String] in
            guard case .health(let health) = leaf else { return [] }
            return reader.sources(for: health)
        }
        return Set(banks).sorted()
    }

    /// The account that the rule is about if it names just one, else it is about something whole.
    private func onlyAccount(_ evaluator: inout ConditionEvaluator) -> AccountFacts? {
        let selectors = Set(reaches.map(\.selector))
        guard !reaches.contains(where: \.isWhole), selectors.count == 1,
            let selector = selectors.first
        else { return nil }
        return evaluator.names.accounts(of: selector, among: evaluator.moment.accounts).first
    }

    private func sumVerdicts(
        _ sum: CompiledQuantity, _ evaluator: inout ConditionEvaluator
    ) -> [Verdict] {
        let start = periodStart(of: sum, evaluator)
        let accounts = evaluator.names.accounts(
            of: sum.selector, among: evaluator.moment.accounts)
        let isOverAll = sum.selector.reach == .implicit || sum.selector.reach == .all
        if isOverAll {
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

    private func periodStart(
        of sum: CompiledQuantity, _ evaluator: ConditionEvaluator
    ) -> CalendarDay? {
        guard case .window(let index, _) = sum else { return nil }
        return evaluator.windows.periodStart(
            index, at: evaluator.moment.now, zone: evaluator.moment.zone)
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
        case .isNot:
            let isRecovered = recovery?.isMet(in: context, &evaluator) ?? true
            finding = .clear(isRecovered: isRecovered)
        }
        return Verdict(
            ruleID: id, subject: subject, finding: finding, evidence: found.evidence(of: account))
    }
}

extension Condition {
    /// Whether it is evaluated by itself instead of as a condition: bank by bank, or as an event.
    fileprivate var isAlone: Bool {
        switch self {
        case .health, .reservationAge: true
        case .level, .change, .forecast, .all, .any: false
        }
    }
}
