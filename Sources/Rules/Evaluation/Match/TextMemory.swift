import Finance

/// Remembers for every distinct text which patterns match it, so that each is folded and tried once.
struct TextMemory: Sendable {
    private struct Entry {
        let whole: [UInt32]
        let unwrapped: [UInt32]?
        /// By pattern: 0 not tried, 1 no match, 2 match.
        var results: [UInt8]
    }

    private var entries: [String: Entry] = [:]

    /// So many distinct texts are kept; then it starts anew, so that memory stays flat over years.
    private static let limit = 20_000

    /// Whether the pattern with that index matches the text, with or without its card wrapping.
    mutating func matches(_ text: String, _ index: Int, _ patterns: [TextPattern]) -> Bool {
        if let known = entries[text]?.results[index], known != 0 { return known == 2 }
        var entry = entries.removeValue(forKey: text) ?? makeEntry(text, patterns.count)
        let isMatch =
            patterns[index].matches(folded: entry.whole)
            || entry.unwrapped.map { patterns[index].matches(folded: $0) } == true
        entry.results[index] = isMatch ? 2 : 1
        entries[text] = entry
        return isMatch
    }

    private mutating func makeEntry(_ text: String, _ count: Int) -> Entry {
        if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
        return Entry(
            whole: MatchText.scalars(text), unwrapped: MatchText.unwrapped(text),
            results: [UInt8](repeating: 0, count: count))
    }
}
