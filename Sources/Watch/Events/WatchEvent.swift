public import Alerts
public import Finance
public import Foundation
public import Rules

/// What happened in the watcher, for the live view, the log and tests.
public enum WatchEvent: Sendable {
    /// The watcher is ready.
    ///
    /// `rules` is the number of the person's rules in force. A new store reports nothing from
    /// before the start (D86).
    case started(rules: Int, at: Date, isNew: Bool)
    /// A bank that counts reads was read before the start, and is not asked before its next slot.
    case resumed(source: String, nextSlot: Date)
    case polled(PollReport)
    /// Banks have answered.
    ///
    /// `isComplete` says that every bank's last answer was read, evaluated and committed
    /// completely, none is late, and no notification waits for too long (D73).
    case cycled(isComplete: Bool)
    /// A notification was decided and committed.
    case notified(AlertNotification)
    case delivered(channel: String, notificationID: String, at: Date)
    /// A channel did not take a notification; `retryAt` is `nil` when it gave up.
    case deliveryFailed(
        channel: String, notificationID: String, problem: DeliveryProblem, retryAt: Date?)
    /// New rules are in force; `count` is the number of the person's own.
    case rulesLoaded(count: Int, findings: [RuleFinding])
    /// Changed rules or settings can't be used; the old ones stay in force.
    case rulesRejected([RuleFinding])
    /// Rules in force that probably do not do what was meant, found once the accounts were known.
    case rulesDoubtful([RuleFinding])
    /// The store could not be used; nothing was lost, the next cycle tries again.
    case storeFailed(StoreError)
    /// The wall clock was set by this many seconds; `count` is the number of jumps since the start.
    case clockStepped(by: Double, count: Int)
    /// The watcher sleeps until the next deadline.
    case waiting(until: Date)
    /// The watcher stops; work that had begun is finished.
    case stopped(at: Date)
}

/// Takes the watcher's events; must return at once.
public typealias WatchObserver = @Sendable (WatchEvent) -> Void

/// The result of one poll of one bank.
public struct PollReport: Sendable {
    public let source: String
    /// When the answer was read completely.
    public let at: Date
    public let outcome: SnapshotOutcome
    public let shortfalls: [SourceFailure]
    /// The accounts of all banks with their newest figures.
    let known: [UUID: AccountFacts]
    /// How many transactions appeared, changed or went.
    public let changedTransactions: Int
    /// Whether the answer was committed, however complete.
    public let isCommitted: Bool
    /// Whether everything was read, evaluated and committed.
    public let isCompleteCycle: Bool
    /// How many slots passed before this poll was over, without its own.
    public let missedSlots: Int
    public let nextSlot: Date?

    /// The accounts of the bank with their newest figures, in no order.
    public var accounts: [AccountFacts] { known.values.filter(isOfBank) }

    public var accountCount: Int { known.values.count(where: isOfBank) }

    private func isOfBank(_ account: AccountFacts) -> Bool {
        account.account.institutionName == source
    }
}

/// What the watcher reacts to.
public enum WatchTrigger: Sendable {
    /// The time that the watcher waited for has come.
    case timer
    case answered(Snapshot)
    /// A bank takes long to answer; the cycle ends without it.
    case slow(source: String)
    case command
    /// A channel gave up on a notification.
    case undelivered
    /// A person wants the banks polled now.
    case poll
    /// The rules are to be checked for changes now (SIGHUP).
    case reload
    /// The watcher is to finish its current work and end (SIGTERM, SIGINT).
    case stop
}
