import Finance

/// The meaning of the nouns for kinds of transactions, in one table (RL-13, D41).
///
/// A kind is a type together with a direction; a set of kinds is 64 bits, two for each type.
struct TransactionKinds: OptionSet, Sendable, Hashable {
    /// Bit `2 n` is the debit, bit `2 n + 1` the credit of the type with index `n`.
    let rawValue: UInt64

    /// Makes a set from its bits.
    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The kinds of some types in one direction.
    init(_ types: [TransactionType], _ direction: CreditDebitIndicator) {
        rawValue = types.reduce(into: 0) { bits, type in bits |= Self.bit(type, direction) }
    }

    /// The kinds that a noun refers to; every kind without a noun.
    init(_ noun: Noun?) {
        self =
            switch noun {
            case .debit: .outgoing
            case .credit: .incoming
            case .transaction, nil: .everything
            case .purchase: TransactionKinds([.pointOfSale], .debit)
            case .transfer: .type(.transfer)
            case .fee: TransactionKinds([.fee], .debit)
            case .payment: TransactionKinds(Self.payments, .debit)
            case .withdrawal: TransactionKinds([.atm], .debit)
            case .refund: TransactionKinds([.refund], .credit)
            case .salary: TransactionKinds([.directDeposit], .credit)
            case .interest: .type(.interest)
            }
    }

    /// Every kind.
    static let everything = outgoing.union(incoming)

    /// Every kind that leaves an account.
    static let outgoing = TransactionKinds(TransactionType.allCases, .debit)

    /// Every kind that enters an account.
    static let incoming = TransactionKinds(TransactionType.allCases, .credit)

    /// The kinds that add to spending: purchases, fees, payments, withdrawals and unknown debits.
    static let spending = TransactionKinds([.pointOfSale, .fee, .atm, .unknown] + payments, .debit)

    /// The kinds that are subtracted from spending.
    static let refunds = TransactionKinds([.refund], .credit)

    /// The kinds that add to income: every credit that is not a refund.
    static let income = TransactionKinds(TransactionType.allCases.filter { $0 != .refund }, .credit)

    /// The kinds of one type in both directions.
    static func type(_ type: TransactionType) -> TransactionKinds {
        TransactionKinds([type], .debit).union(TransactionKinds([type], .credit))
    }

    func contains(_ transaction: Transaction) -> Bool {
        let (type, side) = (transaction.transactionType, transaction.creditDebitIndicator)
        // A movement between own accounts is a transfer, whatever type the bank gives it (RL-70).
        if transaction.isOwnTransfer, rawValue & Self.bit(.transfer, side) != 0 { return true }
        return rawValue & Self.bit(type, side) != 0
    }

    private static let payments: [TransactionType] = [
        .billPayment, .directDebit, .standingOrder, .withdrawal, .check,
    ]

    private static func bit(_ type: TransactionType, _ direction: CreditDebitIndicator) -> UInt64 {
        let index: UInt64 =
            switch type {
            case .unknown: 0
            case .adjustment: 1
            case .atm: 2
            case .billPayment: 3
            case .check: 4
            case .deposit: 5
            case .directDeposit: 6
            case .dividend: 7
            case .fee: 8
            case .interest: 9
            case .pointOfSale: 10
            case .transfer: 11
            case .withdrawal: 12
            case .standingOrder: 13
            case .directDebit: 14
            case .loan: 15
            case .refund: 16
            }
        return 1 << (index * 2 + (direction == .credit ? 1 : 0))
    }
}
