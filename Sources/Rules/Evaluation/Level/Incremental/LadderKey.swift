import Finance

/// What rules must have in common so that one reading decides all of them.
struct LadderKey: Sendable, Hashable {
    /// What is compared.
    let quantity: CompiledQuantity
    /// The currency that a total is made in.
    let currency: Currency?
}

extension LevelRule {
    /// What its reading depends on; `nil` for a rule that compares more than one quantity with
    /// amounts.
    var ladderKey: LadderKey? {
        guard case .level(let level) = condition,
            case .amount(let amount) = level.comparison.operand
        else { return nil }
        switch level.quantity {
        case .upcoming: return nil
        case .window:
            return recovery == nil ? LadderKey(quantity: level.quantity, currency: nil) : nil
        case .figure(_, let isTotal, _):
            let currency = isTotal ? amount.currency : nil
            guard recovery == nil || isRecoveryAlike(in: currency, isTotal: isTotal) else {
                return nil
            }
            return LadderKey(quantity: level.quantity, currency: currency)
        }
    }

    /// Whether `until` compares the same reading with an amount.
    private func isRecoveryAlike(in currency: Currency?, isTotal: Bool) -> Bool {
        guard case .level(_, let comparison) = recovery,
            case .amount(let amount) = comparison.operand
        else { return false }
        return !isTotal || amount.currency == currency
    }

    /// What the quantity of a rule on a ladder is compared with: its limit, and that of `until`.
    var steps: [CompiledComparison] {
        guard case .level(let level) = condition else { return [] }
        guard case .level(_, let comparison) = recovery else { return [level.comparison] }
        return [level.comparison, comparison]
    }
}
