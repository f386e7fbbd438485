/// Something with a size: a figure of accounts, a window over transactions, or planned payments.
public struct Quantity: Sendable, Hashable {
    /// The kinds of quantity.
    public enum Kind: Sendable, Hashable {
        /// A figure of an account, or with `total` the sum over accounts.
        case figure(Figure, isTotal: Bool, scope: Scope?)
        /// A sum, count or maximum over the transactions of a window.
        case aggregate(Aggregate)
        /// As in `upcoming payments in the next 7 days`.
        case upcomingPayments(scope: Scope?, within: LengthOfTime)
    }

    /// Which one.
    public let kind: Kind
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a quantity.
    public init(kind: Kind, span: Range<Int>) {
        self.kind = kind
        self.span = span
    }

    /// Whether it counts instead of adding up money.
    public var isCount: Bool {
        if case .aggregate(let aggregate) = kind, case .count = aggregate.measure {
            true
        } else {
            false
        }
    }

    /// The accounts that the sentence names for it.
    public var scope: Scope? {
        switch kind {
        case .figure(_, _, let scope), .upcomingPayments(let scope, _): scope
        case .aggregate(let aggregate): aggregate.filters.scope
        }
    }
}
