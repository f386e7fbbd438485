import Finance

extension CalendarDay {
    /// The day that lies a length of days or more after; hours and minutes end on the same day.
    func adding(_ span: CalendarSpan) -> CalendarDay {
        // More than any sentence needs, so few that no step of the reckoning overflows.
        let count = min(span.count, 1_000_000)
        return switch span.unit {
        case .minute, .hour: self
        case .day: adding(days: count)
        case .week: adding(days: 7 * count)
        case .month: adding(months: count)
        case .year: adding(months: 12 * count)
        }
    }
}
