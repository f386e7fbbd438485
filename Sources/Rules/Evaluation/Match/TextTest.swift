import Finance
import Foundation

/// A test of the texts of a transaction: one of some patterns in one of some fields.
struct TextTest: Sendable {
    /// Where a pattern is looked for.
    enum Field: Sendable {
        /// Merchant, then booked text, then counterparty (RL-6).
        case merchant
        /// Where the money comes from (D66, RL-70).
        case from(MoneyFlow)
        /// Where it goes; `isPaired` if the sentence says besides where it comes from.
        case to(MoneyFlow, isPaired: Bool)
        /// Any of them.
        case anywhere
    }

    /// Where it is looked for.
    let field: Field
    /// Where the patterns lie in the pool; one of them must match.
    let patterns: Range<Int>

    /// Whether it speaks of the texts alone, whatever the account and the direction of the money.
    var isOfTexts: Bool {
        switch field {
        case .merchant, .anywhere: true
        case .from, .to: false
        }
    }
}

/// Which way the money of a sentence goes.
enum MoneyFlow: Sendable, Hashable {
    /// It leaves: debits, purchases, spending.
    case out
    /// It comes in: credits, salaries, income.
    case `in`
    /// The sentence does not say it: transfers, transactions.
    case either

    /// The way of some kinds of transaction.
    init(_ kinds: TransactionKinds) {
        let isOut = !kinds.isDisjoint(with: .outgoing)
        let isIn = !kinds.isDisjoint(with: .incoming)
        self = isOut == isIn ? .either : isOut ? .out : .in
    }
}

/// An own account that a name behind `from` or `to` stands for.
struct OwnAccount: Sendable, Hashable {
    /// The accounts with that name.
    let ids: Set<UUID>
    /// Their numbers, by which banks name the other side of a transfer.
    let numbers: Set<String>
}
