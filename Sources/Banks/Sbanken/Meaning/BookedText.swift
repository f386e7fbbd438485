import Finance

/// What a booking's text tells beside the merchant.
///
/// Forms seen in public client code: `*NNNN dd.MM CUR amount MERCHANT Kurs: r.rrrr`,
/// `CUR amount MERCHANT Kurs: r`, `dd.MM MERCHANT PLACE`, `KORREKSJON dd.MM …`.
struct BookedText: Sendable, Hashable {
    /// Day of the month and month of the purchase.
    private(set) var dayOfMonth: Int?
    /// Month of the purchase, there when ``dayOfMonth`` is.
    private(set) var month: Int?
    /// The amount in the currency of the purchase, kroner included.
    private(set) var amount: Money?
    /// The exchange rate as printed, such as `10.6250`.
    private(set) var rate: String?

    /// Reads what is there; text of any other form tells nothing.
    init(_ text: String) {
        var words = text.split(separator: " ")[...]
        if let first = words.first, Self.isCard(first) || first.uppercased() == "KORREKSJON" {
            words.removeFirst()
        }
        if let first = words.first, let (day, month) = Self.day(first) {
            dayOfMonth = day
            self.month = month
            words.removeFirst()
        }
        readAmount(words)
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
            (1...31).contains(day), (1...12).contains(month)
        else { return nil }
        return (day, month)
    }

    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { Digits.number(Array($0.utf8)) != nil }
    }
}
