import ArgumentParser
import Finance
import Foundation

/// A moment on the command line, in the zone of the settings: `2026-03-07 08:00` or `08:00`.
struct MomentArgument: ExpressibleByArgument, Sendable {
    private let day: CalendarDay?
    private let minutes: Int

    /// Reads day and time, or a time alone; anything else is a mistake in the arguments.
    init?(argument: String) {
        let parts = argument.replacing("T", with: " ").split(separator: " ").map(String.init)
        guard let time = parts.last, parts.count <= 2, let minutes = Self.minutes(time) else {
            return nil
        }
        if parts.count == 2 {
            guard let found = CalendarDay(isoText: parts[0]) else { return nil }
            day = found
        } else {
            day = nil
        }
        self.minutes = minutes
    }

    /// The instant; of a time alone the next one after `now`.
    func instant(after now: Date, in zone: TimeZone) -> Date {
        if let day { return day.instant(minutesAfterMidnight: minutes, in: zone) }
        let today = CalendarDay(of: now, in: zone)
        let instant = today.instant(minutesAfterMidnight: minutes, in: zone)
        guard instant <= now else { return instant }
        return today.adding(days: 1).instant(minutesAfterMidnight: minutes, in: zone)
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
