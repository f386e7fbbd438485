import Finance

/// The balances of an account from poll to poll in compact notation: `500 95x3 60/40 500-100x4`.
struct CaseSeries: Sendable {
    /// What the bank says at one poll.
    struct Figures: Sendable, Hashable {
        /// The booked balance, as decimal text; `nil` if the bank does not give it.
        var booked: String?
        /// What can be spent, as decimal text; `nil` if the bank does not give it.
        var available: String?
    }

    enum Entry: Sendable, Hashable {
        case figures(Figures)
        /// The account has the figures that it had (`=`).
        case unchanged
        /// The account is missing in a partial answer (`?`).
        case missing
        /// The poll fails (`!`).
        case failed
        /// There is no poll (`_`).
        case unpolled
    }

    let entries: [Entry]

    private static let marks: [Substring: Entry] = [
        "=": .unchanged, "?": .missing, "!": .failed, "_": .unpolled,
    ]

    /// Reads the notation: entries apart by blanks, each with `x3` behind it for three polls.
    init(_ text: String, at range: Range<Int>) throws(CaseProblem) {
        var entries: [Entry] = []
        for word in text.split(separator: " ") {
            guard let found = Self.entries(of: word) else {
                throw CaseProblem(
                    "this is no balance: '\(word)'",
                    fix: "write 95, 95.50x3, 95/80 (booked/available), 500-100x4 or one of = ? ! _",
                    at: range)
            }
            entries += found
        }
        guard !entries.isEmpty, entries.count <= 10_000 else {
            throw CaseProblem(
                "there are no balances here, or too many", fix: "write 1 to 10000", at: range)
        }
        self.entries = entries
    }

    private static func entries(of word: Substring) -> [Entry]? {
        let parts = word.split(separator: "x", omittingEmptySubsequences: false)
        let count = parts.count == 1 ? 1 : Int(parts[1]) ?? 0
        guard parts.count <= 2, (1...10_000).contains(count) else { return nil }
        if let mark = marks[parts[0]] { return Array(repeating: mark, count: count) }
        let (amounts, step) = splitStep(parts[0])
        let texts = amounts.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(texts.count), let first = texts.first, let last = texts.last
        else { return nil }
        var entries: [Entry] = []
        for turn in 0..<count {
            guard isAmount(first, step), isAmount(last, step) else { return nil }
            entries.append(
                .figures(
                    Figures(
                        booked: amount(first, plus: step, turn),
                        available: amount(last, plus: step, turn))))
        }
        return entries
    }

    /// Cuts `500-100` into what it starts with and the step; a sign behind a digit is a step.
    private static func splitStep(_ text: Substring) -> (Substring, Substring?) {
        let sign = text.indices.dropFirst().last { index in
            "+-".contains(text[index]) && text[text.index(before: index)].isNumber
        }
        guard let sign else { return (text, nil) }
        return (text[..<sign], text[sign...])
    }

    private static func isAmount(_ text: Substring, _ step: Substring?) -> Bool {
        text == "none" || money(text) != nil && (step == nil || step.flatMap(money) != nil)
    }

    private static func money(_ text: Substring) -> Money? {
        let bare = text.hasPrefix("+") ? text.dropFirst() : text
        return try? Money(parsing: String(bare), currency: .nok)
    }

    /// An amount after some steps; `nil` for `none`.
    private static func amount(
        _ start: Substring, plus step: Substring?, _ turns: Int
    ) -> String? {
        guard let first = money(start) else { return nil }
        guard let each = step.flatMap(money) else { return String(start) }
        let sum = Int128(first.minorUnits) + Int128(each.minorUnits) * Int128(turns)
        guard let whole = Int64(exactly: sum) else { return nil }
        let text = Money(minorUnits: whole, currency: .nok).decimalText
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
