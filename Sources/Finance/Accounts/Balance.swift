public import Foundation

/// A balance as FinanceKit writes it: a positive amount and the side of zero it is on.
public struct Balance: Sendable, Hashable, Codable {
    /// The distance to zero; never negative.
    public let amount: Money
    /// Which side of zero; a balance of exactly zero is `credit`.
    ///
    /// On an asset account `debit` means overdrawn; on a liability account it means that the
    /// person owes money, which is the usual state.
    public let creditDebitIndicator: CreditDebitIndicator
    /// When the figure was read from the bank.
    public let asOfDate: Date

    /// Makes a balance from an amount signed from the holder's side: owing 1,200 is −1,200.
    ///
    /// - Throws: ``MoneyError/overflow`` for the one amount that has no positive twin.
    public init(signed amount: Money, asOf date: Date) throws(MoneyError) {
        self.amount = try amount.magnitude()
        creditDebitIndicator = amount.minorUnits < 0 ? .debit : .credit
        asOfDate = date
    }

    /// The amount signed from the holder's side.
    public var signedAmount: Money {
        Money(
            minorUnits: creditDebitIndicator == .debit ? 0 &- amount.minorUnits : amount.minorUnits,
            currency: amount.currency)
    }
}
