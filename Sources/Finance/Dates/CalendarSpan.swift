public import Foundation

/// A length of time as a person says it: exact for minutes and hours, calendar steps beyond.
///
/// `1 day` is from one wall time to the same wall time of the next day; `24 hours` is 86,400 s.
public struct CalendarSpan: Sendable, Hashable, Codable {
    /// The unit that is counted.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// 60 seconds.
        case minute
        /// 3,600 seconds.
        case hour
        case day, week, month, year

        /// The period of the same name; `nil` for minutes and hours.
        package var period: CalendarPeriod? { CalendarPeriod(rawValue: rawValue) }
    }

    /// How many units; positive.
    public let count: Int
    public let unit: Unit

    public init(count: Int, unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The words of the rule language: `30 minutes`, `1 day`.
    public var words: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }
}

extension CalendarSpan {
    /// The length in seconds for units that have a fixed one; `nil` from a day up.
    public var fixedSeconds: Int? {
        switch unit {
        case .minute: Self.capped(count) * 60
        case .hour: Self.capped(count) * 3_600
        case .day, .week, .month, .year: nil
        }
    }

    /// The instant that lies one span after `instant`, by the wall clock of `zone` from a day up.
    public func end(from instant: Date, in zone: TimeZone) -> Date {
        shifted(instant, by: count, in: zone)
    }

    public func start(before instant: Date, in zone: TimeZone) -> Date {
        shifted(instant, by: -Self.capped(count), in: zone)
    }

    /// More units than any span needs, and few enough that no calculation overflows.
    private static let mostUnits = 1_000_000_000

    private static func capped(_ count: Int) -> Int { max(-mostUnits, min(mostUnits, count)) }

    private func shifted(_ instant: Date, by wanted: Int, in zone: TimeZone) -> Date {
        let steps = Self.capped(wanted)
        guard let period = unit.period else {
            return instant.addingTimeInterval(Double(steps * (unit == .minute ? 60 : 3_600)))
        }
        let day = CalendarDay(of: instant, in: zone)
        let wall = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        let sinceMidnight = wall - Double(day.dayNumber) * 86_400
        let minutes = Int(sinceMidnight / 60)
        return day.adding(steps, period).instant(minutesAfterMidnight: minutes, in: zone)
            .addingTimeInterval(sinceMidnight - Double(minutes) * 60)
    }
}
