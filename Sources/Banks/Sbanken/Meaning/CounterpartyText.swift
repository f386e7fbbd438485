/// Finds the other side's name in a text such as `Nettgiro til: Fjordby Kraft Betalt: 05.03.26`.
enum CounterpartyText {
    /// The name after `Til:` or `Fra:`, which may follow one other word; `nil` without one.
    static func name(in text: String) -> String? {
        let words = text.split(separator: " ")
        guard let mark = words.prefix(2).firstIndex(where: { isMark($0) }) else { return nil }
        var name = words[(mark + 1)...]
        if let paid = name.firstIndex(where: { $0.lowercased() == "betalt:" }) {
            name = name[..<paid]
        } else if let last = name.last, isDay(last) {
            name = name.dropLast()
        }
        return name.isEmpty ? nil : name.joined(separator: " ")
    }

    private static func isMark(_ word: Substring) -> Bool {
        let folded = word.lowercased()
        return folded == "til:" || folded == "fra:"
    }

    /// Whether the word is a day such as `05.03.26`.
    private static func isDay(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { $0.utf8.count == 2 && Digits.number(Array($0.utf8)) != nil }
    }
}
