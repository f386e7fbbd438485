/// Something that happens to a transaction: `new debit over 500`.
public struct Event: Sendable, Hashable {
    /// What happens.
    public enum Trigger: Sendable, Hashable {
        /// A transaction is seen for the first time; with `pending` or `booked` in that state.
        case new(Stage?, Noun)
        /// A reservation goes away without a booking.
        case reservationDropped
        /// A reservation is booked at another amount.
        case settled(Noun, Settlement)
    }

    /// The state in which a new transaction is looked at.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// As a reservation.
        case pending
        /// When it is booked, whether it was reserved before or not (D22).
        case booked
    }

    /// How the booked amount differs from the reserved one.
    public enum Settlement: Sendable, Hashable {
        /// `10% above its reservation`: at least so much (D28).
        case above(Percent)
        /// As in `10% below its reservation`.
        case below(Percent)
        /// As in `at another amount`.
        case different
    }

    /// What happens.
    public let trigger: Trigger
    /// To which transactions.
    public let filters: [Filter]
    /// What must be so at the same time: `while …`.
    public let condition: Condition?
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes an event.
    public init(
        trigger: Trigger, filters: [Filter], condition: Condition? = nil, span: Range<Int>
    ) {
        self.trigger = trigger
        self.filters = filters
        self.condition = condition
        self.span = span
    }
}

/// The words for kinds of transactions; ``TransactionKinds`` says what they mean.
public enum Noun: String, Sendable, Hashable, CaseIterable {
    /// Money leaving the account.
    case debit
    /// Money entering the account.
    case credit
    /// Either.
    case transaction
    /// A card or terminal purchase.
    case purchase
    /// A movement between accounts.
    case transfer
    /// A charge by the bank.
    case fee
    /// A bill, a giro, a direct debit.
    case payment
    /// Cash.
    case withdrawal
    /// Money back.
    case refund
    /// Pay and benefits.
    case salary
    /// Interest earned or owed.
    case interest

    /// The word for several of them.
    public var plural: String { self == .salary ? "salaries" : rawValue + "s" }
}
