import Finance

/// The details of a booked card purchase, with nothing left open.
struct LedgerCard: Sendable, Equatable {
    /// What the scenario said.
    let card: SandboxCard
    /// The price in the currency of the shop; positive.
    let price: Money
    /// The day of the purchase.
    let purchaseDate: CalendarDay
    /// 16 digits.
    let transactionId: String
}
