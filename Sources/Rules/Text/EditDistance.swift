/// How many slips of the finger lie between two words.
enum EditDistance {
    /// The number of letters to insert, delete, replace or swap with a neighbour.
    ///
    /// Words of more than 64 letters are infinitely far from everything: nobody means them, and a
    /// hostile one must not cost quadratic time.
    static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        guard left.count <= 64, right.count <= 64 else { return .max }
        var before = [Int](repeating: 0, count: right.count + 1)
        var above = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1] + [Int](repeating: 0, count: right.count)
            for j in right.indices {
                let isSwap = i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j]
                let replaced = above[j] + (left[i] == right[j] ? 0 : 1)
                row[j + 1] = min(
                    above[j + 1] + 1, row[j] + 1, replaced, isSwap ? before[j - 1] + 1 : .max)
            }
            before = above
            above = row
        }
        return above[right.count]
    }

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
