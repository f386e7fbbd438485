import Finance

extension SentenceChecker {
    /// A comparison in a form that can be combined with others on the same quantity.
    private struct Bound {
        let relation: Relation
        let number: DecimalNumber
        var currency: Currency?
        let span: Range<Int>
        /// The quantity and its unit in words; bounds with equal subjects can be combined.
        let subject: String
        var isCount = false

        var places: Int { isCount ? 0 : currency?.minorUnitDigits ?? 2 }

        /// Narrows a range to the values that meet the comparison, in steps of `places` decimals.
        ///
        /// - Returns: whether the limit could be expressed in such steps.
        func narrow(_ range: inout ValueRange, places: Int) -> Bool {
            guard let limit = number.scaled(to: places), limit < Int64.max else { return false }
            switch relation {
            case .under: range.upper = min(range.upper, limit - 1)
            case .atMost: range.upper = min(range.upper, limit)
            case .over: range.lower = max(range.lower, limit + 1)
            case .atLeast: range.lower = max(range.lower, limit)
            }
            return true
        }
    }

    /// Reports limits in two currencies on the same figure (RL-4).
    mutating func checkCurrencies() {
        for bounds in boundGroups + figureGroups + [recoveryBounds] {
            guard let first = bounds.lazy.compactMap(\.currency).first else { continue }
            for bound in bounds { checkCurrencies(first, bound.currency, at: bound.span) }
        }
        // The filters and the limit of an aggregate are about money of the same account.
        for case .level(let level) in sentence.body.leaves {
            guard let limit = level.comparison.amount?.currency else { continue }
            for filter in level.quantity.aggregate?.filters ?? [] {
                guard case .amount(_, let amount) = filter.kind, let own = amount.currency
                else { continue }
                checkCurrencies(own, limit, at: amount.span)
            }
        }
    }

    private mutating func checkCurrencies(
        _ one: Currency, _ other: Currency?, at span: Range<Int>
    ) {
        guard let other, one != other else { return }
        add("mixed-currency", at: span, "\(one.code) and \(other.code) are never compared")
    }

    /// Reports limits that no value can meet together.
    mutating func checkContradictions() {
        for bounds in boundGroups where Set(bounds.compactMap(\.currency)).count <= 1 {
            var range = ValueRange()
            for bound in bounds {
                guard bound.narrow(&range, places: bound.places) else { continue }
                if range.isEmpty {
                    add(
                        "contradiction", at: bound.span,
                        "this contradicts what comes before it")
                    break
                }
            }
        }
    }

    /// Reports an `until` that a value can meet while the alert fires.
    mutating func checkRecovery() {
        guard recoveryBounds.count == 2 else { return }
        let (firing, recovery) = (recoveryBounds[0], recoveryBounds[1])
        var overlap = ValueRange()
        guard firing.subject == recovery.subject,
            Set([firing, recovery].compactMap(\.currency)).count <= 1,
            firing.narrow(&overlap, places: firing.places),
            recovery.narrow(&overlap, places: firing.places), !overlap.isEmpty
        else { return }
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
        // Only the person can choose another side or number (RL-66).
        add(
            "until-overlaps", at: recovery.span,
            "\(example) would both fire and recover; the recovery limit must be at or \(side) "
                + "\(firing.number)\(currency)")
    }

    /// The body's comparison and that of `until`, if the body is a single level or forecast.
    private var recoveryBounds: [Bound] {
        guard let (quantity, firing) = recovering,
            let clause = sentence.clauses.first(where: { $0.recovery != nil }),
            let comparison = clause.recovery
        else { return [] }
        return [
            bound(firing, of: quantity, at: sentence.body.span),
            bound(comparison, of: quantity, at: clause.span),
        ].compactMap { $0 }
    }

    /// The comparisons on one subject that must all be true.
    private var boundGroups: [[Bound]] {
        var groups: [[Bound]] = sentence.body.filterLists.map { list in
            list.compactMap { filter in
                guard case .amount(let relation, let amount) = filter.kind else { return nil }
                return Bound(
                    relation: relation, number: amount.number, currency: amount.currency,
                    span: filter.span, subject: "amount")
            }
        }
        for levels in sentence.body.condition?.conjunctions ?? [] {
            let bounds = levels.compactMap { bound($0.comparison, of: $0.quantity, at: $0.span) }
            groups += Dictionary(grouping: bounds, by: \.subject).sorted { $0.key < $1.key }
                .map(\.value)
        }
        return groups.filter { $0.count > 1 }
    }

    /// The first comparison on each figure of the accounts that are evaluated separately.
    ///
    /// All figures of an account have its currency.
    private var figureGroups: [[Bound]] {
        (sentence.body.condition?.conjunctions ?? []).map { levels in
            var known: Set<String> = []
            return levels.filter(\.isOfEachAccount)
                .compactMap { bound($0.comparison, of: $0.quantity, at: $0.span) }
                .filter { known.insert($0.subject).inserted }
        }
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
                relation: comparison.relation, number: percent.number, span: span,
                subject: "\(subject) in % of \(words.reference(reference))")
        case .reference: return nil
        }
    }
}

extension Level {
    /// Whether it compares a figure of each account.
    fileprivate var isOfEachAccount: Bool {
        guard case .figure(_, false, let scope) = quantity.kind else { return false }
        return AccountSelector(scope).isVariable
    }
}

extension Condition {
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
    /// The comparison after `until`; `nil` for another clause.
    var recovery: Comparison? {
        if case .until(let comparison) = kind { comparison } else { nil }
    }
}

/// The values that meet some comparisons, in whole steps of the smallest unit.
private struct ValueRange {
    /// The smallest value; `Int64.min` if there is no lower limit.
    var lower = Int64.min
    /// The largest value; `Int64.max` if there is no upper limit.
    var upper = Int64.max

    var isEmpty: Bool { lower > upper }

    /// A value in the range, as round as possible; `nil` if the range is empty or has an open end.
    func example(unit: Int64) -> Int64? {
        guard !isEmpty, lower > .min, upper < .max else { return nil }
        let middle = lower + (upper - lower) / 2
        let round = middle / unit * unit
        return (lower...upper).contains(round) ? round : middle
    }
}
