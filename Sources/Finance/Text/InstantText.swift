public import Foundation

/// Instants as ISO 8601 text in UTC: `2026-03-06T09:00:00Z`, with milliseconds only if there are.
public enum InstantText: Sendable {
    public static func text(_ instant: Date) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        write(instant, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ instant: Date, to bytes: inout [UInt8]) {
        let milliseconds = Int((instant.timeIntervalSince1970 * 1_000).rounded())
        let (days, inDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        CalendarDay(dayNumber: inDay < 0 ? days - 1 : days).write(to: &bytes)
        let rest = inDay < 0 ? inDay + 86_400_000 : inDay
        let seconds = rest / 1_000
        bytes.append(UInt8(ascii: "T"))
        Digits.write(seconds / 3_600, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(seconds / 60 % 60, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(seconds % 60, 2, to: &bytes)
        if rest % 1_000 != 0 {
            bytes.append(UInt8(ascii: "."))
            Digits.write(rest % 1_000, 3, to: &bytes)
        }
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Reads what ``text(_:)`` writes; `nil` for anything else.
    public static func instant(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == 58, bytes[16] == 58,
            let day = CalendarDay(isoText: text.prefix(10)),
            let hour = Digits.number(bytes[11..<13]), let minute = Digits.number(bytes[14..<16]),
            let second = Digits.number(bytes[17..<19]), hour < 24, minute < 60, second < 60
        else { return nil }
        var milliseconds = 0
        if bytes.count == 24 {
            guard bytes[19] == UInt8(ascii: "."), let value = Digits.number(bytes[20..<23]) else {
                return nil
            }
            milliseconds = value
        }
        let seconds = day.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds * 1_000 + milliseconds) / 1_000)
    }
}

extension InstantText {
    /// The clock time in a zone, `09:05:30`.
    package static func clock(_ instant: Date, in zone: TimeZone) -> String {
        let local = Int(instant.timeIntervalSince1970) + zone.secondsFromGMT(for: instant)
        let second = ((local % 86_400) + 86_400) % 86_400
        return [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Day and clock time in a zone, `2026-03-06 09:05:30`.
    package static func moment(_ instant: Date, in zone: TimeZone) -> String {
        "\(CalendarDay(of: instant, in: zone)) \(clock(instant, in: zone))"
    }

    /// Day and clock time in a zone to the minute, `2026-03-06 09:05`.
    package static func minute(_ instant: Date, in zone: TimeZone) -> String {
        String(moment(instant, in: zone).dropLast(3))
    }

    /// ISO 8601 in UTC, to the second.
    ///
    /// For programs; people read ``moment(_:in:)``.
    package static func seconds(_ instant: Date) -> String {
        text(wholeSecond(instant))
    }

    /// The beginning of an instant's second, the precision that programs get.
    package static func wholeSecond(_ instant: Date) -> Date {
        Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    }
}
