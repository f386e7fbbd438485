import Finance

/// Finds the day of a purchase from a booking that tells it half or with a wrong year.
enum PurchaseDay {
    /// A purchase is booked within days; what is this much older is no purchase day.
    static let longestDelayInDays = 180

    /// The nearest `day.month` at or before `booked`; `nil` if that is too long ago.
    ///
    /// `31.12` booked on 2 January is a day of the year before; `29.02` needs a leap year.
    static func nearest(dayOfMonth: Int, month: Int, atOrBefore booked: CalendarDay) -> CalendarDay?
    {
        let year = booked.components.year
        for candidate in [year, year - 1] {
            guard let day = CalendarDay(year: candidate, month: month, day: dayOfMonth),
                day <= booked
            else { continue }
            return day.days(until: booked) <= longestDelayInDays ? day : nil
        }
        return nil
    }

    /// The day that a booking gives in full, mended where the bank's year is wrong.
    ///
    /// The bank has sent purchases a year after their booking; then day and month count. One that
    /// lies a little after its booking can't be, and becomes `nil`.
    static func mended(_ written: SbankenDay, atOrBefore booked: CalendarDay) -> CalendarDay? {
        if let day = written.day, day <= booked { return day }
        return nearest(
            dayOfMonth: written.dayOfMonth, month: written.month, atOrBefore: booked)
    }
}
