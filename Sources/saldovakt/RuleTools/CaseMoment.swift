import Finance
import Foundation

/// A wall time of a case: `2026-03-06 09:00`.
struct CaseMoment: Sendable {
    private let day: CalendarDay
    private let minute: Int

    /// Reads the text; `nil` for any other shape.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(isoText: parts[0]) else { return nil }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 2, clock.allSatisfy({ $0.count == 2 }), let hour = Int(clock[0]),
            let minute = Int(clock[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        self.day = day
        self.minute = hour * 60 + minute
    }

    /// The instant at which clocks in a zone show it.
    func instant(in zone: TimeZone) -> Date {
        day.instant(minutesAfterMidnight: minute, in: zone)
    }
}
