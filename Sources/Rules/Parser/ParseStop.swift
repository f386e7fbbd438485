/// Why the parser gave up.
enum ParseStop: Error {
    /// The furthest token fits nothing; the expectations say what would.
    case unexpected
    /// The words fit, but what they say can't be.
    case problem(SentenceProblem)
}
