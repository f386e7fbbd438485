import Finance
import Foundation

/// A rule on a condition, compiled, and how it finds whom it speaks of.
struct LevelRule: Sendable {
    /// The rule's identifier.
    let id: String
    /// What is to be so.
    let condition: CompiledCondition
    /// What `until` waits for.
    let recovery: CompiledRecovery?
    /// Whether a clause looks at every poll, so that its verdicts are wanted even unchanged.
    let isAttentive: Bool
    /// What its parts are read of.
    private let reaches: [CompiledReach]

    /// Compiles a rule; `nil` if it is not on a condition, or on one that has a machine of its own.
    init?(_ rule: Rule, _ compiler: inout ConditionCompiler) {
        guard case .condition(let body) = rule.body, !body.isAlone,
            let condition = compiler.compile(body)
        else { return nil }
        id = rule.id
        isAttentive = rule.clauses.lookAtEveryPoll
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
        units(&evaluator).compactMap { verdict($0, &evaluator) }
    }

    /// What the rule speaks of by itself, in the order of the accounts.
    func units(_ evaluator: inout ConditionEvaluator) -> [LevelUnit] {
        if let sum { return sumUnits(sum, &evaluator) }
        if reaches.contains(where: \.isPerAccount) {
            return evaluator.moment.accounts.map {
                LevelUnit(
                    subject: .account($0.account.id), account: $0.account.id,
                    context: ReadingContext(account: $0, currency: nil))
            }
        }
        let banks = banks(evaluator.moment)
        guard banks.isEmpty else {
            return banks.map { bank in
                LevelUnit(
                    subject: .source(bank), account: nil, context: ReadingContext(source: bank))
            }
        }
        let account = onlyAccount(&evaluator)?.account
        let subject = account.map { Subject.account($0.id) } ?? .rule
        let context = ReadingContext(source: account?.institutionName)
        return [LevelUnit(subject: subject, account: account?.id, context: context)]
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

    private func sumUnits(
        _ sum: CompiledQuantity, _ evaluator: inout ConditionEvaluator
    ) -> [LevelUnit] {
        let start = periodStart(of: sum, evaluator)
        let accounts = evaluator.names.accounts(
            of: sum.selector, among: evaluator.moment.accounts)
        let isOverAll = sum.selector.reach == .implicit || sum.selector.reach == .all
        if isOverAll {
            let currencies = Set(accounts.map(\.account.currency)).sorted { $0.code < $1.code }
            return currencies.map { currency in
                LevelUnit(
                    subject: .window(account: nil, currency: currency, periodStart: start),
                    account: nil, context: ReadingContext(account: nil, currency: currency))
            }
        }
        return accounts.map { account in
            let currency = account.account.currency
            let id = account.account.id
            return LevelUnit(
                subject: .window(account: id, currency: currency, periodStart: start),
                account: id, context: ReadingContext(account: account, currency: currency))
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
        _ unit: LevelUnit, _ evaluator: inout ConditionEvaluator
    ) -> Verdict? {
        let found = evaluator.find(condition, unit.context)
        return verdict(found, unit, &evaluator) { recovery, evaluator in
            recovery.isMet(in: unit.context, &evaluator)
        }
    }

    /// The verdict that an answer means; `nil` if the rule does not speak of the unit.
    func verdict(
        _ found: Answer, _ unit: LevelUnit, _ evaluator: inout ConditionEvaluator,
        isMet: (CompiledRecovery, inout ConditionEvaluator) -> Bool
    ) -> Verdict? {
        let finding: Verdict.Finding
        switch found.truth {
        case .notApplicable: return nil
        case .unknown(let reason): finding = .unknown(reason)
        case .isSo: finding = .holds
        case .isNot:
            finding = .clear(isRecovered: recovery.map { isMet($0, &evaluator) } ?? true)
        }
        return Verdict(
            ruleID: id, subject: unit.subject, finding: finding,
            evidence: found.evidence(of: unit.account))
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

extension Clauses {
    /// Whether a clause looks at the verdict of every poll: at how long it has been so, or at the
    /// newest figures of a notice that is held back or repeated.
    fileprivate var lookAtEveryPoll: Bool {
        hold != nil || telling != nil || weekdays != nil || limit != nil || remindEvery != nil
    }
}
