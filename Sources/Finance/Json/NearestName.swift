/// Finds the name that a person probably meant.
public enum NearestName: Sendable {
    /// The known name closest to `written`, if it is close enough to be a slip.
    ///
    /// Distance is the number of letters to insert, delete, replace or swap with a neighbour;
    /// case does not count. Close enough is under four and less than half of the word.
    ///
    /// ```swift
    /// NearestName.find("belov", among: ["below", "above"])   // "below"
    /// ```
    public static func find(_ written: String, among known: some Sequence<String>) -> String? {
        let limit = min(3, (written.count - 1) / 2)
        var best: (name: String, distance: Int)?
        for name in known {
            let distance = distance(Array(written.lowercased()), Array(name.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        // A name is never this long; a hostile one must not cost quadratic time.
        guard left.count <= 64, right.count <= 64 else { return .max }
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                let replaced = rows[i][j] + (letter == other ? 0 : 1)
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, replaced)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
