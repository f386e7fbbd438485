import Finance

/// A date as the bank writes it: `2026-03-06`, followed by nothing or by a time.
struct SbankenDay: Sendable, Hashable {
    /// The year as written; see ``PurchaseDay`` for why it is kept apart.
    let year: Int
    /// The month as written, 1 to 12.
    let month: Int
    /// The day of the month as written, 1 to 31.
    let dayOfMonth: Int

    /// Reads the date part; `nil` for any other shape.
    ///
    /// The day need not exist: a leap day with a wrong year is still read.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || (bytes.count > 10 && bytes[10] == UInt8(ascii: "T")),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10]), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        dayOfMonth = day
    }

    /// The day, if it exists.
    var day: CalendarDay? { CalendarDay(year: year, month: month, day: dayOfMonth) }
}
