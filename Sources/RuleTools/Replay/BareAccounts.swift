import Finance
import Foundation
import Recording

/// The accounts that bare transaction lines mention, made up as they come.
struct BareAccounts: Sendable {
    /// What stands for their bank.
    static let source = "eval"
    private var known: [String: AccountFacts] = [:]
    private var count: UInt64 = 0

    /// The account of a line, without figures.
    mutating func facts(of line: BareTransactionLine, at instant: Date) -> AccountFacts {
        var facts = known[line.row.bankAccountID] ?? make(line)
        facts.freshAt = instant
        facts.completeAt = instant
        facts.firstSeen = instant
        return facts
    }

    /// The line as a transaction with an identifier of its own; every line is a new one.
    mutating func transaction(
        from line: BareTransactionLine, on account: AccountFacts, at instant: Date
    ) -> Transaction {
        count += 1
        let id = account.account.id.numbered(count)
        return Transaction(
            id: id, accountID: account.account.id, observed: line.row, firstSeen: instant)
    }

    private mutating func make(_ line: BareTransactionLine) -> AccountFacts {
        let details = AccountDetails(
            displayName: line.row.bankAccountID, institutionName: Self.source,
            currency: line.row.amount.currency, bankAccountID: line.row.bankAccountID)
        let account = Account.asset(AssetAccount(details: details))
        let facts = AccountFacts(
            account: account, booked: nil, available: nil, creditLimit: nil,
            freshAt: .distantPast, completeAt: nil, firstSeen: .distantPast,
            coveredFrom: line.row.date)
        known[line.row.bankAccountID] = facts
        return facts
    }
}

extension UUID {
    /// An identifier that follows from this one and a number: the same lines get the same ones.
    fileprivate func numbered(_ number: UInt64) -> UUID {
        var bytes = uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 0..<8 {
                bytes[15 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place))
            }
        }
        return UUID(uuid: bytes)
    }
}
