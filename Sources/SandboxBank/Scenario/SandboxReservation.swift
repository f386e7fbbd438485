public import Finance

/// An amount that a shop has reserved.
public struct SandboxReservation: Sendable, Equatable {
    /// The name by which later actions call it; unique among open reservations.
    public var id: String
    /// The account.
    public var account: String
    /// The amount; negative.
    public var amount: Money
    /// The text; usually the first 15 characters of the merchant's name.
    public var text: SandboxText
    /// How it was reserved.
    public var kind: ReservationKind
    /// The day of the purchase.
    public var date: SandboxDate

    /// Describes a reservation made today.
    public init(
        id: String, account: String, amount: Money, text: SandboxText,
        kind: ReservationKind = .visa
    ) {
        self.id = id
        self.account = account
        self.amount = amount
        self.text = text
        self.kind = kind
        date = .today
    }
}
