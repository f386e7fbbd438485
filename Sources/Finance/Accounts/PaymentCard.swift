/// A payment card of an account, as far as the bank reports it.
public struct PaymentCard: Sendable, Hashable, Codable {
    /// The states of a card.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// It can be used.
        case active
        /// It can't be used, or not yet.
        case inactive
        /// The bank is sending a replacement.
        case renewal
        case blocked
        /// It was deleted; banks keep listing it.
        case deleted
        /// The bank uses an unknown word.
        case unknown
    }

    public let id: String
    /// The part of its number that the bank shows, such as `*0000`.
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

    /// Whether it is in use and expires within this many days, or has expired.
    public func expires(within days: Int, of today: CalendarDay) -> Bool {
        guard status == .active, let lastDay else { return false }
        return today.days(until: lastDay) <= days
    }
}
