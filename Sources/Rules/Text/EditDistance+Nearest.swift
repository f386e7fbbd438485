import Finance

extension EditDistance {
    /// The most slips that a word of this length is excused.
    static func tolerance(for word: String) -> Int {
        max(1, min(3, word.unicodeScalars.count / 2))
    }

    /// The known names that are closest to `written`, closest first; close ones only.
    static func nearest(
        to written: String, among names: some Sequence<String>, limit: Int = 3
    ) -> [String] {
        let folded = written.lowercased()
        let tolerance = tolerance(for: written)
        return names.map { (name: $0, distance: between(folded, $0.lowercased())) }
            .filter { $0.distance <= tolerance }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(limit).map(\.name)
    }
}
