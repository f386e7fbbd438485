import Finance

/// Which rows of an account are asked for.
///
/// The rules are those of the bank's interface description: both days optional, the end
/// defaults to today and the start to 30 days before it, at most 366 days apart, neither later
/// than tomorrow; `index` counts rows, `length` is 1 to 1000 and defaults to 100.
struct TransactionQuery: Sendable, Equatable {
    /// Why the bank refuses a query, in its words as far as they are known.
    struct Refusal: Error, Sendable, Equatable {
        /// The sentence for `errorMessage` or `detail`.
        let message: String
    }

    /// The first day.
    let start: CalendarDay
    /// The last day.
    let end: CalendarDay
    /// How many rows to leave out.
    let index: Int
    /// How many rows to list.
    let length: Int
    /// Whether the client gave today as the last day, which has side effects of its own.
    let endsTodayExplicitly: Bool

    /// Reads the parameters.
    init(
        _ request: WireRequest, today: CalendarDay, isLoose: Bool = false
    ) throws(Refusal) {
        let end = try Self.day("endDate", in: request)
        let start = try Self.day("startDate", in: request)
        self.end = end ?? today
        self.start = start ?? self.end.adding(days: -30)
        index = try Self.whole("index", in: request) ?? 0
        length = try Self.whole("length", in: request) ?? 100
        endsTodayExplicitly = end == today
        if !isLoose { try check(today: today) }
    }

    private func check(today: CalendarDay) throws(Refusal) {
        let tomorrow = today.adding(days: 1)
        let earliest = CalendarDay(year: 2000, month: 1, day: 1) ?? today
        let rules: [(Bool, String)] = [
            (start <= end, "StartDate must be less than or equal to EndDate."),
            (start <= tomorrow, "StartDate must be less than or equal to today + 1 day."),
            (end <= tomorrow, "EndDate must be less than or equal to today + 1 day."),
            (start >= earliest, "StartDate must be greater than or equal to 2000-01-01."),
            (start.days(until: end) <= 366, "The query cannot span more than 366 days."),
            (index >= 0, "Index must be greater than or equal to 0."),
            ((1...1_000).contains(length), "Length must be between 1 and 1000."),
        ]
        for (holds, message) in rules where !holds { throw Refusal(message: message) }
    }

    /// Reads a day; only the date part counts, a time and an offset may follow it.
    static func day(
        _ name: String, in request: WireRequest
    ) throws(Refusal) -> CalendarDay? {
        guard let text = request.parameter(name.lowercased()), !text.isEmpty else { return nil }
        let time = text.dropFirst(10)
        guard let day = CalendarDay(isoText: text.prefix(10)),
            time.isEmpty || time.hasPrefix("T") || time.hasPrefix(" ")
        else { throw Refusal(message: "The value is not valid for \(name).") }
        return day
    }

    private static func whole(_ name: String, in request: WireRequest) throws(Refusal) -> Int? {
        guard let text = request.parameter(name), !text.isEmpty else { return nil }
        guard let number = Int(text) else {
            throw Refusal(message: "The value is not valid for \(name).")
        }
        return number
    }
}
