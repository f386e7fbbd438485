public import Foundation

/// Everything current that rules may read, as a value.
public struct Facts: Sendable, Hashable {
    public var accounts: [UUID: AccountFacts]
    /// The bank connections by the identifier of their source.
    public var sources: [String: SourceFacts]
    public var program: ProgramFacts

    public init(
        accounts: [UUID: AccountFacts] = [:], sources: [String: SourceFacts] = [:],
        program: ProgramFacts = ProgramFacts()
    ) {
        self.accounts = accounts
        self.sources = sources
        self.program = program
    }
}

extension Facts {
    /// The accounts by bank and name, the order of every list.
    public var listedAccounts: [AccountFacts] {
        accounts.values.sorted {
            ($0.account.institutionName, $0.account.displayName, $0.account.bankAccountID)
                < ($1.account.institutionName, $1.account.displayName, $1.account.bankAccountID)
        }
    }

    /// The accounts that several banks give access to, by their number, with the other banks.
    ///
    /// An IBAN of a Norwegian account ends in its number.
    public var sharedAccounts: [UUID: [String]] {
        guard sources.count > 1 else { return [:] }
        let known = Dictionary(grouping: accounts.values.map(\.account)) { account in
            Self.plain(account).map { "\($0) \(account.currency.code)" }
        }
        var shared: [UUID: [String]] = [:]
        for (number, accounts) in known where number != nil && accounts.count > 1 {
            let banks = Set(accounts.map(\.institutionName))
            for account in accounts where banks.count > 1 {
                shared[account.id] = banks.subtracting([account.institutionName]).sorted()
            }
        }
        return shared
    }

    /// The accounts of an answer that may be known under another id.
    ///
    /// They came when one of the same name, bank and currency was no longer listed. Only accounts
    /// without a number are considered: others are recognised by it.
    public func renewedAccounts(in answer: Snapshot) -> [AccountObservation] {
        let listed = Set(answer.accounts.map(\.details.id))
        let gone = accounts.values.filter {
            $0.account.institutionName == answer.source && $0.account.accountNumber == nil
                && !listed.contains($0.account.id)
        }
        guard !gone.isEmpty else { return [] }
        return answer.accounts.filter { account in
            guard account.details.accountNumber == nil,
                let firstSeen = accounts[account.details.id]?.firstSeen
            else { return false }
            return gone.contains {
                $0.completeAt ?? $0.firstSeen < firstSeen
                    && $0.account.details.isCalledLike(account.details)
            }
        }
    }

    private static func plain(_ account: Account) -> String? {
        account.accountNumber?.plain.map { text in
            let isNorwegian = text.count == 15 && text.uppercased().hasPrefix("NO")
            return isNorwegian ? String(text.suffix(11)) : text
        }
    }
}

extension AccountDetails {
    fileprivate func isCalledLike(_ other: AccountDetails) -> Bool {
        displayName == other.displayName && currency == other.currency
            && accountDescription == other.accountDescription
    }
}

/// Facts about the program itself.
///
/// They are not stored: the program supplies them before each evaluation.
public struct ProgramFacts: Sendable, Hashable {
    public var channels: [String: ChannelFacts]
    /// The bank connections in the settings, by their sources; empty where they are unknown, as in
    /// a recording.
    public var sources: Set<String>
    /// When the program was started; `nil` where it does not matter, as in a recording.
    public var startedAt: Date?
    /// The sources that are being asked and have not answered, whose age can't be judged yet.
    public var awaited: Set<String> = []
    /// Whether the input contains every transaction, so that sums need no history from before the
    /// first.
    ///
    /// It is true for bare transaction lines, whose beginning can't be missing (D62).
    public var seesEveryRow = false

    public init(
        channels: [String: ChannelFacts] = [:], sources: Set<String> = [], startedAt: Date? = nil
    ) {
        self.channels = channels
        self.sources = sources
        self.startedAt = startedAt
    }
}

/// The state of one channel's deliveries.
public struct ChannelFacts: Sendable, Hashable {
    /// Since when deliveries on the channel have failed; `nil` while it works.
    public var failingSince: Date?
    /// Whether the channel gave up on a notification and has delivered none since.
    public var hasGivenUp: Bool

    public init(failingSince: Date? = nil, hasGivenUp: Bool = false) {
        self.failingSince = failingSince
        self.hasGivenUp = hasGivenUp
    }
}

/// The present facts of one account: its details and newest figures.
///
/// Figures are signed from the holder's side.
public struct AccountFacts: Sendable, Hashable, Codable {
    public var account: Account
    public var booked: Money?
    public var available: Money?
    /// The credit limit, positive.
    public var creditLimit: Money?
    /// When the figures were last read successfully, or the time that a bank or a file gives for
    /// them.
    public var freshAt: Date
    /// When the transactions were last read completely; `nil` if never.
    public var completeAt: Date?
    /// The first poll of the account: its baseline.
    public var firstSeen: Date
    /// The first day from which its transactions are known without a gap up to ``completeAt``
    /// (D10); `nil` if that was never recorded.
    public var coveredFrom: CalendarDay?

    public init(
        account: Account, booked: Money?, available: Money?, creditLimit: Money?, freshAt: Date,
        completeAt: Date?, firstSeen: Date, coveredFrom: CalendarDay? = nil
    ) {
        self.account = account
        self.booked = booked
        self.available = available
        self.creditLimit = creditLimit
        self.freshAt = freshAt
        self.completeAt = completeAt
        self.firstSeen = firstSeen
        self.coveredFrom = coveredFrom
    }

    var hasFigures: Bool { booked != nil || available != nil }

    /// What is owed on a liability account; zero when it is overpaid, `nil` for an asset account.
    public var creditUsed: Money? {
        guard account.liabilityAccount != nil, let booked else { return nil }
        return booked.minorUnits < 0 ? try? booked.negated() : .zero(booked.currency)
    }

    /// The first day of the known history without a gap; the day of the first poll if none was
    /// recorded.
    public func history(in zone: TimeZone) -> CalendarDay {
        coveredFrom ?? CalendarDay(of: firstSeen, in: zone)
    }
}
