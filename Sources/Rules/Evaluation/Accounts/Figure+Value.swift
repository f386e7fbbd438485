import Finance
import Foundation

extension Figure {
    /// The figure of an account; `nil` if the bank does not give it.
    func value(of account: AccountFacts) -> Money? {
        switch self {
        case .balance: account.booked
        case .available: account.available
        case .creditUsed: account.creditUsed
        // For an account without credit, banks give a limit of zero or none.
        case .creditLimit: account.creditLimit.flatMap { $0.minorUnits > 0 ? $0 : nil }
        }
    }

    /// The figure in a stored balance of an account; stored balances contain no credit limit.
    func value(of balance: AccountBalance, on account: AccountFacts) -> Money? {
        var then = account
        then.booked = balance.booked?.signedAmount
        then.available = balance.available?.signedAmount
        return self == .creditLimit ? nil : value(of: then)
    }

    /// Whether a bank should give the figure for an account of that kind.
    func isOwed(by account: AccountFacts) -> Bool {
        switch self {
        case .balance, .available: true
        case .creditUsed: account.account.liabilityAccount != nil
        case .creditLimit: false
        }
    }

    /// Whether a sentence without a scope refers to the account (RL-12, D66).
    func isMeant(of account: Account) -> Bool {
        switch self {
        case .balance: account.assetAccount != nil
        case .creditUsed: account.liabilityAccount != nil
        case .available, .creditLimit: true
        }
    }
}

// Whether figures are recent enough to be used (RL-30).
extension EvaluationMoment {
    /// Why the figures of an account can't be used; `nil` if they can.
    func reason(against account: AccountFacts) -> Verdict.UnknownReason? {
        if facts.sources[account.account.institutionName]?.failingSince != nil {
            return .sourceFailing
        }
        return isFresh(account.freshAt, of: account.account.institutionName) ? nil : .stale
    }

    /// Why the transactions of an account can't be used; `nil` if they can.
    func reason(againstRowsOf account: AccountFacts) -> Verdict.UnknownReason? {
        if let reason = reason(against: account) { return reason }
        guard let completeAt = account.completeAt else { return .learning }
        return isFresh(completeAt, of: account.account.institutionName) ? nil : .stale
    }

    /// Why a value over all accounts can't be known; `nil` if it can.
    ///
    /// It can't be known while a bank in the settings has not listed its accounts yet.
    var reasonAgainstAll: Verdict.UnknownReason? {
        for id in facts.program.sources.sorted() {
            let source = facts.sources[id]
            guard source?.lastSuccess == nil else { continue }
            return source?.failingSince == nil ? .learning : .sourceFailing
        }
        return nil
    }

    /// Whether data that was read from a source at an instant is still fresh.
    func isFresh(_ read: Date, of source: String) -> Bool {
        now.timeIntervalSince(read) <= pollIntervals.freshness(of: source)
    }
}
