import Finance

/// What the books need to know of the circumstances of a change.
struct LedgerMoment: Sendable {
    /// The bank day.
    let day: CalendarDay
    /// The number of the step.
    let step: Int
    /// How many steps later a reservation is listed.
    var reservationDelay = 0
    /// How many steps a reservation stays listed beside its booking.
    var reservationLinger = 0
    /// Whether a reservation keeps its text when it is booked.
    var keepsText = false
}
