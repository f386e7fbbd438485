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
        return "\(day)T\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2))"
            + ":\(padded(seconds % 60, 2))" + (fraction == 0 ? "" : "." + padded(fraction, 3))
            + "Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
