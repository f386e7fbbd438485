import Finance

extension Figure {
    /// The figure of an account, if the bank gives it.
    func value(of account: AccountFacts) -> Money? {
        switch self {
        case .balance: account.booked
        case .available: account.available
        case .creditUsed: account.creditUsed
        // An account without credit has the limit zero or none.
        case .creditLimit: account.creditLimit.flatMap { $0.minorUnits > 0 ? $0 : nil }
        }
    }

    /// The figure that a stored record of an account holds; no record holds a credit limit.
    func value(of balance: AccountBalance, on account: AccountFacts) -> Money? {
        var then = account
        then.booked = balance.booked?.signedAmount
        then.available = balance.available?.signedAmount
        return self == .creditLimit ? nil : value(of: then)
    }

    /// Whether an account of that kind ought to have the figure.
    func isOwed(by account: AccountFacts) -> Bool {
        switch self {
        case .balance, .available: true
        case .creditUsed: account.account.liabilityAccount != nil
        case .creditLimit: false
        }
    }

    /// The accounts that a sentence without a scope means (RL-12, D66).
    func isMeant(of account: Account) -> Bool {
        switch self {
        case .balance: account.assetAccount != nil
        case .creditUsed: account.liabilityAccount != nil
        case .available, .creditLimit: true
        }
    }
}
