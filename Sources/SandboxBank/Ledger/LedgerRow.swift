import Finance

/// A row on an account: a reservation or a booked transaction.
struct LedgerRow: Sendable, Equatable {
    /// What makes a row a reservation.
    struct Reservation: Sendable, Equatable {
        /// The name by which the scenario calls it.
        let id: String
        /// How it was reserved.
        let kind: ReservationKind
        /// The step at which it is first listed.
        let listedFrom: Int
    }

    /// Counts the rows of the bank; newer rows have higher numbers.
    let number: Int
    /// The id of the account.
    let account: String
    /// Set while the row is a reservation.
    let reservation: Reservation?
    /// The day of booking; of a reservation the day of the purchase.
    let accountingDate: CalendarDay
    /// The value date.
    let interestDate: CalendarDay
    /// Negative is money out.
    let amount: Money
    /// What the row says, or nothing.
    let text: String?
    /// Type and code.
    let kind: SandboxRowKind
    /// The details of a card purchase, once booked.
    let card: LedgerCard?
    /// The details of a payment.
    let detail: LedgerDetail?
}

extension LedgerRow {
    /// The same reservation with another amount or text.
    func changed(amount newAmount: Money?, text newText: SandboxText) -> LedgerRow {
        LedgerRow(
            number: number, account: account, reservation: reservation,
            accountingDate: accountingDate, interestDate: interestDate,
            amount: newAmount ?? amount, text: newText.resolved(usual: text ?? "") ?? nil,
            kind: kind, card: card, detail: detail)
    }
}
