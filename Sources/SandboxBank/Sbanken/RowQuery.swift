import Finance

/// Why the bank refuses a query, in its own words as far as they are known.
struct QueryRefusal: Error, Sendable, Equatable {
    /// The sentence for `errorMessage` or `detail`.
    let message: String
}

/// The requested rows of an account.
///
/// The rules are those of the bank's interface description. Both days are optional; the end
/// defaults to today and the start to 30 days before it. They are at most 366 days apart, neither
/// later than tomorrow. `index` counts rows, `length` is 1 to 1000 and defaults to 100.
struct RowQuery: Sendable, Equatable {
    let days: ClosedRange<CalendarDay>
    let page: PageQuery
    /// Whether the client gave today as the last day, which has side effects of its own.
    let endsTodayExplicitly: Bool

    init(_ request: WireRequest, today: CalendarDay) throws(QueryRefusal) {
        let end = try request.day("endDate")
        let start = try request.day("startDate")
        let last = end ?? today
        let first = start ?? last.adding(days: -30)
        try Self.check(first, last, today: today)
        days = first...last
        page = try PageQuery(request)
        endsTodayExplicitly = end == today
    }

    private static func check(
        _ start: CalendarDay, _ end: CalendarDay, today: CalendarDay
    ) throws(QueryRefusal) {
        let tomorrow = today.adding(days: 1)
        let earliest = CalendarDay(year: 2000, month: 1, day: 1) ?? today
        let rules: [(Bool, String)] = [
            (start <= end, "StartDate must be less than or equal to EndDate."),
            (start <= tomorrow, "StartDate must be less than or equal to today + 1 day."),
            (end <= tomorrow, "EndDate must be less than or equal to today + 1 day."),
            (start >= earliest, "StartDate must be greater than or equal to 2000-01-01."),
            (start.days(until: end) <= 366, "The query cannot span more than 366 days."),
        ]
        for (holds, message) in rules where !holds { throw QueryRefusal(message: message) }
    }
}

/// The requested part of a list.
struct PageQuery: Sendable, Equatable {
    let index: Int
    let length: Int

    init(_ request: WireRequest) throws(QueryRefusal) {
        index = try request.whole("index") ?? 0
        length = try request.whole("length") ?? 100
        guard index >= 0 else {
            throw QueryRefusal(message: "Index must be greater than or equal to 0.")
        }
        guard (1...1_000).contains(length) else {
            throw QueryRefusal(message: "Length must be between 1 and 1000.")
        }
    }

    func of<Row>(_ rows: [Row]) -> [Row] { Array(rows.dropFirst(index).prefix(length)) }
}

extension WireRequest {
    /// A day; only the date part counts, a time and an offset may follow it.
    func day(_ name: String) throws(QueryRefusal) -> CalendarDay? {
        guard let text = parameter(name.lowercased()), !text.isEmpty else { return nil }
        let time = text.dropFirst(10)
        guard let day = CalendarDay(isoText: text.prefix(10)),
            time.isEmpty || time.hasPrefix("T") || time.hasPrefix(" ")
        else { throw QueryRefusal(message: "The value is not valid for \(name).") }
        return day
    }

    fileprivate func whole(_ name: String) throws(QueryRefusal) -> Int? {
        guard let text = parameter(name), !text.isEmpty else { return nil }
        guard let number = Int(text) else {
            throw QueryRefusal(message: "The value is not valid for \(name).")
        }
        return number
    }
}
