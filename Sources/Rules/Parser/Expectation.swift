/// Something that would have fitted where a sentence went wrong.
struct Expectation: Sendable, Hashable {
    /// What to write in place of the wrong token; `nil` if it is no fixed text.
    let word: String?
    /// The rest of the phrase, for people.
    let phrase: String
    /// What it is one of.
    let topic: Phrase.Topic
    /// Whether a finding lists it.
    let isShown: Bool
}
