/// A payment card of an account, as far as the bank reports it.
public struct PaymentCard: Sendable, Hashable, Codable {
    /// The states of a card.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// It can be used.
        case active
        /// It is not, or not yet, in use.
        case inactive
        /// The bank is sending another in its place.
        case renewal
        case blocked
        /// It is gone; banks keep listing it.
        case deleted
        /// The bank uses a word that is not known.
        case unknown
    }

    public let id: String
    /// What the bank shows of its number, such as `*0000`.
    public let number: String?
    /// Its scheme, such as `VISA`.
    public let scheme: String?
    public let product: String?
    public let status: Status
    public let accountNumber: AccountNumber?
    /// The last day on which it works.
    public let lastDay: CalendarDay?

    public init(
        id: String, number: String?, scheme: String?, product: String?, status: Status,
        accountNumber: AccountNumber?, lastDay: CalendarDay?
    ) {
        self.id = id
        self.number = number
        self.scheme = scheme
        self.product = product
        self.status = status
        self.accountNumber = accountNumber
        self.lastDay = lastDay
    }

    /// What a person calls it: `VISA *0000`.
    public var label: String {
        let parts = [scheme, number].compactMap { $0 }
        return parts.isEmpty ? "card" : parts.joined(separator: " ")
    }

    /// Whether it is in use and ends within so many days; one that has ended does too.
    public func expires(within days: Int, of today: CalendarDay) -> Bool {
        guard status == .active, let lastDay else { return false }
        return today.days(until: lastDay) <= days
    }
}
