import ArgumentParser
import Finance

/// A day on the command line, `2026-03-01`.
struct DayArgument: ExpressibleByArgument, Sendable {
    /// The day.
    let day: CalendarDay

    /// Reads the ISO form; anything else is a mistake in the arguments.
    init?(argument: String) {
        guard let day = CalendarDay(isoText: argument) else { return nil }
        self.day = day
    }
}
