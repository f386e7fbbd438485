public import Finance
public import Foundation

/// What an alert of a rule is about; rule and subject together identify it (section 4).
public enum Subject: Sendable, Hashable, Codable {
    /// One account: `balance under 100 NOK`.
    case account(UUID)
    /// A sum or a combination over several accounts, as a whole.
    case rule
    /// A window over one account or, without one, over all accounts of the currency.
    ///
    /// `periodStart` is the first day of a calendar period, `nil` for `in the last …`.
    case window(account: UUID?, currency: Currency, periodStart: CalendarDay?)
    /// One transaction: an event.
    case transaction(UUID)
    /// A set of like transactions, by a digest of those that made it complete.
    case set(String)
    /// One bank connection.
    case source(String)
    /// A deadline of an absence rule, on one account or, without one, on all of the rule together.
    ///
    /// `day` is the last day in time, `nil` for `in the last …`, which has no deadlines.
    case deadline(account: UUID?, day: CalendarDay?)
    /// The instant of one summary.
    case occasion(Date)
    /// One channel that notices go out on.
    case channel(String)

    /// A text that is the same for equal subjects on every run; used in derived keys.
    public var key: String {
        switch self {
        case .account(let id): "account:\(id.uuidString)"
        case .rule: "rule"
        case .window(let account, let currency, let start):
            "window:\(account?.uuidString ?? "all"):\(currency):\(start?.description ?? "rolling")"
        case .transaction(let id): "transaction:\(id.uuidString)"
        case .set(let digest): "set:\(digest)"
        case .source(let id): "source:\(id)"
        case .deadline(let account, let day):
            "deadline:\(account?.uuidString ?? "all"):\(day?.description ?? "rolling")"
        case .occasion(let instant): "occasion:\(Int(instant.timeIntervalSince1970))"
        case .channel(let name): "channel:\(name)"
        }
    }
}
