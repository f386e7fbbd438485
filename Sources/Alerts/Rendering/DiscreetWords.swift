/// What may be shown where anybody may look: that something happened, nothing else.
public struct DiscreetWords: Sendable, Hashable {
    /// The title.
    public let title: String
    /// The body.
    public let body: String

    /// Makes the words.
    ///
    /// - Parameter isOver: whether the notice tells that something is over.
    public init(isOver: Bool) {
        title = isOver ? AlertTexts.genericOverTitle : AlertTexts.genericTitle
        body = AlertTexts.genericBody
    }
}
