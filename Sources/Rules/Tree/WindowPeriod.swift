public import Finance

/// A calendar period of a window; its months may begin on another day than the first (RL-76).
public struct WindowPeriod: Sendable, Hashable {
    public let unit: CalendarPeriod
    /// The day on which months begin, 1 to 31; day 31 of a shorter month is its last day.
    ///
    /// `nil` unless the sentence or its file names a day.
    public let monthStart: Int?

    public init(_ unit: CalendarPeriod, monthStart: Int? = nil) {
        self.unit = unit
        self.monthStart = unit == .month ? monthStart : nil
    }

    /// The first day of the period that contains a day.
    public func start(of day: CalendarDay) -> CalendarDay {
        guard let monthStart else { return day.start(of: unit) }
        let own = day.inMonth(monthStart)
        return own <= day ? own : day.start(of: .month).adding(days: -1).inMonth(monthStart)
    }

    /// The first day of the period after the one that contains a day.
    public func startOfNext(after day: CalendarDay) -> CalendarDay {
        guard let monthStart else { return day.startOfNext(unit) }
        let own = day.inMonth(monthStart)
        return own > day ? own : day.startOfNext(.month).inMonth(monthStart)
    }

    /// The periods before the one that contains a day, latest first.
    func periods(before day: CalendarDay, count: Int) -> [ClosedRange<CalendarDay>] {
        var next = start(of: day)
        return (0..<count).map { _ in
            let last = next.adding(days: -1)
            next = start(of: last)
            return next...last
        }
    }

    /// The day that corresponds to `day` `count` periods earlier, limited to that period.
    func sameDay(as day: CalendarDay, back count: Int, in period: ClosedRange<CalendarDay>)
        -> CalendarDay
    {
        let same =
            switch unit {
            case .day: day.adding(days: -count)
            case .week: day.adding(days: -7 * count)
            case .month: day.adding(months: -count)
            case .year: day.adding(months: -12 * count)
            }
        return min(max(same, period.lowerBound), period.upperBound)
    }
}

extension CalendarDay {
    /// The day with a number in the month of this day; day 31 of a shorter month is its last day.
    func inMonth(_ number: Int) -> CalendarDay {
        min(start(of: .month).adding(days: number - 1), startOfNext(.month).adding(days: -1))
    }
}

extension Window.Kind {
    /// The calendar period that an alert on the window belongs to; `nil` for `in the last …`.
    var period: WindowPeriod? {
        switch self {
        case .current(let period), .previous(let period, _): period
        case .last: nil
        }
    }
}
