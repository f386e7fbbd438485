import Finance
import Foundation

/// An answer after which nothing moves: as long as the bank repeats it, until the day ends, there
/// is nothing to reconcile, to evaluate or to tell.
///
/// Most polls of a day repeat the one before. What they cost follows what changed: their dates.
struct Standstill: Sendable {
    /// The answer.
    let answer: Snapshot
    /// The end of its day.
    let end: Date

    /// Whether it is that of a bank and has not ended.
    func holds(_ source: String, at now: Date) -> Bool {
        source == answer.source && now >= answer.observedAt && now < end
    }

    /// Whether an answer says the same, late enough and early enough.
    func isRepeated(by snapshot: Snapshot) -> Bool {
        holds(snapshot.source, at: snapshot.observedAt) && snapshot.outcome == answer.outcome
            && snapshot.accounts == answer.accounts
            && snapshot.transactions == answer.transactions && snapshot.scheduled == nil
            && snapshot.shortfalls.isEmpty && snapshot.cards == nil
    }
}
