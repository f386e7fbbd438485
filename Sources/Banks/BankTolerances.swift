import Finance

/// How far the rows of one movement are apart at each bank that differs from the standard.
///
/// Evidence: reports of people who use other programs with these banks.
extension IdentityTolerances {
    /// A booking may come 7 days later than its reservation and differ by some øre.
    ///
    /// In texts the day of purchase comes and goes; ids are new in every answer.
    static let spareBank1 = IdentityTolerances(daysToBooking: 7, rounding: 10)

    /// Banks enrich texts after booking (DNB), and reservations name no payee or no day.
    static let enableBanking = IdentityTolerances(
        daysToBooking: 7, reservationShift: 7, replacesTexts: true)

    /// A pending row without a time of its own is dated the day of the answer.
    static let simpleFIN = IdentityTolerances(daysToBooking: 7, reservationShift: 7)
}
