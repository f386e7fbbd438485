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
        let folded = written.lowercased()
        var best: (name: String, distance: Int)?
        for name in known {
            let distance = EditDistance.between(folded, name.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }
}
