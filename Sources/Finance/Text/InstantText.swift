public import Foundation

/// Instants as ISO 8601 text in UTC: `2026-03-06T09:00:00Z`, with milliseconds unless they are
/// zero.
public enum InstantText: Sendable {
    public static func text(_ instant: Date) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        write(instant, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ instant: Date, to bytes: inout [UInt8]) {
        let milliseconds = instant.wholeMilliseconds
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
        guard [20, 24].contains(text.utf8.count), text.utf8.last == UInt8(ascii: "Z") else {
            return nil
        }
        return Array(text.utf8).withUnsafeBufferPointer(instant(of:))
    }

    /// Reads a moment of RFC 3339, with `Z` or an offset, cut to whole milliseconds.
    package static func instant(of bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        guard bytes.count >= 20, bytes[10] | 0x20 == UInt8(ascii: "t"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let day = CalendarDay(isoBytes: bytes), let hour = Digits.number(bytes[11..<13]),
            let minute = Digits.number(bytes[14..<16]), let second = Digits.number(bytes[17..<19]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var zone = 19
        var milliseconds = 0
        if bytes[19] == UInt8(ascii: ".") {
            zone = bytes[20...].firstIndex { $0 &- 48 >= 10 } ?? bytes.count
            guard zone > 20, let digits = Digits.number(bytes[20..<min(zone, 23)]) else {
                return nil
            }
            milliseconds = digits * [100, 10, 1][min(zone, 23) - 21]
        }
        guard let offset = offset(bytes[zone...]) else { return nil }
        let seconds = day.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds * 1_000 + milliseconds) / 1_000)
    }

    /// The seconds of `Z` or `+02:00`.
    private static func offset(_ zone: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let bytes = UnsafeBufferPointer(rebasing: zone)
        if bytes.count == 1 { return bytes[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let hours = Digits.number(bytes[1..<3]), let minutes = Digits.number(bytes[4..<6]),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        switch bytes[0] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }
}

extension InstantText {
    /// The clock time in a zone, `09:05:30`.
    package static func clock(_ instant: Date, in zone: TimeZone) -> String {
        let local = Int(instant.timeIntervalSince1970) + zone.secondsFromGMT(for: instant)
        let second = ((local % 86_400) + 86_400) % 86_400
        return [second / 3_600, second / 60 % 60, second % 60]
            .map { String($0).zeroPadded(to: 2) }.joined(separator: ":")
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
    package static func seconds(_ instant: Date) -> String { text(wholeSecond(instant)) }

    /// The beginning of an instant's second, the precision that programs get.
    package static func wholeSecond(_ instant: Date) -> Date {
        Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    }
}

extension Date {
    /// The milliseconds since 1970, rounded to the nearest.
    ///
    /// An instant beyond all calendars becomes the last one that can be counted.
    package var wholeMilliseconds: Int {
        Int(exactly: (timeIntervalSince1970 * 1_000).rounded())
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }

    /// The instant that many milliseconds after 1970 began.
    package init(wholeMilliseconds: Int) {
        self.init(timeIntervalSince1970: Double(wholeMilliseconds) / 1_000)
    }
}

/// Reads lengths of time as people write them: `5m`, `2h`, `1d`, `5 minutes`.
public enum DurationText: Sendable {
    /// Parses a duration; `nil` for any other text, for zero and for more than ten years.
    ///
    /// Units are seconds, minutes, hours, days and weeks, by first letter or as a word.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        let unit = rest.hasPrefix(" ") ? rest.dropFirst() : rest
        guard let count = Int64(digits), count > 0, let seconds = secondsPerUnit[String(unit)]
        else { return nil }
        let (total, overflow) = count.multipliedReportingOverflow(by: seconds)
        guard !overflow, total <= longest else { return nil }
        return .seconds(total)
    }

    /// Ten years; a larger number is a typing error.
    private static let longest: Int64 = 3_652 * 86_400

    private static let secondsPerUnit: [String: Int64] = [
        "s": 1, "sec": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "minute": 60, "minutes": 60,
        "h": 3_600, "hour": 3_600, "hours": 3_600, "d": 86_400, "day": 86_400, "days": 86_400,
        "w": 604_800, "week": 604_800, "weeks": 604_800,
    ]
}
