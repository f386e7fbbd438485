import Finance
import Foundation

/// A compiled rule on a condition, which finds the units that it is evaluated for.
struct LevelRule: Sendable {
    let id: String
    let condition: CompiledCondition
    /// The condition that is false exactly when the limit of `until` is met.
    let unmet: CompiledCondition?
    /// The accounts that the parts of the condition read.
    let reaches: [CompiledReach]

    /// Compiles a rule; `nil` if it is not on a condition, or if its condition has a table of its
    /// own.
    init?(_ rule: Rule, _ compiler: inout RuleCompiler) {
        guard case .condition(let body) = rule.body, !body.isAlone,
            let condition = compiler.compile(body)
        else { return nil }
        id = rule.id
        self.condition = condition
        reaches = condition.reaches
        unmet = rule.clauses.recovery.flatMap(body.unmet).flatMap { compiler.compile($0) }
    }

    /// The verdict on one unit; `nil` if the rule does not apply to it.
    ///
    /// - Parameter find: whether a condition of the rule is true of the unit.
    func verdict(_ unit: LevelUnit, find: (CompiledCondition) -> Answer) -> Verdict? {
        let found = find(condition)
        guard found.truth != .notApplicable else { return nil }
        let isRecovered =
            found.truth != .isNot || unmet.map { find($0).truth == .isNot } ?? true
        return Verdict(
            ruleID: id, subject: unit.subject,
            finding: found.truth.finding(isRecovered: isRecovered),
            evidence: found.evidence(of: unit.account))
    }
}

/// A unit for which a rule on a condition is evaluated separately: an account, a sum, a bank.
struct LevelUnit: Sendable {
    var subject: Subject
    /// The account that the alert is about, if it is about one.
    var account: UUID?
    /// The account whose quantities are read, if each account is evaluated separately.
    var own: UUID?
    /// The currency of sums.
    var currency: Currency?
    /// The bank connection, if each bank is evaluated separately.
    var source: String?

    /// Moves a unit on a window to another calendar period.
    mutating func begin(periodFrom start: CalendarDay?) {
        guard case .window(let account, let currency, _) = subject else { return }
        subject = .window(account: account, currency: currency, periodStart: start)
    }

    /// The context in which the unit's quantities are read.
    func context(_ moment: EvaluationMoment) -> ReadingContext {
        ReadingContext(
            account: own.flatMap { moment.facts.accounts[$0] }, currency: currency, source: source)
    }
}

extension LevelUnit {
    init(account: UUID) { self.init(subject: .account(account), account: account, own: account) }
}

extension LevelRule {
    /// The quantity of a rule on a single sum; `nil` for any other rule.
    private var sum: CompiledQuantity? {
        guard case .level(let level) = condition else { return nil }
        if case .figure = level.quantity { return nil }
        return level.quantity
    }

    /// The units of the rule, sorted by account name.
    func units(_ state: inout EvaluationState) -> [LevelUnit] {
        if let sum { return sumUnits(sum, &state) }
        if reaches.contains(where: \.isPerAccount) {
            let accounts = ownSelectors.map { selectors in
                Set(selectors.flatMap { state.registry.identifiers(of: $0) })
            }
            return state.registry.everyone().filter { accounts?.contains($0) ?? true }
                .map(LevelUnit.init(account:))
        }
        let banks = banks(state.moment)
        guard banks.isEmpty else {
            return banks.map { LevelUnit(subject: .source($0), source: $0) }
        }
        let account = onlyAccount(&state)?.account
        let subject = account.map { Subject.account($0.id) } ?? .rule
        return [LevelUnit(subject: subject, account: account?.id, source: account?.institutionName)]
    }

    /// The units that a new account adds; `nil` if all units must be found again.
    ///
    /// - Parameter isKnown: whether there is a unit for a currency already.
    func units(
        with new: AccountFacts, _ state: inout EvaluationState, isKnown: (Currency) -> Bool
    ) -> [LevelUnit]? {
        let id = new.account.id
        guard let sum else {
            guard reaches.contains(where: \.isPerAccount) else { return nil }
            let isMeant = ownSelectors?.contains { state.registry.includes(id, $0) } ?? true
            return isMeant ? [LevelUnit(account: id)] : []
        }
        guard state.registry.includes(id, sum.selector) else { return [] }
        let (currency, isOverAll) = (new.account.currency, sum.selector.isOverAll)
        guard !isOverAll || !isKnown(currency) else { return [] }
        return [sumUnit(isOverAll ? nil : id, currency, periodStart(of: sum, state))]
    }

    /// The accounts that the rule evaluates separately; `nil` if any account can be one.
    private var ownSelectors: [AccountSelector]? {
        let selectors = reaches.filter(\.isPerAccount).map(\.selector)
        return selectors.allSatisfy(\.isNamed) ? selectors : nil
    }

    /// The banks of a rule that reads no account.
    private func banks(_ moment: EvaluationMoment) -> [String] {
        guard reaches.isEmpty else { return [] }
        let reader = HealthReader(moment: moment)
        let banks = condition.leaves.flatMap { leaf -> [String] in
            guard case .health(let health) = leaf else { return [] }
            return reader.sources(for: health)
        }
        return Set(banks).sorted()
    }

    /// The account that the rule is about if it names just one; otherwise `nil`.
    private func onlyAccount(_ state: inout EvaluationState) -> AccountFacts? {
        let selectors = Set(reaches.map(\.selector))
        guard !reaches.contains(where: \.isWhole), selectors.count == 1,
            let selector = selectors.first
        else { return nil }
        return state.accounts(of: selector).first
    }

    private func sumUnits(_ sum: CompiledQuantity, _ state: inout EvaluationState) -> [LevelUnit] {
        let start = periodStart(of: sum, state)
        let accounts = state.accounts(of: sum.selector)
        if sum.selector.isOverAll {
            let currencies = Set(accounts.map(\.account.currency)).sorted { $0.code < $1.code }
            return currencies.map { sumUnit(nil, $0, start) }
        }
        return accounts.map { sumUnit($0.account.id, $0.account.currency, start) }
    }

    private func sumUnit(
        _ account: UUID?, _ currency: Currency, _ start: CalendarDay?
    ) -> LevelUnit {
        LevelUnit(
            subject: .window(account: account, currency: currency, periodStart: start),
            account: account, own: account, currency: currency)
    }

    private func periodStart(of sum: CompiledQuantity, _ state: EvaluationState) -> CalendarDay? {
        switch sum {
        case .window(let index, _): state.windows.periodStart(index)
        case .pace(let windows, _): state.windows.periodStart(windows.soFar)
        case .figure, .former, .upcoming: nil
        }
    }
}

extension AccountSelector {
    /// Whether the selector makes one sum over all accounts of a currency.
    var isOverAll: Bool { reach == .implicit || reach == .all }
}

extension Condition {
    /// Whether the condition has a table of its own, such as ``HealthTable``.
    fileprivate var isAlone: Bool {
        switch self {
        case .health, .reservationAge: true
        case .level, .change, .forecast, .all, .any: false
        }
    }
}
