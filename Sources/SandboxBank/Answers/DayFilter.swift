import Finance

/// The days between which rows of a list are asked for, either of them or none.
struct DayFilter: Sendable {
    private let start: CalendarDay?
    private let end: CalendarDay?

    /// Reads `startDate` and `endDate`.
    init(_ request: WireRequest) throws(TransactionQuery.Refusal) {
        start = try TransactionQuery.day("startDate", in: request)
        end = try TransactionQuery.day("endDate", in: request)
    }

    /// Whether a row of that day is asked for; one without a day only if no days are given.
    func holds(_ day: CalendarDay?) -> Bool {
        guard let day else { return start == nil && end == nil }
        return day >= start ?? day && day <= end ?? day
    }
}
