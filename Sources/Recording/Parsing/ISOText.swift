import Finance
import Foundation

/// Reads days and moments in the forms of RFC 3339.
enum ISOText {
    /// Reads `2026-03-06`.
    static func day(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDay? {
        guard bytes.count == 10 else { return nil }
        return day(atStartOf: bytes)
    }

    /// Reads `2026-03-06T09:00:00Z`, with a fraction or an offset if there is one; cut to whole
    /// milliseconds.
    static func instant(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        guard bytes.count >= 20, bytes[10] | 0x20 == UInt8(ascii: "t"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let day = day(atStartOf: bytes), let hour = number(bytes, 11, 2),
            let minute = number(bytes, 14, 2), let second = number(bytes, 17, 2),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var index = 19
        let milliseconds = fraction(bytes, &index)
        guard let milliseconds, let offset = offset(bytes, index) else { return nil }
        let seconds = day.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds * 1_000 + milliseconds) / 1_000)
    }

    private static func day(atStartOf bytes: UnsafeBufferPointer<UInt8>) -> CalendarDay? {
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
            let day = number(bytes, 8, 2)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    private static func number(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
    ) -> Int? {
        var value = 0
        for index in start..<start + count {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// The milliseconds of `.123456`, or 0 where there is no fraction.
    private static func fraction(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
    ) -> Int? {
        guard bytes[index] == UInt8(ascii: ".") else { return 0 }
        index += 1
        var value = 0
        var digits = 0
        while index < bytes.count, bytes[index] &- 48 < 10 {
            if digits < 3 { value = value * 10 + Int(bytes[index] &- 48) }
            digits += 1
            index += 1
        }
        guard digits > 0 else { return nil }
        for _ in min(digits, 3)..<3 { value *= 10 }
        return value
    }

    /// The seconds of `Z` or `+02:00` at the end.
    private static func offset(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        let rest = bytes.count - index
        guard rest > 0 else { return nil }
        if rest == 1 { return bytes[index] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard rest == 6, bytes[index + 3] == UInt8(ascii: ":"),
            let hours = number(bytes, index + 1, 2), let minutes = number(bytes, index + 4, 2),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        switch bytes[index] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }
}
