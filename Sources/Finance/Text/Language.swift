/// The language of the program's texts for a person (D81).
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

/// How much a channel may show of a notification.
public enum DetailLevel: String, Sendable, Hashable, CaseIterable {
    /// That something happened, nothing else.
    case generic
    /// Rule and account, no amounts and no texts from the bank.
    case summary
    case full
}
