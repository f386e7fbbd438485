public import Alerts
import Finance
public import Foundation
public import Rules

/// What happened in the watcher, for the live view, the log and tests.
public enum WatchEvent: Sendable {
    /// The watcher is ready; how many rules of the person are in force.
    case started(rules: Int, at: Date)
    /// A bank answered or failed to.
    case polled(PollReport)
    /// All banks that were due have been asked; whether every one of them was read, evaluated
    /// and committed completely, and no notice waits for too long.
    case cycled(isComplete: Bool)
    /// A notice was decided and committed.
    case noticed(Notice)
    /// A channel confirmed a notice.
    case delivered(channel: String, noticeID: String, at: Date)
    /// A channel did not take a notice; `retryAt` is `nil` when it was given up.
    case deliveryFailed(
        channel: String, noticeID: String, problem: DeliveryProblem, retryAt: Date?)
    /// New rules are in force, so many of them the person's.
    case rulesLoaded(count: Int, findings: [RuleFinding])
    /// The rules file can't be used; the old rules stay in force.
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
