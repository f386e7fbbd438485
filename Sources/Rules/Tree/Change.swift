/// A movement of a quantity: `balance of 'Sparekonto' dropped by more than 5000 NOK in 24 hours`.
public struct Change: Sendable, Hashable {
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// Down from the maximum inside the window.
        case dropped
        /// Up from the minimum inside the window.
        case rose
        case changed
    }

    public enum Size: Sendable, Hashable {
        case amount(Amount)
        case percent(Percent)
    }

    public let quantity: Quantity
    public let direction: Direction
    /// `over` for `by more than`, otherwise `atLeast`.
    public let relation: Relation
    public let size: Size
    public let within: LengthOfTime
    public let span: Range<Int>
}

/// A projected figure and its limit: `balance is projected under 0 NOK in the next 7 days`.
public struct Forecast: Sendable, Hashable {
    public let figure: Figure
    public let scope: Scope?
    public let comparison: Comparison
    public let within: Ahead
    public let span: Range<Int>
}

/// How far into the future a sentence looks; the last day is included (RL-75).
public enum Ahead: Sendable, Hashable {
    /// `in the next 7 days`
    case next(LengthOfTime)
    /// `until the end of the month`
    case endOf(WindowPeriod)
    /// `before the next salary`: up to the day before the salary.
    case nextSalary

    var length: LengthOfTime? {
        if case .next(let length) = self { length } else { nil }
    }
}

/// The state of the program or of its connection to the bank.
public struct Health: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case bankUnreachable
        /// `data of 'Brukskonto' is older than 6 hours`; without a scope, the data of each source.
        case dataOlder(scope: Scope?, than: LengthOfTime)
        case signInExpires(LengthOfTime)
        case notificationsFailing
    }

    public let kind: Kind
    public let span: Range<Int>
}

/// The age of a reservation: `a reservation is older than 8 days`.
public struct ReservationAge: Sendable, Hashable {
    /// The accounts that the reservation is on; `nil` means each account.
    public let scope: Scope?
    public let age: LengthOfTime
    public let span: Range<Int>
}
