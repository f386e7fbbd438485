/// The language in which the program speaks to a person (D81).
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    case english = "en"
    /// Bokmål.
    case norwegian = "nb"

    /// The language of a locale such as `nb_NO.UTF-8` or `en_GB`; English for any other.
    public init(localeIdentifier: String) {
        let code = localeIdentifier.lowercased().prefix { $0.isLetter }
        self = ["nb", "nn", "no"].contains(code) ? .norwegian : .english
    }
}
