/// A calendar period that windows and limits speak of: `this month`, `once a day`.
public enum CalendarPeriod: String, Sendable, Hashable, Codable, CaseIterable {
    /// From midnight to midnight.
    case day
    /// From Monday to Sunday.
    case week
    /// A calendar month.
    case month
    /// A calendar year.
    case year
}
