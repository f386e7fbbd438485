/// The kind of a transaction; cases and order are FinanceKit's.
public enum TransactionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bank's codes map to no known kind.
    case unknown
    /// A correction, either way.
    case adjustment
    /// A cash machine.
    case atm
    /// A bill paid, typically by giro or e-invoice.
    case billPayment
    /// A cheque.
    case check
    /// Money paid in by someone.
    case deposit
    /// Paid straight into the account: salary, benefits.
    case directDeposit
    /// A company's earnings paid out.
    case dividend
    /// A charge by the bank.
    case fee
    /// Interest earned or owed.
    case interest
    /// A purchase at a till, a terminal or on the web.
    case pointOfSale
    /// Between accounts.
    case transfer
    /// Taken out repeatedly by another party.
    case withdrawal
    /// A fixed amount on fixed dates.
    case standingOrder
    /// Paid to a third party on agreed dates.
    case directDebit
    /// A loan paid out or repaid.
    case loan
    /// Money back.
    case refund
}
