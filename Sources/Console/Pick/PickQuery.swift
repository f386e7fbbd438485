package import Finance
import Foundation
package import Rules

/// A parsed search line.
///
/// ```
/// kaffe over:50 since:2026-03-01 account:"Felles konto"
/// ```
struct PickQuery: Sendable {
    private(set) var filter = TransactionFilter()
    /// The accounts to look in; `nil` for all.
    private(set) var accounts: Set<UUID>?
    /// The words that must occur, folded.
    private(set) var words: [FoldedText] = []
    /// A hint about a filter that is incomplete; such a filter narrows nothing.
    private(set) var problem: String?

    init(_ text: String, accounts all: [Account], today: CalendarDay) {
        for word in PickStrings(text).words {
            guard let (token, value) = PickStrings.token(word) else {
                words.append(FoldedText(word))
                continue
            }
            guard !value.isEmpty, take(token, value, among: all, today) else {
                problem = "\(token.rawValue): \(token.hint)"
                continue
            }
        }
    }

    private mutating func take(
        _ token: PickToken, _ value: String, among all: [Account], _ today: CalendarDay
    ) -> Bool {
        switch token {
        case .account:
            let wanted = FoldedText(value)
            let found = all.filter {
                FoldedText($0.displayName).contains(wanted)
                    || (value.count >= 4 && $0.accountNumber?.digits.hasSuffix(value) == true)
            }
            accounts = (accounts ?? []).union(found.map(\.id))
            return !found.isEmpty
        case .over: return Self.set(&filter.over, Money(written: value))
        case .under: return Self.set(&filter.under, Money(written: value))
        case .since: return Self.set(&filter.from, CalendarDay(written: value, today: today))
        case .until: return Self.set(&filter.to, CalendarDay(written: value, today: today))
        case .status, .type, .category: return take(word: value, of: token)
        }
    }

    /// Takes a value that may be abbreviated.
    private mutating func take(word: String, of token: PickToken) -> Bool {
        let wanted = word.lowercased()
        let full = token.values.filter { $0.lowercased().hasPrefix(wanted) }
        if token == .status {
            filter.statuses.formUnion(full.compactMap(TransactionStatus.init(rawValue:)))
        }
        if token == .type {
            filter.types.formUnion(full.compactMap(TransactionType.init(rawValue:)))
        }
        guard token == .category else { return !full.isEmpty }
        let groups = (full.isEmpty ? [word] : full).compactMap(MerchantCategory.codes)
        filter.merchantCodes += groups.flatMap(\.self)
        return !groups.isEmpty
    }

    private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
        if let value { place = value }
        return value != nil
    }
}

/// The filters that can be typed into a search, each followed by a colon and a value.
enum PickToken: String, Sendable, CaseIterable {
    case account
    case over
    case under
    case since
    case until
    case status
    case type
    case category

    /// The value after the colon, for help.
    var hint: String {
        switch self {
        case .account: "a part of its name, or the end of its number"
        case .over, .under: "an amount: 500, 99.50, 500USD"
        case .since, .until: "a day: 2026-03-01, 1.3.2026, yesterday"
        case .status: "pending, booked, …"
        case .type: "pointOfSale, transfer, …"
        case .category: "groceries, fuel, 5411, …"
        }
    }

    /// The possible values, if there are only a few.
    var values: [String] {
        switch self {
        case .status: TransactionStatus.allCases.map(\.rawValue)
        case .type: TransactionType.allCases.map(\.rawValue)
        case .category: MerchantCategory.firstWords
        case .account, .over, .under, .since, .until: []
        }
    }
}

/// The words of a search line: split at spaces, except between double quotes.
struct PickStrings: Sendable, Hashable {
    let words: [String]
    /// The last word as it was typed, quotes included; empty after a space.
    let last: Substring

    /// Splits the text; an open quote extends to the end.
    init(_ text: String) {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var start = text.startIndex
        for place in text.indices {
            let character = text[place]
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
                start = text.index(after: place)
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
        last = text[start...]
    }

    /// A filter and its value: `account:bruk`; `nil` for a search word.
    static func token(_ word: some StringProtocol) -> (token: PickToken, value: String)? {
        let name = word.prefix { $0 != ":" }
        guard name.endIndex != word.endIndex, let token = PickToken(rawValue: name.lowercased())
        else { return nil }
        return (token, String(word.dropFirst(name.count + 1).filter { $0 != "\"" }))
    }
}

/// Completions of the last word of a search line.
enum PickSuggestions: Sendable {
    /// Words that may replace the last one, best first.
    static func words(for text: String, accounts: [Account]) -> [String] {
        let last = PickStrings(text).last
        guard !last.isEmpty else { return [] }
        guard let (token, value) = PickStrings.token(last) else {
            let start = last.lowercased()
            return PickToken.allCases.map { $0.rawValue + ":" }.filter { $0.hasPrefix(start) }
        }
        let wanted = FoldedText(value)
        let values = token == .account ? accounts.map(\.displayName).sorted() : token.values
        return values.filter { FoldedText($0).contains(wanted) }
            .map { "\(token.rawValue):" + ($0.contains(" ") ? "\"\($0)\"" : $0) }
            .filter { $0 != last }
    }

    /// The line with the last word completed; unchanged if nothing fits.
    static func completed(_ text: String, accounts: [Account]) -> String {
        guard let word = words(for: text, accounts: accounts).first else { return text }
        let last = PickStrings(text).last
        return text.dropLast(last.count) + word + (word.hasSuffix(":") ? "" : " ")
    }
}

extension CalendarDay {
    /// Reads `2026-03-01`, `1.3.2026` as charts and texts write it, `today` or `yesterday`.
    package init?(written text: String, today: CalendarDay) {
        switch text.lowercased() {
        case "today": self = today
        case "yesterday": self = today.adding(days: -1)
        default:
            if let length = DurationText.parse(text), case let days = length / .seconds(86_400),
                days >= 1
            {
                self = today.adding(days: -Int(days))
                return
            }
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let padded = parts.map { String($0).zeroPadded(to: 2) }
            let isoText = padded.reversed().joined(separator: "-")
            self.init(isoText: parts.count == 3 ? isoText : text)
        }
    }
}

extension Money {
    /// Reads an amount as rules write it or as tables print it: `500`, `1 000,50 kr`, `500 USD`.
    ///
    /// The default is kroner; `nil` for `1,000`, which may be a thousand or one. The sign of a
    /// printed amount is the direction, which filters ignore.
    package init?(written text: String) {
        let scalars = Array(text.unicodeScalars.drop { $0 == "\u{2212}" })
        guard let written = WrittenNumber(startOf: scalars[...]),
            case .number(let number) = written.value
        else { return nil }
        let rest = String(String.UnicodeScalarView(scalars[written.length...]))
        let unit = rest.drop(while: \.isWhitespace).uppercased()
        guard let currency = unit.isEmpty || unit == "KR" ? .nok : Currency(code: unit),
            let minorUnits = number.scaled(to: currency.minorUnitDigits)
        else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }
}

extension MerchantCategory {
    /// The merchant codes of a word: the name of a group or its first word, or four digits.
    package static func codes(_ word: String) -> [ClosedRange<Int16>]? {
        if word.count == 4, let code = MerchantCategoryCode(word) {
            return [code.rawValue...code.rawValue]
        }
        let name = word.lowercased()
        return allCases.first { $0.rawValue == name || $0.firstWord == name }?.codes
    }

    package static var firstWords: [String] { allCases.map(\.firstWord) }

    private var firstWord: String { String(rawValue.prefix { $0 != " " }) }
}
