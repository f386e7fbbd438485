/// Collects what was expected at the furthest place that the parser reached.
///
/// The parser never has to say what it expects: every phrase that it tries and that does not
/// stand there is noted here.
struct Expectations: Sendable {
    /// The index of the token at which the parser got stuck.
    private(set) var place = 0
    /// What would have fitted there, in the order of the attempts; empty if only the place counts.
    private(set) var items: [Expectation] = []
    /// Whether what would have fitted is kept, and not only where the parser got stuck.
    private let keepsItems: Bool

    /// Starts with nothing noted.
    init(keepsItems: Bool) {
        self.keepsItems = keepsItems
    }

    /// Notes an attempt that failed at the token with that index.
    mutating func note(_ item: @autoclosure () -> Expectation, at index: Int) {
        guard index >= place else { return }
        if index > place {
            place = index
            items.removeAll(keepingCapacity: true)
        }
        if keepsItems { items.append(item()) }
    }
}
