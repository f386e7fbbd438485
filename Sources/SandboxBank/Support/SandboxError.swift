public import Finance

/// Why something cannot be done at the sandbox bank.
public enum SandboxError: Error, Sendable, Equatable {
    /// No account has that id, number or name.
    case unknownAccount(String)
    /// More than one account has that name.
    case ambiguousAccount(String)
    /// No open reservation has that id.
    case unknownReservation(String)
    /// An open reservation has that id already.
    case reservationTaken(String)
    /// A transfer leads from an account to itself.
    case sameAccount(String)
    /// The amount of a reservation is not negative.
    case notNegative(Money)
    /// The amount of a transfer is not positive.
    case notPositive(Money)
    /// The amount is not in the currency of the account.
    case otherCurrency(Money)
    /// The sum of an account would leave 64 bits.
    case overflow(account: String)
    /// No switch has that name.
    case unknownSwitch(String)
    /// The switch cannot stand there.
    case switchValue(SandboxSwitch, SwitchValue)
    /// The bank day only goes forward.
    case dayInPast(CalendarDay, today: CalendarDay)
    /// A day beyond what calendars hold.
    case dayTooFar
}
