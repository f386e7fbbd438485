import Finance

extension ScenarioReader {
    /// A text that must be there.
    mutating func text(_ key: String, of fields: Fields, example: String) -> String? {
        guard let node = required(key, of: fields, example: "\"\(example)\"") else { return nil }
        return text(node, key, of: fields)
    }

    /// A text, or `nil`.
    mutating func optionalText(_ key: String, of fields: Fields) -> String? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        return text(node, key, of: fields)
    }

    /// The text of a row: left out is the bank's own, `null` is none.
    mutating func rowText(_ key: String, of fields: Fields) -> SandboxText {
        guard let node = fields.values[key] else { return .usual }
        return .exactly(node.isNull ? nil : text(node, key, of: fields))
    }

    /// An amount in kroner that must be there, as a number or a text.
    mutating func amount(_ key: String, of fields: Fields, example: String) -> Money? {
        guard let node = required(key, of: fields, example: example) else { return nil }
        return amount(node, key, of: fields, currency: .nok)
    }

    /// An amount in kroner, or `nil`.
    mutating func optionalAmount(_ key: String, of fields: Fields) -> Money? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        return amount(node, key, of: fields, currency: .nok)
    }

    /// An amount read digit by digit.
    mutating func amount(
        _ node: JSONNode, _ key: String, of fields: Fields, currency: Currency
    ) -> Money? {
        let digits: String
        switch node.value {
        case .number(let text), .string(let text): digits = text
        default:
            reportType(key, of: fields, node, want: "an amount such as -187.00")
            return nil
        }
        do {
            return try Money(parsing: digits, currency: currency)
        } catch {
            let problem =
                switch error {
                case .tooPrecise: "the amount has more decimals than \(currency)"
                case .overflow: "the amount is too large"
                case .notANumber, .mixedCurrencies: "this is no amount"
                }
            report(
                "amount", fields.path(of: key), node.range, problem,
                fix: "write a number such as -187.00")
            return nil
        }
    }

    /// A whole number that must be there.
    mutating func whole(
        _ key: String, in range: ClosedRange<Int>, of fields: Fields
    ) -> Int? {
        let example = String(max(range.lowerBound, min(1, range.upperBound)))
        guard required(key, of: fields, example: example) != nil else { return nil }
        return optionalWhole(key, in: range, of: fields)
    }

    /// A whole number, or `nil`.
    mutating func optionalWhole(
        _ key: String, in range: ClosedRange<Int>, of fields: Fields
    ) -> Int? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        if case .number(let text) = node.value, let number = Int(text), range.contains(number) {
            return number
        }
        let want = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        reportType(key, of: fields, node, want: want)
        return nil
    }

    /// A day such as `"2026-03-06"`, or `nil`.
    mutating func optionalDay(_ key: String, of fields: Fields) -> CalendarDay? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        if case .string(let text) = node.value, let day = CalendarDay(isoText: text) {
            return day
        }
        reportType(key, of: fields, node, want: "a day such as \"2026-03-06\"")
        return nil
    }

    /// A day, or a distance to the bank day such as -2; `nil` if there is none.
    mutating func optionalDate(_ key: String, of fields: Fields) -> SandboxDate? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        switch node.value {
        case .string(let text):
            if let day = CalendarDay(isoText: text) { return .day(day) }
        case .number(let text):
            if let days = Int(text), abs(days) <= 36_600 { return .offset(days) }
        default: break
        }
        reportType(
            key, of: fields, node, want: "a day such as \"2026-03-06\", or -2 for two days before")
        return nil
    }

    /// One of some words, or `nil`.
    mutating func optionalWord(
        _ key: String, among words: [String], of fields: Fields
    ) -> String? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        if case .string(let word) = node.value, words.contains(word) { return word }
        var fix = "use one of \(words.joined(separator: ", "))"
        if case .string(let word) = node.value,
            let near = NearestName.find(word, among: words)
        {
            fix = "did you mean \"\(near)\"?"
        }
        report(
            "word", fields.path(of: key), node.range, "this is not one of the known words",
            fix: fix)
        return nil
    }

    private mutating func text(
        _ node: JSONNode, _ key: String, of fields: Fields
    ) -> String? {
        if case .string(let text) = node.value { return text }
        reportType(key, of: fields, node, want: "a text in double quotes")
        return nil
    }
}
