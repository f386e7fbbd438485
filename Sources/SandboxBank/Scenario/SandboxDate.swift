public import Finance

/// A day in a scenario: a date, or a distance to the bank day on which the action happens.
///
/// In a scenario file `"2026-03-05"` or `-2` (two days before).
public enum SandboxDate: Sendable, Equatable {
    /// This very day.
    case day(CalendarDay)
    /// So many days after the bank day of the action; negative is before it.
    case offset(Int)

    /// The bank day of the action.
    public static let today = SandboxDate.offset(0)

    /// The day that is meant when the action happens on `today`.
    func resolved(on today: CalendarDay) -> CalendarDay {
        switch self {
        case .day(let day): day
        case .offset(let days): today.adding(days: days)
        }
    }
}
