/// A person's own words, as they are kept.
enum DisplayReason: Sendable {
    /// One line of at most 200 characters without control characters.
    static func clean(_ text: String) -> String {
        let line = text.unicodeScalars.map { scalar -> Character in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(String(line).prefix(200))
    }
}
