/// The number of typing errors between two words.
package enum EditDistance: Sendable {
    /// The number of letters to insert, delete, replace or swap with a neighbour.
    ///
    /// Words of more than 64 letters count as infinitely far apart: nobody means them, and a
    /// hostile one must not cost quadratic time.
    ///
    /// ```swift
    /// EditDistance.between("belov", "below")   // 1
    /// ```
    package static func between(_ left: String, _ right: String) -> Int {
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
}

/// Finds the name that a person probably meant.
package enum NearestName: Sendable {
    /// The known name closest to `written`, if it is close enough to be a typing error.
    ///
    /// Distance is the number of letters to insert, delete, replace or swap with a neighbour,
    /// ignoring case. Close enough is under four and less than half of the word.
    ///
    /// ```swift
    /// NearestName.find("belov", among: ["below", "above"])   // "below"
    /// ```
    package static func find(_ written: String, among known: some Sequence<String>) -> String? {
        let limit = min(3, (written.count - 1) / 2)
        let folded = written.lowercased()
        return known.map { (name: $0, distance: EditDistance.between(folded, $0.lowercased())) }
            .filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }
}
