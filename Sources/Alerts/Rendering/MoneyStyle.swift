public import Finance
public import Foundation

/// How amounts, days and times are written for a person (D64).
///
/// Norwegian writes `−1 234,50 kr` and `06.03.2026`; every other locale is written with a decimal
/// point and ISO dates: `−1 234.50 NOK`, `2026-03-06`. The minus is U+2212, and U+00A0 keeps the
/// groups of three together.
///
/// ```swift
/// MoneyStyle.norwegian.text(Money(minorUnits: 123_450, currency: .nok))   // "1 234,50 kr"
/// ```
public struct MoneyStyle: Sendable, Hashable {
    private let isNorwegian: Bool

    public static let norwegian = MoneyStyle(localeIdentifier: "nb_NO")

    /// The conventions of a locale: `nb_NO`, `nn-NO.UTF-8`, `en_GB`.
    public init(localeIdentifier: String) {
        isNorwegian = Language(localeIdentifier: localeIdentifier) == .norwegian
    }

    /// Amount and currency: `95,00 kr`, `−30,00 USD`.
    public func text(_ money: Money) -> String { "\(number(money)) \(unit(money.currency))" }

    /// The amount alone: `1 234,50`.
    public func number(_ money: Money) -> String {
        let plain = money.decimalText
        let unsigned = plain.hasPrefix("-") ? plain.dropFirst() : plain[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        var text = grouped(String(parts.first ?? "0"))
        if parts.count > 1 { text += (isNorwegian ? "," : ".") + parts[1] }
        return money.minorUnits < 0 ? "\u{2212}" + text : text
    }

    /// A count with groups of three: `12 345`.
    public func number(_ count: Int) -> String {
        (count < 0 ? "\u{2212}" : "") + grouped(String(count.magnitude))
    }

    /// The word for the currency after an amount: `kr` in Norwegian, else the code.
    public func unit(_ currency: Currency) -> String {
        isNorwegian && currency == .nok ? "kr" : currency.code
    }

    /// A day: `06.03.2026` or `2026-03-06`.
    public func text(_ day: CalendarDay) -> String {
        guard isNorwegian else { return day.description }
        let parts = day.description.split(separator: "-")
        return parts.reversed().joined(separator: ".")
    }

    /// The time of day in a zone, `02:10`.
    public func time(_ instant: Date, in zone: TimeZone) -> String {
        String(InstantText.clock(instant, in: zone).prefix(5))
    }

    /// Day and time in a zone: `06.03.2026 02:10`.
    public func text(_ instant: Date, in zone: TimeZone) -> String {
        "\(text(CalendarDay(of: instant, in: zone))) \(time(instant, in: zone))"
    }

    private func grouped(_ digits: String) -> String {
        guard digits.count > 3 else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "\u{00A0}" }
            text.append(digit)
        }
        return text
    }
}
