/// The kinds of rules; each has its own column in the table of alert states (section 4).
public enum RuleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Is it so now? `balance under 100 NOK`
    case level
    /// Is the sum over this period so? `spending this month is over 8000`
    case window
    /// Did it move that much? `balance dropped by 5000 in 24 hours`
    case change
    /// Will it be so? `balance is projected under 0 in the next 7 days`
    case forecast
    /// Did a new row appear? `new debit over 500`
    case event
    /// Did several like rows appear? `2 debits of the same amount on the same day`
    case `repeat`
    /// Did nothing appear in time? `no credit by the 15th`
    case absence
    /// A regular overview. `summary every monday at 08:00`
    case summary
    /// Is the program itself well? `bank unreachable for 1 hour`
    case health
}
