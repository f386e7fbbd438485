import Finance

/// What the last word of a search line could become.
enum PickSuggestions: Sendable {
    /// Words that may stand in place of the last one, best first.
    static func words(for text: String, accounts: [Account]) -> [String] {
        let last = PickWords(text).last
        guard !last.isEmpty else { return [] }
        guard let (token, value) = PickWords.token(last) else {
            let start = last.lowercased()
            return PickToken.allCases.map { $0.rawValue + ":" }.filter { $0.hasPrefix(start) }
        }
        let wanted = FoldedText(value)
        let values = token == .account ? accounts.map(\.displayName).sorted() : token.values
        return values.filter { FoldedText($0).contains(wanted) }
            .map { "\(token.rawValue):" + ($0.contains(" ") ? "\"\($0)\"" : $0) }
            .filter { $0 != last }
    }

    /// The line with the last word completed; as it was if nothing fits.
    static func completed(_ text: String, accounts: [Account]) -> String {
        guard let word = words(for: text, accounts: accounts).first else { return text }
        let last = PickWords(text).last
        return text.dropLast(last.count) + word + (word.hasSuffix(":") ? "" : " ")
    }
}
