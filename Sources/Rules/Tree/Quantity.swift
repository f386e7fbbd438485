public import Finance

/// Something with a size: a figure of accounts, a window over transactions, or planned payments.
public struct Quantity: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A figure of an account or, with `total`, its sum over accounts.
        case figure(Figure, isTotal: Bool, scope: Scope?)
        case aggregate(Aggregate)
        case upcomingPayments(scope: Scope?, within: Ahead)
        /// A figure at the end of a former day: `balance of 'Brukskonto' 30 days ago`.
        case former(Figure, isTotal: Bool, scope: Scope?, ago: LengthOfTime)
        /// The projected value of an aggregate at the end of its period: `… is on pace for …`.
        case pace(Aggregate)
    }

    public let kind: Kind
    public let span: Range<Int>

    /// Whether the quantity is a count instead of an amount of money.
    public var isCount: Bool {
        if case .count? = aggregate?.measure { true } else { false }
    }

    public var scope: Scope? {
        switch kind {
        case .figure(_, _, let scope), .upcomingPayments(let scope, _), .former(_, _, let scope, _):
            scope
        case .aggregate(let aggregate), .pace(let aggregate): aggregate.filters.scope
        }
    }

    /// The accounts whose data the quantity reads.
    var selector: AccountSelector {
        aggregate.map { AccountSelector($0.filters) } ?? AccountSelector(scope)
    }
}

/// A sum, count or maximum over the transactions of a window: `spending at 'KIWI*' this month`.
public struct Aggregate: Sendable, Hashable {
    public enum Measure: Sendable, Hashable {
        /// Purchases, fees, payments and withdrawals less refunds (RL-13).
        case spending
        /// Credits that are neither own transfers nor refunds.
        case income
        case count(Noun)
        case largest(Noun)
    }

    public let measure: Measure
    public let filters: [Filter]
    public let window: Window
    public let span: Range<Int>
}

/// The time that an aggregate covers.
public struct Window: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The current calendar period: `this month`; `today` is the period of a day.
        case current(WindowPeriod)
        /// The previous calendar period, or its part up to the day that corresponds to today.
        case previous(WindowPeriod, toSameDay: Bool)
        /// A length of time that ends now: `in the last 7 days`
        case last(CalendarSpan)
    }

    public let kind: Kind
    public let span: Range<Int>
}

/// A figure that a bank gives for an account (RL-11).
public enum Figure: String, Sendable, Hashable, CaseIterable {
    /// The balance of booked transactions only.
    case balance
    /// What can be spent now; a reservation lowers it at once.
    case available
    /// The most that can be borrowed.
    case creditLimit = "credit limit"
    /// The debt of a liability account.
    case creditUsed = "credit used"
}

/// A number with or without a currency: `8 000,50 kr`, `500`.
///
/// Without a currency, the number is in the account's own currency (RL-4), or it is a count if the
/// sentence compares a count.
public struct Amount: Sendable, Hashable {
    public let number: DecimalNumber
    public let currency: Currency?
    public let span: Range<Int>

    /// Whether the number is below zero, which only some figures can be.
    var isNegative: Bool { number.digits < 0 }

    /// The amount as money; `nil` if the sentence names another currency or gives too many
    /// decimals.
    public func money(in own: Currency) -> Money? {
        guard currency ?? own == own else { return nil }
        return number.scaled(to: own.minorUnitDigits).map { Money(minorUnits: $0, currency: own) }
    }
}

/// A percentage, kept exactly: `10%`, `2.5%`.
public struct Percent: Sendable, Hashable {
    public let number: DecimalNumber
    public let span: Range<Int>
}

/// A length of time in a sentence: `30 minutes`, `2 months`.
public struct LengthOfTime: Sendable, Hashable {
    public let value: CalendarSpan
    public let span: Range<Int>
}
