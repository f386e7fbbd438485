extension TextLiteral {
    /// The text as names are compared (RL-6).
    var folded: String { MatchText.fold(text) }
}
