import Finance
import Foundation
import Rules

/// One thing that happens in a case.
enum CaseEvent: Sendable {
    /// A bank answers a poll.
    case answer(Snapshot)
    /// The program runs on until then without a poll.
    case wait(until: Date)
    /// The program ends and starts anew with what is in its store.
    case restart(stop: Date, start: Date)
    /// The rules are edited and read anew.
    case reload(RuleSet, at: Date)
}
