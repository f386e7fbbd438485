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
        case .account(let id): "account:\(id.text)"
        case .rule: "rule"
        case .window(let account, let currency, let start):
            "window:\(account?.text ?? "all"):\(currency):\(start?.description ?? "rolling")"
        case .transaction(let id): "transaction:\(id.text)"
        case .set(let digest): "set:\(digest)"
        case .source(let id): "source:\(id)"
        case .deadline(let account, let day):
            "deadline:\(account?.text ?? "all"):\(day?.description ?? "rolling")"
        case .occasion(let instant): "occasion:\(Int(instant.timeIntervalSince1970))"
        case .channel(let name): "channel:\(name)"
        }
    }
}

extension UUID {
    /// The same as `uuidString`, which Foundation writes through C's formatting: every poll makes
    /// some for each rule.
    fileprivate var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for index in bytes.indices {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = Self.digit(bytes[index] >> 4)
                    text[place + 1] = Self.digit(bytes[index] & 15)
                    place += 2
                }
                return place
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
