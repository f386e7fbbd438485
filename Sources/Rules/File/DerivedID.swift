/// Makes an identifier for a rule that has none.
///
/// It follows from the body alone, so that editing a clause or choosing another synonym never
/// makes a rule a new one (RL-1).
enum DerivedID {
    /// `balance under 100 NOK` gives `balance-under-100-nok`.
    static func id(for body: Body) -> String {
        var id = ""
        for word in body.canonicalWords.split(separator: " ") where word != "is" {
            let letters = word.lowercased().unicodeScalars.flatMap { fold($0) }
            guard !letters.isEmpty, id.count + letters.count < 60 else { continue }
            id += (id.isEmpty ? "" : "-") + String(letters)
        }
        return id.isEmpty ? "rule" : id
    }

    private static func fold(_ scalar: Unicode.Scalar) -> [Character] {
        switch scalar {
        case "a"..."z", "0"..."9", "-": [Character(scalar)]
        case "æ": ["a", "e"]
        case "ø": ["o"]
        case "å": ["a"]
        default: []
        }
    }
}
