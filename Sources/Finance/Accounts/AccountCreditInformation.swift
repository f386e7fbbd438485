/// The terms of a credit as far as the bank tells them.
public struct AccountCreditInformation: Sendable, Hashable, Codable {
    /// The most that can be borrowed; positive.
    public var creditLimit: Money?
    /// When the next payment falls due.
    public var nextPaymentDueDate: CalendarDay?
    /// The least to pay by then.
    public var minimumNextPaymentAmount: Money?
    /// How much is already late.
    public var overduePaymentAmount: Money?

    /// Makes credit information; what is not given is unknown.
    public init(
        creditLimit: Money? = nil, nextPaymentDueDate: CalendarDay? = nil,
        minimumNextPaymentAmount: Money? = nil, overduePaymentAmount: Money? = nil
    ) {
        self.creditLimit = creditLimit
        self.nextPaymentDueDate = nextPaymentDueDate
        self.minimumNextPaymentAmount = minimumNextPaymentAmount
        self.overduePaymentAmount = overduePaymentAmount
    }
}
