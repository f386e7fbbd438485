/// A sentence that follows the grammar: its body and its clauses, not yet checked for sense.
public struct Sentence: Sendable, Hashable {
    /// What is to be true or to happen.
    public let body: Body
    /// How to tell, in the order of the sentence.
    public let clauses: [Clause]
    /// The sentence as the person wrote it.
    public let text: String

    /// Makes a sentence.
    public init(body: Body, clauses: [Clause], text: String) {
        self.body = body
        self.clauses = clauses
        self.text = text
    }
}
