public import Alerts
public import Finance
public import Foundation
public import Rules

/// What happened in the watcher, for the live view, the log and tests.
public enum WatchEvent: Sendable {
    /// The watcher is ready; how many rules of the person are in force, and whether the store is new:
    /// nothing from before the start will be reported then (D86).
    case started(rules: Int, at: Date, isNew: Bool)
    /// A bank answered or failed to.
    case polled(PollReport)
    /// Banks have answered; whether the last answer of every bank was read, evaluated and committed
    /// completely, none is late, and no notification waits for too long (D73).
    case cycled(isComplete: Bool)
    /// A notification was decided and committed.
    case notified(AlertNotification)
    /// A channel confirmed a notification.
    case delivered(channel: String, notificationID: String, at: Date)
    /// A channel did not take a notification; `retryAt` is `nil` when it was given up.
    case deliveryFailed(
        channel: String, notificationID: String, problem: DeliveryProblem, retryAt: Date?)
    /// New rules are in force, so many of them the person's.
    case rulesLoaded(count: Int, findings: [RuleFinding])
    /// Changed rules or settings can't be used; the old ones stay in force.
    case rulesRejected([RuleFinding])
    /// Rules in force that will hardly do what was meant, now that accounts are known.
    case rulesDoubtful([RuleFinding])
    /// The store could not be used; nothing was lost, the next cycle tries again.
    case storeFailed(StoreError)
    /// The wall clock was set by so many seconds; `count` steps since the start.
    case clockStepped(by: Double, count: Int)
    /// Nothing to do until then.
    case waiting(until: Date)
    /// The watcher stops; what was begun has been finished.
    case stopped(at: Date)
}

/// Takes the watcher's events; must return at once.
public typealias WatchObserver = @Sendable (WatchEvent) -> Void

/// What one poll of one bank brought.
public struct PollReport: Sendable {
    /// The source's identifier.
    public let source: String
    /// When the answer was in memory.
    public let at: Date
    /// How much the answer is worth.
    public let outcome: SnapshotOutcome
    /// Why a partial answer is not complete.
    public let shortfalls: [SourceFailure]
    /// The accounts of all banks with their newest figures.
    let known: [UUID: AccountFacts]
    /// How many transactions appeared, changed or went.
    public let changedTransactions: Int
    /// Whether the answer was committed, whatever it was worth.
    public let isCommitted: Bool
    /// Whether everything was read, evaluated and committed.
    public let isCompleteCycle: Bool
    /// How many slots passed before this poll was over, its own not counted.
    public let missedSlots: Int
    /// When the bank is asked next.
    public let nextSlot: Date?

    /// The accounts of the bank with their newest figures, in no order.
    public var accounts: [AccountFacts] { known.values.filter(isOfBank) }

    /// How many accounts the bank has.
    public var accountCount: Int { known.values.count(where: isOfBank) }

    private func isOfBank(_ account: AccountFacts) -> Bool {
        account.account.institutionName == source
    }
}

/// What makes the watcher do something.
public enum WatchTrigger: Sendable {
    /// The time that it waited for has come.
    case timer
    /// A bank has answered.
    case answered(Snapshot)
    /// A bank takes long to answer; the others are not waited for together with it.
    case slow(source: String)
    /// Somebody has left an instruction.
    case instruction
    /// A notification was given up.
    case undelivered
    /// Somebody wants the banks polled now.
    case poll
    /// Look at the rules now (SIGHUP).
    case reload
    /// Finish what was begun and end (SIGTERM, SIGINT).
    case stop
}
