import Finance
import Foundation

extension ISOText {
    /// A moment in UTC, `2026-03-06T09:00:00Z`, with milliseconds if there are any.
    static func text(_ instant: Date) -> String {
        let total = Int((instant.timeIntervalSince1970 * 1_000).rounded())
        let (days, rest) = total.quotientAndRemainder(dividingBy: 86_400_000)
        let day = CalendarDay(dayNumber: rest < 0 ? days - 1 : days)
        let milliseconds = rest < 0 ? rest + 86_400_000 : rest
        let seconds = milliseconds / 1_000
        let fraction = milliseconds % 1_000
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Digits.padded($0, 2) }
        return "\(day)T" + parts.joined(separator: ":")
            + (fraction == 0 ? "" : "." + Digits.padded(fraction, 3)) + "Z"
    }
}
