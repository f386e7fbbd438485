import Finance

/// The values at which the verdicts of rules on one quantity change, in order.
///
/// A rule has one verdict below its threshold and the other verdict from the threshold on. When a
/// value changes, only the rules with a threshold between the old and the new value can be
/// affected.
struct ThresholdIndex: Sendable {
    private let values: [Int64]
    private let rules: [Int]

    /// Sorts thresholds, each of which comes with the index of its rule.
    init(_ thresholds: [(value: Int64, rule: Int)]) {
        let sorted = thresholds.sorted { ($0.value, $0.rule) < ($1.value, $1.rule) }
        values = sorted.map(\.value)
        rules = sorted.map(\.rule)
    }

    /// The rules of every threshold between two values, in any order.
    func crossed(from old: Int64, to new: Int64) -> ArraySlice<Int> {
        rules[reached(by: min(old, new))..<reached(by: max(old, new))]
    }

    /// How many thresholds a value has reached.
    private func reached(by value: Int64) -> Int { values.firstPlace { $0 > value } }
}

/// The properties that rules must share so that one reading decides all of them.
struct ReadingKey: Sendable, Hashable {
    /// The quantity on the left side.
    let quantity: CompiledQuantity
    /// The currency of a total.
    let currency: Currency?

    /// The key of a condition; `nil` if it compares more than one quantity with an amount.
    init?(_ condition: CompiledCondition) {
        guard case .level(let level) = condition,
            case .amount(let amount) = level.comparison.operand
        else { return nil }
        switch level.quantity {
        case .upcoming, .former, .pace: return nil
        case .window: currency = nil
        case .figure(_, let isTotal, _): currency = isTotal ? amount.currency : nil
        }
        quantity = level.quantity
    }

    var isOverAccounts: Bool {
        switch quantity {
        case .figure(_, let isTotal, _): isTotal
        case .window(_, let selector): selector.isOverAll
        case .upcoming, .former, .pace: false
        }
    }
}

extension LevelRule {
    /// The properties of the rule's reading; `nil` if one reading does not decide the rule.
    var readingKey: ReadingKey? {
        let key = ReadingKey(condition)
        guard let unmet else { return key }
        return ReadingKey(unmet) == key ? key : nil
    }

    /// The values in a currency, or counts, at which the verdict of a rule on one quantity changes.
    ///
    /// They are the rule's limit and the limit of `until`.
    func thresholds(in currency: Currency?) -> [Int64] {
        [condition, unmet].compactMap { condition in
            guard case .level(let level) = condition else { return nil }
            return level.comparison.threshold(in: currency)
        }
    }
}

extension CompiledComparison {
    /// The smallest amount of a currency, or count, at which the comparison changes its result.
    ///
    /// `nil` if the limit does not apply to the currency, or if no amount is large enough.
    fileprivate func threshold(in currency: Currency?) -> Int64? {
        guard case .amount(let amount) = operand else { return nil }
        let limit =
            currency.map { amount.money(in: $0)?.minorUnits } ?? amount.number.whole.map(Int64.init)
        guard let limit else { return nil }
        switch relation {
        case .under, .atLeast: return limit
        case .over, .atMost: return limit == .max ? nil : limit + 1
        }
    }
}

extension Reading {
    /// The values of two readings that a threshold may separate; `nil` if they differ in kind.
    static func pair(
        _ old: Reading, _ new: Reading
    ) -> (currency: Currency?, old: Int64, new: Int64)? {
        switch (old, new) {
        case (.money(let old), .money(let new)) where old.currency == new.currency:
            (new.currency, old.minorUnits, new.minorUnits)
        case (.count(let old), .count(let new)): (nil, Int64(old), Int64(new))
        default: nil
        }
    }

    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
