public import Finance

/// A row that is booked without a reservation.
public struct SandboxPosting: Sendable, Equatable {
    /// The account.
    public var account: String
    /// The amount; negative is money out.
    public var amount: Money
    /// The kind of row.
    public var kind: SandboxRowKind
    /// The text.
    public var text: SandboxText
    /// The day of booking.
    public var date: SandboxDate
    /// The value date; `nil` is the day of booking.
    public var interestDate: SandboxDate?
    /// The details of a card purchase.
    public var card: SandboxCard?
    /// The details of a payment.
    public var detail: SandboxDetail?

    /// Describes a row booked today.
    public init(account: String, amount: Money, kind: SandboxRowKind, text: SandboxText = .usual) {
        self.account = account
        self.amount = amount
        self.kind = kind
        self.text = text
        date = .today
    }
}
