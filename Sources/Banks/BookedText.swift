import Finance

/// The data in a booking's text besides the merchant.
///
/// Forms seen in public client code: `*NNNN dd.MM CUR amount MERCHANT Kurs: r.rrrr`, `CUR amount
/// MERCHANT Kurs: r`, `dd.MM MERCHANT PLACE`, `KORREKSJON dd.MM …`; DNB's is `Varekjøp MERCHANT
/// Dato dd.MM kl. hh.mm`.
struct BookedText: Sendable, Hashable {
    private(set) var dayOfMonth: Int?
    private(set) var month: Int?
    /// The amount in the currency of the purchase, kroner included.
    private(set) var amount: Money?
    /// The exchange rate as printed, such as `10.6250`.
    private(set) var rate: String?

    /// Reads the data; a text of any other form contains none.
    init(_ text: String) {
        var words = text.split(separator: " ")[...]
        if let first = words.first, Self.isCard(first) || first.uppercased() == "KORREKSJON" {
            words.removeFirst()
        }
        if let first = words.first, let (day, month) = Self.day(first) {
            dayOfMonth = day
            self.month = month
            words.removeFirst()
        } else if let (day, month) = MerchantName.writtenDay(in: FoldedText(text)),
            Self.isDay(day, month)
        {
            dayOfMonth = day
            self.month = month
        }
        readAmount(words)
    }

    /// The day that the text names, at or before the booking; `nil` if it names none.
    func day(atOrBefore booked: CalendarDay) -> CalendarDay? {
        guard let dayOfMonth, let month else { return nil }
        return PurchaseDay.nearest(dayOfMonth: dayOfMonth, month: month, atOrBefore: booked)
    }

    private mutating func readAmount(_ words: ArraySlice<Substring>) {
        guard let mark = words.lastIndex(where: { $0.uppercased() == "KURS:" }), words.count >= 4,
            let currency = Currency(code: words[words.startIndex].uppercased())
        else { return }
        let number = String(words[words.startIndex + 1])
        amount = try? Money(parsing: number, currency: currency)
        let rate = words[(mark + 1)...].first.map(String.init)
        self.rate = rate.flatMap { Self.isDecimal($0) ? $0 : nil }
    }

    private static func isCard(_ word: Substring) -> Bool {
        word.utf8.count == 5 && word.hasPrefix("*")
            && Digits.number(Array(word.utf8.dropFirst())) != nil
    }

    private static func day(_ word: Substring) -> (day: Int, month: Int)? {
        let bytes = Array(word.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: "."),
            let day = Digits.number(bytes[0..<2]), let month = Digits.number(bytes[3..<5]),
            isDay(day, month)
        else { return nil }
        return (day, month)
    }

    private static func isDay(_ day: Int, _ month: Int) -> Bool {
        (1...31).contains(day) && (1...12).contains(month)
    }

    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { Digits.number(Array($0.utf8)) != nil }
    }
}

/// Finds the day of a purchase from a booking with an incomplete date, or a wrong year.
enum PurchaseDay {
    /// A purchase is booked within days; a date that is older than this is not the purchase day.
    static let longestDelayInDays = 180

    /// The nearest `day.month` at or before `booked`; `nil` if that is too long ago.
    ///
    /// `31.12` booked on 2 January is a day of the previous year; `29.02` needs a leap year.
    static func nearest(dayOfMonth: Int, month: Int, atOrBefore booked: CalendarDay) -> CalendarDay?
    {
        let year = booked.components.year
        for candidate in [year, year - 1] {
            guard let day = CalendarDay(year: candidate, month: month, day: dayOfMonth),
                day <= booked
            else { continue }
            return day.days(until: booked) <= longestDelayInDays ? day : nil
        }
        return nil
    }

    /// The day that a booking gives in full, corrected if the bank's year is wrong.
    ///
    /// The bank has sent purchases a year after their booking; then only day and month count. A day
    /// shortly after its booking is impossible, and becomes `nil`.
    static func corrected(_ written: WrittenDay, atOrBefore booked: CalendarDay) -> CalendarDay? {
        if let day = written.day, day <= booked { return day }
        return nearest(dayOfMonth: written.dayOfMonth, month: written.month, atOrBefore: booked)
    }
}

extension MerchantCategoryCode {
    /// Whether it is a cash machine or cash at a counter (ISO 18245).
    var isCash: Bool { rawValue == 6_010 || rawValue == 6_011 }
}

extension ForeignAmount {
    /// An amount without its sign; `nil` for none, and for one in the account's own currency.
    init?(_ amount: Money?, besides own: Currency, rate: String? = nil) {
        guard let amount, amount.currency != own, let positive = try? amount.magnitude() else {
            return nil
        }
        self.init(amount: positive, exchangeRate: rate)
    }
}
