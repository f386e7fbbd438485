import Finance

/// A compiled age of reservations.
struct CompiledReservationAge: Sendable {
    /// On which accounts.
    let selector: AccountSelector
    /// Older than this many days, weeks, months or years.
    let span: CalendarSpan

    /// Compiles an age.
    init(_ age: ReservationAge) {
        selector = AccountSelector(age.scope)
        span = age.age.value
    }

    /// The first day on which a reservation is older.
    ///
    /// The bank gives a day and no time, so whole days are counted (RL-15).
    func firstDay(of reservation: Transaction) -> CalendarDay {
        reservation.transactionDate.adding(span).adding(days: 1)
    }
}
