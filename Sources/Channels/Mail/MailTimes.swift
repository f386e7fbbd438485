import Foundation

/// Times as mails show them.
struct MailTimes {
    private let zone: TimeZone

    /// Writes times for people in `zone`.
    init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// For the `Date` header (RFC 5322, section 3.3): `Fri, 06 Mar 2026 09:00:00 +0000`.
    func header(_ date: Date) -> String {
        let parts = Self.parts(of: date, in: .gmt)
        let day = Self.days[((parts.weekday ?? 1) - 1) % 7]
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        return "\(day), \(Self.two(parts.day)) \(month) \(Self.four(parts.year)) "
            + "\(Self.two(parts.hour)):\(Self.two(parts.minute)):\(Self.two(parts.second)) +0000"
    }

    /// For people: `2026-03-06 10:00 (Europe/Oslo)`.
    func line(_ date: Date) -> String {
        let parts = Self.parts(of: date, in: zone)
        return "\(Self.four(parts.year))-\(Self.two(parts.month))-\(Self.two(parts.day)) "
            + "\(Self.two(parts.hour)):\(Self.two(parts.minute)) (\(zone.identifier))"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func parts(of date: Date, in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    }

    private static func two(_ number: Int?) -> String { padded(number, 2) }

    private static func four(_ number: Int?) -> String { padded(number, 4) }

    private static func padded(_ number: Int?, _ width: Int) -> String {
        let digits = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
