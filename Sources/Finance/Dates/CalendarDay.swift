public import Foundation

/// A day of the Gregorian calendar, without a time and without a zone.
///
/// Banks date their rows by day in their own zone; such a date is never an instant.
public struct CalendarDay: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// Days since 1970-01-01, negative before it.
    public let dayNumber: Int

    public init(dayNumber: Int) { self.dayNumber = dayNumber }

    /// Makes a day from year, month 1–12 and day of month; `nil` if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...9999).contains(year) else { return nil }
        guard day >= 1, day <= Self.lastDay(ofMonth: month, year: year) else { return nil }
        dayNumber = Self.number(year: year, month: month, day: day)
    }

    /// Reads `2026-03-06`; `nil` for any other shape or a day that does not exist.
    public init?(isoText: some StringProtocol) {
        let day = Array(isoText.utf8).withUnsafeBufferPointer(CalendarDay.init(isoBytes:))
        guard let day, isoText.utf8.count == 10 else { return nil }
        self = day
    }

    /// Reads `2026-03-06` at the start of some bytes.
    package init?(isoBytes bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 10, bytes[4] == 45, bytes[7] == 45,
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day that `instant` falls on in `zone`.
    public init(of instant: Date, in zone: TimeZone) {
        let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        dayNumber = Int((local / 86_400).rounded(.down))
    }

    /// The day so many days later, or earlier for a negative number.
    public func adding(days: Int) -> CalendarDay { CalendarDay(dayNumber: dayNumber + days) }

    /// Whole days from this day to `other`; negative if `other` is earlier.
    public func days(until other: CalendarDay) -> Int { other.dayNumber - dayNumber }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.dayNumber < right.dayNumber
    }

    /// The ISO 8601 form, `2026-03-06`.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func write(to bytes: inout [UInt8]) {
        let (year, month, day) = components
        Digits.write(year, 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Digits.write(month, 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Digits.write(day, 2, to: &bytes)
    }

    /// Year, month 1–12 and day of month 1–31.
    public var components: (year: Int, month: Int, day: Int) {
        // Days are counted from 0000-03-01, so that the leap day is the last of its year.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// 28 to 31, the number of days in that month.
    public static func lastDay(ofMonth month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CalendarDay {
    /// Reads the ISO form and refuses a day that does not exist.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = CalendarDay(isoText: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a day such as 2026-03-06")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The digits that dates and times are written with (ISO 8601).
package enum Digits: Sendable {
    /// The value of one to nine ASCII digits; `nil` if anything else is there.
    package static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var value = 0
        for byte in digits {
            let digit = byte &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// Appends a number with zeros before it, so that it has at least so many digits.
    static func write(_ value: Int, _ width: Int, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let (higher, digit) = value.magnitude.quotientAndRemainder(dividingBy: 10)
        if width > 1 || higher > 0 { write(Int(higher), width - 1, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(digit))
    }
}

extension String {
    /// The text with zeros before it, so that it has at least so many characters.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}
