import Finance
import RuleTools

/// First rules with a person's own accounts.
struct StarterRules: Sendable {
    let accounts: FoundAccounts

    /// Three to five rules, by their ids.
    var rules: [(id: String, sentence: String)] {
        let low = chosen.compactMap(Self.low).enumerated().map { number, sentence in
            (number == 0 ? "low" : "low-\(number + 1)", sentence)
        }
        // The figures of accounts that were not read yet are unknown.
        let usual =
            accounts.observed.isEmpty ? [("low", "available under 1000, until over 1500")] : []
        return (low.isEmpty ? usual : low) + [
            ("big", "new debit over \(bigDebit) except own transfers"),
            ("pay", "new credit over \(bigCredit) except own transfers"),
            ("monday", "summary of all accounts every monday at 08:00"),
        ]
    }

    /// The account that is used most, and the one with the lowest balance; only names that can be
    /// written in rules.
    private var chosen: [AccountObservation] {
        let names = accounts.observed.map(\.details.displayName)
        let usable = accounts.observed.filter { account in
            let name = account.details.displayName
            return account.kind == .asset && !name.isEmpty
                && !name.contains { "*?\"«»".contains($0) } && names.count { $0 == name } == 1
        }
        let rows = Dictionary(grouping: accounts.transactions, by: \.bankAccountID)
        let most = usable.max {
            (rows[$0.details.bankAccountID]?.count ?? 0)
                < (rows[$1.details.bankAccountID]?.count ?? 0)
        }
        let least = usable.filter { ($0.available ?? $0.booked)?.minorUnits ?? 0 > 0 }
            .min { Self.figure($0) < Self.figure($1) }
        return [most, least].compactMap(\.self).reduce(into: []) { chosen, account in
            if !chosen.contains(account) { chosen.append(account) }
        }
    }

    /// A rule on the figure that the bank gives; `nil` if it gives none.
    private static func low(_ account: AccountObservation) -> String? {
        guard account.available ?? account.booked != nil else { return nil }
        let quantity = account.available == nil ? "balance" : "available"
        let limit = round(figure(account) / 3)
        let (code, name) = (account.details.currency.code, account.details.displayName)
        let quoted = name.contains("'") ? "«\(name)»" : "'\(name)'"
        return "\(quantity) of \(quoted) under \(limit) \(code), "
            + "until over \(limit * 3 / 2) \(code)"
    }

    private var bigDebit: Int64 { chosen.first.map { Self.round(Self.figure($0) / 10) } ?? 500 }

    private var bigCredit: Int64 {
        let credits = accounts.transactions.filter { $0.amount.minorUnits > 0 }.map {
            Self.whole($0.amount)
        }
        return Self.round((credits.max() ?? 7_500) * 2 / 3)
    }

    /// The money on an account, in whole units of its currency.
    private static func figure(_ account: AccountObservation) -> Int64 {
        (account.available ?? account.booked).map(whole) ?? 0
    }

    private static func whole(_ money: Money) -> Int64 {
        (0..<money.currency.minorUnitDigits).reduce(money.minorUnits) { units, _ in units / 10 }
    }

    /// The largest of 100, 200, 500, 1000, … that is not more than a figure; at least 100.
    private static func round(_ figure: Int64) -> Int64 {
        var limit: Int64 = 100
        for factor in [2, 5, 10, 20, 50, 100, 200, 500, 1_000] as [Int64]
        where factor * 100 <= figure { limit = factor * 100 }
        return limit
    }
}
