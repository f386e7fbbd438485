public import Finance

/// What becomes of a reservation.
public struct SandboxBooking: Sendable, Equatable {
    /// The id of the reservation.
    public var reservation: String
    /// The amount that is booked; `nil` is the reserved one.
    public var amount: Money?
    /// The text of the booked row.
    public var text: SandboxText
    /// The kind of the booked row; `nil` is the one that belongs to the reservation's kind.
    public var kind: SandboxRowKind?
    /// The day of booking.
    public var date: SandboxDate
    /// The value date; `nil` is the day of booking.
    public var interestDate: SandboxDate?
    /// The details of the card purchase; `nil` leaves them out.
    public var card: SandboxCard?

    /// Books a reservation today under the usual text.
    public init(reservation: String, card: SandboxCard? = nil) {
        self.reservation = reservation
        text = .usual
        date = .today
        self.card = card
    }
}
