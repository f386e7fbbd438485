import Finance
import Foundation

extension ConditionEvaluator {
    /// Whether a reading, made once for many rules, compares as one of them says.
    mutating func find(
        _ comparison: CompiledComparison, _ reading: Reading, _ context: ReadingContext
    ) -> Answer {
        // A limit in a currency does not speak of the sum in another (RL-4).
        if let currency = context.currency, currency != comparison.currency ?? currency {
            return Answer(.notApplicable)
        }
        return answer(to: reading, comparison, context)
    }

    /// The accounts that reading a quantity looks at.
    mutating func accounts(
        behind quantity: CompiledQuantity, _ context: ReadingContext
    ) -> Set<UUID> {
        switch quantity {
        case .figure(_, isTotal: false, let selector) where selector.isVariable:
            return Set([context.account?.account.id].compactMap(\.self))
        case .figure(_, _, let selector):
            return Set(
                names.accounts(of: selector, among: moment.accounts).map(\.account.id))
        case .window(_, let selector), .upcoming(_, let selector):
            return Set(accountsOfSum(selector, context).map(\.account.id))
        }
    }

    /// Which transactions a quantity looks at now; `nil` if at none.
    func bounds(of quantity: CompiledQuantity) -> WindowBounds? {
        guard case .window(let index, _) = quantity else { return nil }
        return windows.bounds(index, moment)
    }
}
