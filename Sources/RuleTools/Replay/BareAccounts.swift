import Finance
import Foundation
import Recording

/// The accounts that bare transaction lines mention, made up as they come.
struct BareAccounts: Sendable {
    /// What stands for their bank.
    static let source = "eval"
    private var known: [String: Account] = [:]
    private var firstDays: [String: CalendarDay] = [:]
    private var count = 0

    /// The account of a line, without figures.
    mutating func facts(of line: BareTransactionLine, at instant: Date) -> AccountFacts {
        let account = known[line.account] ?? make(line)
        return AccountFacts(
            account: account, booked: nil, available: nil, creditLimit: nil, freshAt: instant,
            completeAt: instant, firstSeen: instant, coveredFrom: firstDays[line.account])
    }

    /// The line as a transaction with an identifier of its own; every line is a new one.
    mutating func transaction(
        from line: BareTransactionLine, on account: AccountFacts, at instant: Date
    ) -> Transaction {
        count += 1
        let id = StableHash("bare", account.account.bankAccountID, "\(count)").uuid
        return Transaction(
            id: id, accountID: account.account.id, observed: line.observation, firstSeen: instant)
    }

    private mutating func make(_ line: BareTransactionLine) -> Account {
        let details = AccountDetails(
            displayName: line.account, institutionName: Self.source, currency: line.amount.currency,
            bankAccountID: line.account)
        let account = Account.asset(AssetAccount(details: details))
        known[line.account] = account
        firstDays[line.account] = line.observation.date
        return account
    }
}
