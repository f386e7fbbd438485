public import Foundation

/// One answer of one bank: the result of a poll, or why it failed.
public struct Snapshot: Sendable, Hashable {
    /// The source's identifier in the settings, such as `sbanken`.
    public let source: String
    /// When the answer was complete in memory; whole milliseconds.
    public let observedAt: Date
    public let outcome: SnapshotOutcome
    public let accounts: [AccountObservation]
    /// The transactions of the requested days, in any order.
    public let transactions: [TransactionObservation]
    /// Scheduled items; `nil` if they were not asked for.
    public let scheduled: [ScheduledItem]?
    /// All scheduled items; `nil` for a partial answer, which may lack some of them (D24).
    package var wholeSchedule: [ScheduledItem]? { outcome == .complete ? scheduled : nil }
    /// Why an answer is partial, or lacks something that a person asked for beside the facts.
    public let shortfalls: [SourceFailure]
    /// The payment cards; `nil` if they were not asked for.
    public let cards: [PaymentCard]?
    /// When the access of the source ends, so that the person must sign in again; `nil` if unknown.
    public var signInExpires: Date?
    /// How far the rows of one movement may be apart at this bank.
    public let tolerances: IdentityTolerances

    public init(
        source: String, observedAt: Date, outcome: SnapshotOutcome = .complete,
        accounts: [AccountObservation], transactions: [TransactionObservation],
        scheduled: [ScheduledItem]? = nil, shortfalls: [SourceFailure] = [],
        cards: [PaymentCard]? = nil, signInExpires: Date? = nil,
        tolerances: IdentityTolerances = .standard
    ) {
        self.source = source
        self.observedAt = observedAt
        self.outcome = outcome
        self.accounts = accounts
        self.transactions = transactions
        self.scheduled = scheduled
        self.shortfalls = shortfalls
        self.cards = cards
        self.signInExpires = signInExpires
        self.tolerances = tolerances
    }

    public init(source: String, observedAt: Date, failure: SourceFailure) {
        self.init(
            source: source, observedAt: observedAt, outcome: .failed(failure), accounts: [],
            transactions: [])
    }
}

/// How complete a bank's answer is.
///
/// Only a complete answer may delete rows or prove that something did not happen.
public enum SnapshotOutcome: Sendable, Hashable {
    /// Every account and every transaction of the requested days.
    case complete
    /// Some accounts or pages are missing; the others are correct.
    case partial
    /// The bank asked to come later; `retryAfter` as it said, if it did.
    case throttled(retryAfter: Duration?)
    /// Nothing usable came.
    case failed(SourceFailure)

    /// Whether balances in the answer may be used.
    public var hasFacts: Bool { self == .complete || self == .partial }
}

/// Why a bank could not be read, in words a person can act on.
public struct SourceFailure: Error, Sendable, Hashable, Codable {
    /// The kinds that the rest of the program distinguishes (the `error` of a snapshot line).
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case unreachable
        case refused
        /// The bank asked to come later.
        case throttled
        /// The answer was invalid: HTML, half a page, no accounts.
        case malformed
        case timedOut
        /// The bank reported an error of its own.
        case server
    }

    public let kind: Kind
    /// What happened, one line, without secrets: `the token endpoint answered invalid_client`.
    public let problem: String
    /// What the person can do now.
    public let fix: String
    /// Whether nothing is missing from an answer because of it.
    public private(set) var isRemark = false

    // The store does not keep which reason is a remark.
    private enum CodingKeys: CodingKey { case kind, problem, fix }

    /// - Parameter problem: may repeat words of a bank; identity numbers in it are masked.
    public init(kind: Kind, problem: String, fix: String) {
        self.kind = kind
        self.problem = NationalIdentityNumber.masked(problem)
        self.fix = fix
    }

    /// The same as a remark on an answer.
    package var asRemark: SourceFailure {
        var remark = self
        remark.isRemark = true
        return remark
    }

    /// The same as it is stored.
    var asReason: SourceFailure {
        var reason = self
        reason.isRemark = false
        return reason
    }
}

/// Money that is known to leave or enter later.
public struct ScheduledItem: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A payment waiting for its due date.
        case payment
        case standingOrder
        case eInvoice
    }

    /// The bank's identifier of the account it will be taken from.
    public let bankAccountID: String
    public let id: String
    /// Signed from the holder's side.
    public let amount: Money
    public let due: CalendarDay
    public let text: String?
    public let kind: Kind

    public init(
        bankAccountID: String, id: String, amount: Money, due: CalendarDay, text: String?,
        kind: Kind
    ) {
        self.bankAccountID = bankAccountID
        self.id = id
        self.amount = amount
        self.due = due
        self.text = text
        self.kind = kind
    }
}
