import Finance
import Foundation

/// A time of a case: wall time, `2026-03-06 09:00`, or an instant, `2026-10-25T01:30:00Z`.
struct CaseMoment: Sendable {
    private enum Form: Sendable {
        case wall(CalendarDay, minute: Int)
        case instant(Date)
    }

    private let form: Form

    /// What to write.
    static let example =
        "write \"2026-03-06 09:00\", or an instant such as \"2026-10-25T01:30:00Z\""

    /// Reads the text; `nil` for any other shape.
    init?(_ text: String) {
        if text.contains("T") {
            guard let instant = try? Date(text, strategy: .iso8601) else { return nil }
            form = .instant(instant)
            return
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(isoText: parts[0]) else { return nil }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 2, clock.allSatisfy({ $0.count == 2 }), let hour = Int(clock[0]),
            let minute = Int(clock[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        form = .wall(day, minute: hour * 60 + minute)
    }

    /// The instant at which clocks in a zone show it; of two such instants the first.
    func instant(in zone: TimeZone) -> Date {
        switch form {
        case .wall(let day, let minute): day.instant(minutesAfterMidnight: minute, in: zone)
        case .instant(let instant): instant
        }
    }

    /// Whether clocks in a zone show it at `instant`, to the minute.
    func isShown(at instant: Date, in zone: TimeZone) -> Bool {
        switch form {
        case .wall(let day, let minute):
            let local = instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant)))
            let minutes = Int((local.timeIntervalSince1970 / 60).rounded(.down))
            return minutes == day.dayNumber * 1_440 + minute
        case .instant(let wanted):
            return (wanted.timeIntervalSince1970 / 60).rounded(.down)
                == (instant.timeIntervalSince1970 / 60).rounded(.down)
        }
    }
}
