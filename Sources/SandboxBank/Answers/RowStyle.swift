import Finance

/// How the fields of rows and accounts are written at the moment.
struct RowStyle: Sendable {
    /// Which of the flapping fields an answer carries.
    enum Cache: Sendable {
        /// The usual fields.
        case steady
        /// `transactionId` besides the usual fields.
        case miss
        /// Neither `transactionId` nor `source` nor `reservationType`.
        case hit
    }

    /// Whether dates end in an offset.
    var offsetDates = false
    /// Whether `source` is a number.
    var sourceAsNumber = false
    /// Which of the flapping fields are there.
    var cache = Cache.steady

    /// `2026-03-06T00:00:00`, with an offset if the style wants one.
    func date(_ day: CalendarDay) -> JSONOutput {
        .string("\(day)T00:00:00\(offsetDates ? OsloTime.offset(on: day) : "")")
    }

    /// The name of the list that a row comes from, or its number.
    func source(isArchived: Bool) -> JSONOutput {
        sourceAsNumber
            ? .whole(isArchived ? 1 : 0) : .string(isArchived ? "Archive" : "AccountStatement")
    }
}
