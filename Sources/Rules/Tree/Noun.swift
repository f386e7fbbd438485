/// The words for kinds of transactions; ``TransactionKinds`` says what they mean.
public enum Noun: String, Sendable, Hashable, CaseIterable {
    /// Money leaving the account.
    case debit
    /// Money entering the account.
    case credit
    /// Either.
    case transaction
    /// A card or terminal purchase.
    case purchase
    /// A movement between accounts.
    case transfer
    /// A charge by the bank.
    case fee
    /// A bill, a giro, a direct debit.
    case payment
    /// Cash.
    case withdrawal
    /// Money back.
    case refund
    /// Pay and benefits.
    case salary
    /// Interest earned or owed.
    case interest

    /// The word for several of them.
    public var plural: String { self == .salary ? "salaries" : rawValue + "s" }
}
