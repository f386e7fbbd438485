import Finance
import Foundation

extension EvaluationState {
    /// Whether a condition is true in a context.
    mutating func find(_ condition: CompiledCondition, _ context: ReadingContext) -> Answer {
        switch condition {
        case .all(let parts, let isOfTroubledBank):
            var own = context
            own.usesLastKnown = context.usesLastKnown || isOfTroubledBank
            return .all(parts.map { find($0, own) })
        case .any(let parts): return .any(parts.map { find($0, context) })
        case .level(let level): return find(level.quantity, level.comparison, context)
        case .change(let change): return find(change, context)
        case .forecast(let forecast): return find(forecast, context)
        case .health(let health): return find(health, context)
        case .reservationAge(let age): return find(age, context)
        }
    }

    /// Whether a quantity meets a comparison.
    mutating func find(
        _ quantity: CompiledQuantity, _ comparison: CompiledComparison, _ context: ReadingContext
    ) -> Answer {
        var own = context
        own.currency = comparison.currency ?? context.currency
        guard applies(comparison, context) else { return Answer(.notApplicable) }
        return answer(to: read(quantity, own), comparison, own)
    }

    /// Whether a reading that was made once for many rules meets the comparison of one of them.
    mutating func find(
        _ comparison: CompiledComparison, _ reading: Reading, _ context: ReadingContext
    ) -> Answer {
        guard applies(comparison, context) else { return Answer(.notApplicable) }
        return answer(to: reading, comparison, context)
    }

    /// Whether a limit applies: one in a currency does not to a sum in another (RL-4).
    private func applies(_ comparison: CompiledComparison, _ context: ReadingContext) -> Bool {
        context.currency.map { $0 == comparison.currency ?? $0 } ?? true
    }

    /// Whether a reading meets a comparison.
    private mutating func answer(
        to reading: Reading, _ comparison: CompiledComparison, _ context: ReadingContext
    ) -> Answer {
        switch reading {
        case .notApplicable: Answer(.notApplicable)
        case .unknown(let reason): Answer(.unknown(reason))
        case .count(let count): compare(count, comparison, context)
        case .money(let value): compare(value, comparison, context)
        }
    }

    private mutating func compare(
        _ count: Int, _ comparison: CompiledComparison, _ context: ReadingContext
    ) -> Answer {
        switch comparison.operand {
        case .amount(let amount):
            guard let limit = amount.number.whole else { return Answer(.notApplicable) }
            return Self.answer(count, comparison.relation, limit)
        case .quantity(let quantity):
            switch read(quantity, context) {
            case .count(let limit): return Self.answer(count, comparison.relation, limit)
            case .unknown(let reason): return Answer(.unknown(reason), count: count)
            case .money, .notApplicable: return Answer(.notApplicable)
            }
        case .share: return Answer(.notApplicable)
        }
    }

    /// Whether an amount meets a comparison.
    mutating func compare(
        _ value: Money, _ comparison: CompiledComparison, _ context: ReadingContext
    ) -> Answer {
        switch comparison.operand {
        case .amount(let amount):
            // A limit in a currency applies only to accounts in that currency (RL-4).
            guard amount.currency ?? value.currency == value.currency else {
                return Answer(.notApplicable)
            }
            guard let limit = amount.money(in: value.currency) else {
                return Answer(.unknown(.missingFigure), value: value)
            }
            let holds = comparison.relation.holds(value.minorUnits, limit.minorUnits)
            return Self.answer(holds, value: value, limit: limit)
        case .quantity(let quantity):
            return compare(value, comparison.relation, 10_000, of: read(quantity, context))
        case .share(let part, let quantity):
            return compare(value, comparison.relation, part, of: read(quantity, context))
        }
    }

    /// Compares an amount exactly with a share of another; `part` is in hundredths of a percent.
    private func compare(
        _ value: Money, _ relation: Relation, _ part: Int64, of other: Reading
    ) -> Answer {
        switch other {
        case .unknown(let reason): return Answer(.unknown(reason), value: value)
        case .notApplicable, .count: return Answer(.notApplicable)
        case .money(let whole):
            guard whole.currency == value.currency else {
                return Answer(.unknown(.missingFigure), value: value)
            }
            let share = Int128(whole.minorUnits) * Int128(part)
            let holds = relation.holds(Int128(value.minorUnits) * 10_000, share)
            let limit = Int64(exactly: share / 10_000).map {
                Money(minorUnits: $0, currency: value.currency)
            }
            return Self.answer(holds, value: value, limit: limit)
        }
    }

    private static func answer(_ holds: Bool, value: Money? = nil, limit: Money? = nil) -> Answer {
        Answer(holds ? .isSo : .isNot, value: value, limit: limit)
    }

    private static func answer(_ count: Int, _ relation: Relation, _ limit: Int) -> Answer {
        var answer = Answer(relation.holds(count, limit) ? .isSo : .isNot, count: count)
        answer.countLimit = limit
        return answer
    }
}

/// Whether a condition is true, with the values that decided it.
struct Answer: Sendable, Hashable {
    /// The four values of a condition.
    enum Truth: Sendable, Hashable {
        case isSo
        /// The condition is false.
        case isNot
        /// The condition can't be decided.
        case unknown(Verdict.UnknownReason)
        /// The condition does not apply to the account.
        case notApplicable

        /// The finding about a state that lasts.
        ///
        /// - Parameter isRecovered: whether an alert ends when the condition is not true.
        func finding(isRecovered: Bool = true) -> Verdict.Finding {
            switch self {
            case .isSo: .holds
            case .isNot, .notApplicable: .clear(isRecovered: isRecovered)
            case .unknown(let reason): .unknown(reason)
            }
        }
    }

    let truth: Truth
    /// The left side, if it is an amount.
    var value: Money?
    /// The right side as an amount.
    var limit: Money?
    /// The left side, if it is a count.
    var count: Int?
    /// The right side, if it is a count.
    var countLimit: Int?
    /// The first day on which a forecast comes true, or the day on which the sign-in expires.
    var day: CalendarDay?
    /// Since when the condition is true, for health.
    var since: Date?
    /// The failure of the bank, for health.
    var failure: SourceFailure?

    init(_ truth: Truth, value: Money? = nil, limit: Money? = nil, count: Int? = nil) {
        self.truth = truth
        self.value = value
        self.limit = limit
        self.count = count
    }

    /// The values that a verdict rests on.
    func evidence(of account: UUID?) -> Verdict.Evidence {
        var evidence = Verdict.Evidence(
            accountID: account, value: value, limit: limit, count: count, since: since,
            failure: failure, day: day)
        evidence.countLimit = countLimit
        return evidence
    }

    /// Joins answers by `and`.
    ///
    /// A part that does not apply decides. Otherwise a false part decides, even if another is
    /// unknown.
    static func all(_ answers: [Answer]) -> Answer {
        if let none = answers.first(where: { $0.truth == .notApplicable }) { return none }
        if let not = answers.first(where: { $0.truth == .isNot }) { return not }
        return answers.first { $0.isUnknown } ?? answers.first { $0.hasFigure }
            ?? answers.first ?? Answer(.notApplicable)
    }

    /// Joins answers by `or`.
    ///
    /// A true part decides. Parts that do not apply are ignored.
    static func any(_ answers: [Answer]) -> Answer {
        let applicable = answers.filter { $0.truth != .notApplicable }
        if let one = applicable.first(where: { $0.truth == .isSo }) { return one }
        return applicable.first { $0.isUnknown } ?? applicable.first ?? Answer(.notApplicable)
    }

    private var hasFigure: Bool { value != nil || count != nil }

    private var isUnknown: Bool {
        if case .unknown = truth { true } else { false }
    }
}
