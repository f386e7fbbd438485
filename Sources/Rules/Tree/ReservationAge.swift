/// As in `a reservation is older than 8 days`.
public struct ReservationAge: Sendable, Hashable {
    /// On which accounts; `nil` is each.
    public let scope: Scope?
    /// Older than this.
    public let age: LengthOfTime
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes an age of reservations.
    public init(scope: Scope?, age: LengthOfTime, span: Range<Int>) {
        self.scope = scope
        self.age = age
        self.span = span
    }
}
