import Finance
import Foundation

/// A compiled movement of a figure.
struct CompiledChange: Sendable {
    /// The figure that moves; never a window.
    let quantity: CompiledQuantity
    /// The index of the figure's series in ``ChangeTable``.
    let series: Int
    let direction: Change.Direction
    /// `over` for `by more than`, otherwise `atLeast`.
    let relation: Relation
    let size: Change.Size
}

extension EvaluationState {
    /// A movement: the figure that it starts from, and the signed difference.
    private struct Move {
        let earlier: Int64
        let by: Int64
    }

    /// Whether a figure moved as the sentence says; the answer's value is the signed movement.
    mutating func find(_ change: CompiledChange, _ context: ReadingContext) -> Answer {
        var own = context
        own.currency = change.size.amount?.currency ?? own.currency
        switch read(change.quantity, own) {
        case .notApplicable, .count: return Answer(.notApplicable)
        case .unknown(let reason): return Answer(.unknown(reason))
        case .money(let value):
            // A size in a currency applies only to accounts in that currency (RL-4).
            guard change.size.amount?.currency ?? value.currency == value.currency else {
                return Answer(.notApplicable)
            }
            return answer(change, value, account(of: change.quantity, own))
        }
    }

    private func answer(_ change: CompiledChange, _ value: Money, _ account: UUID?) -> Answer {
        let found = changes.extremes(change.series, of: account, moment)
        let (low, high) = found ?? (value.minorUnits, value.minorUnits)
        let answers = moves(change.direction, to: value.minorUnits, low, high).map {
            answer(change, $0, value.currency)
        }
        return answers.first { $0.truth == .isSo } ?? answers.first ?? Answer(.isNot)
    }

    /// The movements in the sentence's direction, largest first (RL-16).
    private func moves(
        _ direction: Change.Direction, to value: Int64, _ low: Int64, _ high: Int64
    ) -> [Move] {
        let down = value.subtractingReportingOverflow(high)
        let up = value.subtractingReportingOverflow(low)
        let drop = Move(earlier: high, by: down.overflow ? .min : down.partialValue)
        let rise = Move(earlier: low, by: up.overflow ? .max : up.partialValue)
        switch direction {
        case .dropped: return [drop]
        case .rose: return [rise]
        case .changed: return drop.by.magnitude > rise.by.magnitude ? [drop, rise] : [rise, drop]
        }
    }

    private func answer(_ change: CompiledChange, _ move: Move, _ currency: Currency) -> Answer {
        let size = Int128(move.by.magnitude)
        let limit: Int128
        let holds: Bool
        switch change.size {
        case .amount(let amount):
            guard let money = amount.money(in: currency) else {
                return Answer(.unknown(.missingFigure))
            }
            limit = Int128(money.minorUnits)
            holds = change.relation.holds(size, limit)
        case .percent(let percent):
            let part = PercentMove(percent.number)
            let share = Int128(move.earlier.magnitude) * part.share
            limit = share / part.whole
            holds = change.relation.holds(size * part.whole, share)
        }
        // A figure of zero that has not moved would otherwise reach any share of zero.
        return Answer(
            holds && move.by != 0 ? .isSo : .isNot,
            value: Money(minorUnits: move.by, currency: currency),
            limit: Int64(exactly: limit).map { Money(minorUnits: $0, currency: currency) })
    }
}
