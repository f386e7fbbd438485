import Finance
import Foundation

/// Reads figures of accounts.
struct FigureReader {
    /// Against what.
    let moment: EvaluationMoment
    /// Whether the last known figure is asked for, however old.
    var usesLastKnown = false

    /// The figure of one account.
    ///
    /// - Parameter isNamed: whether the sentence names the account; one that has no such figure is
    ///   then missing it instead of being left alone.
    func read(_ figure: Figure, of account: AccountFacts, isNamed: Bool) -> Reading {
        guard let value = figure.value(of: account) else {
            return isNamed || figure.isOwed(by: account)
                ? .unknown(.missingFigure) : .notApplicable
        }
        if !usesLastKnown,
            let reason = moment.freshness.reason(
                against: account, in: moment.facts, at: moment.now)
        {
            return .unknown(reason)
        }
        return .money(value)
    }

    /// The sum of a figure over accounts of one currency (D16).
    func total(_ figure: Figure, of accounts: [AccountFacts], in currency: Currency?) -> Reading {
        let holders = accounts.filter {
            figure.value(of: $0) != nil || figure.isOwed(by: $0)
        }
        let chosen = holders.filter { currency == nil || $0.account.currency == currency }
        guard let own = chosen.first?.account.currency else { return .notApplicable }
        // Without a currency in the sentence mixed accounts have no sum.
        guard chosen.allSatisfy({ $0.account.currency == own }) else {
            return .unknown(.missingFigure)
        }
        var sum = Money.zero(own)
        for account in chosen {
            switch read(figure, of: account, isNamed: true) {
            case .money(let value):
                guard let next = try? sum.adding(value) else { return .unknown(.missingFigure) }
                sum = next
            case .unknown(let reason): return .unknown(reason)
            case .count, .notApplicable: return .unknown(.missingFigure)
            }
        }
        return .money(sum)
    }
}
