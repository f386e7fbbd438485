/// The state of the program or of its connection to the bank.
public struct Health: Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// As in `bank is unreachable`.
        case bankUnreachable
        /// `data of 'Brukskonto' is older than 6 hours`; without a scope of each source.
        case dataOlder(scope: Scope?, than: LengthOfTime)
        /// As in `sign-in expires in less than 14 days`.
        case signInExpires(LengthOfTime)
        /// As in `notifications are failing`.
        case notificationsFailing
    }

    /// What is wrong.
    public let kind: Kind
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a state of health.
    public init(kind: Kind, span: Range<Int>) {
        self.kind = kind
        self.span = span
    }
}

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
