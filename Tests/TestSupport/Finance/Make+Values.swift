public import Finance
public import Foundation
import Testing

extension Make {
    /// Europe/Oslo, the zone of every Norwegian bank.
    public static let oslo: TimeZone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

    /// An amount from its decimal text: `Make.money("-95.00")`, kroner unless said otherwise.
    public static func money(_ text: String, _ currency: String = "NOK") -> Money {
        do {
            return try Money(parsing: text, currency: Currency(code: currency) ?? .nok)
        } catch {
            Issue.record("'\(text)' is no amount: \(error)")
            return .zero(.nok)
        }
    }

    /// A day from its ISO text: `Make.day("2026-03-06")`.
    public static func day(_ text: String) -> CalendarDay {
        if let day = CalendarDay(isoText: text) { return day }
        Issue.record("'\(text)' is no day")
        return CalendarDay(dayNumber: 0)
    }

    /// An instant from its ISO text in UTC: `Make.instant("2026-03-06T09:00:00Z")`.
    public static func instant(_ text: String) -> Date {
        if let instant = try? Date(text, strategy: .iso8601) { return instant }
        Issue.record("'\(text)' is no instant")
        return Date(timeIntervalSince1970: 0)
    }
}
