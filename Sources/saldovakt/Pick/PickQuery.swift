import Finance
import Foundation
import Store

/// What a search line asks for.
///
/// ```
/// kaffe over:50 since:2026-03-01 account:"Felles konto"
/// ```
struct PickQuery: Sendable {
    /// The filters of figures.
    private(set) var filter = TransactionFilter()
    /// The accounts to look in; `nil` for all.
    private(set) var accounts: Set<UUID>?
    /// The words that must occur, folded.
    private(set) var words: [FoldedText] = []
    /// A filter that says nothing yet, as a person is told; it narrows nothing.
    private(set) var problem: String?

    /// Reads a search line.
    init(_ text: String, accounts all: [Account]) {
        for word in PickWords(text).words {
            guard let (token, value) = PickWords.token(word) else {
                words.append(FoldedText(word))
                continue
            }
            guard !value.isEmpty, take(token, value, among: all) else {
                problem = "\(token.rawValue): \(token.hint)"
                continue
            }
        }
    }

    private mutating func take(
        _ token: PickToken, _ value: String, among all: [Account]
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
        case .over: return Self.set(&filter.over, AmountArgument(argument: value)?.money)
        case .under: return Self.set(&filter.under, AmountArgument(argument: value)?.money)
        case .since: return Self.set(&filter.from, CalendarDay(isoText: value))
        case .until: return Self.set(&filter.to, CalendarDay(isoText: value))
        case .status, .type, .category: return take(word: value, of: token)
        }
    }

    /// Takes a value of which the beginning is enough.
    private mutating func take(word: String, of token: PickToken) -> Bool {
        let wanted = word.lowercased()
        let full = token.values.filter { $0.lowercased().hasPrefix(wanted) }
        if token == .status {
            filter.statuses.formUnion(full.compactMap { StatusArgument(argument: $0)?.status })
        }
        if token == .type {
            filter.types.formUnion(full.compactMap { TypeArgument(argument: $0)?.type })
        }
        guard token == .category else { return !full.isEmpty }
        let groups = (full.isEmpty ? [word] : full).compactMap { CategoryArgument(argument: $0) }
        filter.merchantCodes += groups.flatMap(\.codes)
        return !groups.isEmpty
    }

    private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }
}
