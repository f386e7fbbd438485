import Finance

extension SentenceChecker {
    /// A comparison of one quantity, put so that it can be held against others.
    private struct Bound {
        let relation: Relation
        let number: DecimalNumber
        let currency: Currency?
        let span: Range<Int>
        /// The words of what is measured and in which terms; equal ones can be held together.
        let subject: String
        let isCount: Bool

        /// The decimals in which values are counted.
        var places: Int { isCount ? 0 : currency?.minorUnitDigits ?? 2 }
    }

    /// Looks for limits in two currencies on the same figure (RL-4).
    mutating func checkCurrencies() {
        for bounds in boundGroups + [recoveryBounds] {
            guard let first = bounds.first(where: { $0.currency != nil }) else { continue }
            for bound in bounds where bound.currency != nil && bound.currency != first.currency {
                add(
                    "mixed-currency", at: bound.span,
                    "\(first.currency?.code ?? "") and \(bound.currency?.code ?? "") are never "
                        + "compared")
            }
        }
        checkAggregateCurrencies()
    }

    /// Filters and limit of an aggregate speak of the same account's money.
    private mutating func checkAggregateCurrencies() {
        for case .level(let level) in sentence.body.condition?.leaves ?? [] {
            guard let limit = level.comparison.amount?.currency,
                let aggregate = level.quantity.aggregate
            else { continue }
            for filter in aggregate.filters {
                guard case .amount(_, let amount) = filter.kind, let own = amount.currency,
                    own != limit
                else { continue }
                add(
                    "mixed-currency", at: amount.span,
                    "\(own.code) and \(limit.code) are never compared")
            }
        }
    }

    /// Looks for limits that nothing can meet together.
    mutating func checkContradictions() {
        for bounds in boundGroups where Set(bounds.compactMap(\.currency)).count <= 1 {
            var range = ValueRange()
            for bound in bounds {
                guard
                    let next = ValueRange(bound.relation, bound.number, places: bound.places)
                else { continue }
                range = range.intersection(next)
                if range.isEmpty {
                    add(
                        "contradiction", at: bound.span,
                        "nothing can be this and what stands before at the same time")
                    break
                }
            }
        }
    }

    /// Looks whether a value could fire and recover at once.
    mutating func checkRecovery() {
        guard recoveryBounds.count == 2 else { return }
        let (firing, recovery) = (recoveryBounds[0], recoveryBounds[1])
        guard firing.subject == recovery.subject,
            Set([firing, recovery].compactMap(\.currency)).count <= 1,
            let range = ValueRange(firing.relation, firing.number, places: firing.places),
            let over = ValueRange(recovery.relation, recovery.number, places: firing.places)
        else { return }
        let overlap = range.intersection(over)
        guard !overlap.isEmpty else { return }
        addOverlap(firing, recovery, overlap)
    }

    private mutating func addOverlap(_ firing: Bound, _ recovery: Bound, _ overlap: ValueRange) {
        let currency = firing.currency.map { " \($0.code)" } ?? ""
        let unit = (0..<firing.places).reduce(Int64(1)) { unit, _ in unit * 10 }
        let example =
            overlap.example(unit: unit).map {
                "\(DecimalNumber(digits: $0, decimals: firing.places))\(currency)"
            } ?? "the same figure"
        let side = firing.relation.isUpperBound ? "above" : "below"
        add(
            "until-overlaps", at: recovery.span,
            "\(example) would both fire and recover; the recovery limit must be at or \(side) "
                + "\(firing.number)\(currency)",
            suggestions: recoverySuggestions(firing, recovery, currency))
    }

    private func recoverySuggestions(
        _ firing: Bound, _ recovery: Bound, _ currency: String
    ) -> [String] {
        let isPercent = firing.subject.contains("%")
        guard !isPercent else { return [] }
        let relation: Relation = firing.relation.isUpperBound ? .over : .under
        return [recovery.number, firing.number].map {
            replacing(recovery.span, by: "until \(relation.rawValue) \($0)\(currency)")
        }
    }

    /// The body's comparison and that of `until`, if the body is a single level or forecast.
    private var recoveryBounds: [Bound] {
        guard case .condition(let body) = sentence.body, let quantity = recoveringQuantity,
            let firing = body.comparison,
            let clause = sentence.clauses.first(where: { $0.recovery != nil }),
            let comparison = clause.recovery
        else { return [] }
        return [
            bound(firing, of: quantity, at: body.span),
            bound(comparison, of: quantity, at: clause.span),
        ].compactMap { $0 }
    }

    /// The comparisons that must all hold together and speak of the same thing.
    private var boundGroups: [[Bound]] {
        var groups: [[Bound]] = sentence.body.filterLists.map { list in
            list.compactMap { filter in
                guard case .amount(let relation, let amount) = filter.kind else { return nil }
                return Bound(
                    relation: relation, number: amount.number, currency: amount.currency,
                    span: filter.span, subject: "amount", isCount: false)
            }
        }
        for levels in sentence.body.condition?.conjunctions ?? [] {
            let bounds = levels.compactMap { bound($0.comparison, of: $0.quantity, at: $0.span) }
            groups += Dictionary(grouping: bounds, by: \.subject).sorted { $0.key < $1.key }
                .map(\.value)
        }
        return groups.filter { $0.count > 1 }
    }

    private func bound(
        _ comparison: Comparison, of quantity: Quantity, at span: Range<Int>
    ) -> Bound? {
        let words = CanonicalText(isKey: true)
        let subject = words.quantity(quantity)
        switch comparison.operand {
        case .amount(let amount):
            return Bound(
                relation: comparison.relation, number: amount.number, currency: amount.currency,
                span: span, subject: subject, isCount: quantity.isCount)
        case .percent(let percent, let reference):
            return Bound(
                relation: comparison.relation, number: percent.number, currency: nil, span: span,
                subject: "\(subject) in % of \(words.reference(reference))", isCount: false)
        case .reference:
            return nil
        }
    }
}

extension Condition {
    /// The groups of levels that are joined with `and`.
    fileprivate var conjunctions: [[Level]] {
        switch self {
        case .all(let parts, _):
            let levels = parts.compactMap { part in
                if case .level(let level) = part { level } else { nil }
            }
            return [levels] + parts.flatMap(\.conjunctions)
        case .any(let parts, _): return parts.flatMap(\.conjunctions)
        case .level, .reservationAge, .change, .forecast, .health: return []
        }
    }
}

extension Clause {
    /// What `until` waits for, if the clause is one.
    var recovery: Comparison? {
        if case .until(let comparison) = kind { comparison } else { nil }
    }
}

/// The values that some comparisons leave, in whole steps of the smallest unit.
struct ValueRange: Sendable, Hashable {
    /// The smallest value, inclusive; the least number if there is no lower end.
    private(set) var lower = Int64.min
    /// The largest value, inclusive; the greatest number if there is no upper end.
    private(set) var upper = Int64.max

    init() {}

    /// The values that stand in `relation` to `limit`.
    init(_ relation: Relation, _ limit: Int64) {
        switch relation {
        case .under: upper = limit - 1
        case .atMost: upper = limit
        case .over: lower = limit + 1
        case .atLeast: lower = limit
        }
    }

    var isEmpty: Bool { lower > upper }

    func intersection(_ other: ValueRange) -> ValueRange {
        var both = self
        both.lower = max(lower, other.lower)
        both.upper = min(upper, other.upper)
        return both
    }

    /// Some value in the range, as round as possible; `nil` if it is empty or has an open end.
    func example(unit: Int64) -> Int64? {
        guard !isEmpty, lower > .min, upper < .max else { return nil }
        let middle = lower + (upper - lower) / 2
        let round = middle / unit * unit
        return (lower...upper).contains(round) ? round : middle
    }
}

extension ValueRange {
    /// The values that a comparison with an amount leaves, in steps of `places` decimals.
    ///
    /// Percentages of the same reference count as amounts; anything else gives `nil`.
    init?(_ relation: Relation, _ number: DecimalNumber, places: Int) {
        guard let limit = number.scaled(to: places), limit < Int64.max else { return nil }
        self.init(relation, limit)
    }
}
