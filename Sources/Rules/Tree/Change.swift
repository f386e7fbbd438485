/// A move of a quantity: `balance of 'Sparekonto' dropped by more than 5000 NOK in 24 hours`.
public struct Change: Sendable, Hashable {
    /// Which way.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// Down from the maximum inside the window.
        case dropped
        /// Up from the minimum inside the window.
        case rose
        /// Either.
        case changed
    }

    /// How much.
    public enum Size: Sendable, Hashable {
        case amount(Amount)
        /// A part of the earlier figure.
        case percent(Percent)
    }

    public let quantity: Quantity
    /// Which way.
    public let direction: Direction
    /// `over` for `by more than`, otherwise at least.
    public let relation: Relation
    /// How much.
    public let size: Size
    public let within: LengthOfTime
    /// Where it stands in the sentence.
    public let span: Range<Int>

    public init(
        quantity: Quantity, direction: Direction, by size: (Relation, Size),
        within: LengthOfTime, span: Range<Int>
    ) {
        self.quantity = quantity
        self.direction = direction
        relation = size.0
        self.size = size.1
        self.within = within
        self.span = span
    }
}

/// As in `balance of Brukskonto is projected under 0 NOK in the next 7 days`.
public struct Forecast: Sendable, Hashable {
    public let figure: Figure
    /// Of which accounts.
    public let scope: Scope?
    /// What it is compared with.
    public let comparison: Comparison
    /// How far ahead.
    public let within: LengthOfTime
    /// Where it stands in the sentence.
    public let span: Range<Int>

    public init(
        figure: Figure, scope: Scope?, comparison: Comparison, within: LengthOfTime,
        span: Range<Int>
    ) {
        self.figure = figure
        self.scope = scope
        self.comparison = comparison
        self.within = within
        self.span = span
    }
}

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

    public init(scope: Scope?, age: LengthOfTime, span: Range<Int>) {
        self.scope = scope
        self.age = age
        self.span = span
    }
}
