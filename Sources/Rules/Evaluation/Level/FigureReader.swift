import Finance
import Foundation

/// Reads figures of accounts.
struct FigureReader {
    /// Against what.
    let moment: EvaluationMoment

    /// The figure of one account.
    ///
    /// - Parameter isNamed: whether the sentence names the account; one that has no such figure is
    ///   then missing it instead of being left alone.
    func read(_ figure: Figure, of account: AccountFacts, isNamed: Bool) -> Reading {
        guard let value = Self.value(figure, of: account) else {
            return isNamed || Self.isOwed(figure, by: account)
                ? .unknown(.missingFigure) : .notApplicable
        }
        if let reason = moment.freshness.reason(
            against: account, in: moment.facts, at: moment.now)
        {
            return .unknown(reason)
        }
        return .money(value)
    }

    /// The sum of a figure over accounts of one currency (D16).
    func total(_ figure: Figure, of accounts: [AccountFacts], in currency: Currency?) -> Reading {
        let holders = accounts.filter {
            Self.value(figure, of: $0) != nil || Self.isOwed(figure, by: $0)
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

    /// Whether an account of that kind ought to have the figure.
    private static func isOwed(_ figure: Figure, by account: AccountFacts) -> Bool {
        switch figure {
        case .balance, .available: true
        case .creditUsed: account.account.liabilityAccount != nil
        case .creditLimit: false
        }
    }

    private static func value(_ figure: Figure, of account: AccountFacts) -> Money? {
        switch figure {
        case .balance: account.booked
        case .available: account.available
        case .creditUsed: account.creditUsed
        // An account without credit has the limit zero or none.
        case .creditLimit: account.creditLimit.flatMap { $0.minorUnits > 0 ? $0 : nil }
        }
    }
}

extension Figure {
    /// The accounts that a sentence without a scope means (RL-12, D66).
    func isMeant(of account: Account) -> Bool {
        switch self {
        case .balance: account.assetAccount != nil
        case .creditUsed: account.liabilityAccount != nil
        case .available, .creditLimit: true
        }
    }
}
