import Finance
import Foundation

/// The result of a poll so far.
struct PollResult: Sendable {
    private var outcome = SnapshotOutcome.complete
    private var accounts: [AccountObservation] = []
    var transactions: [TransactionObservation] = []
    /// Scheduled items; `nil` if not requested or not available.
    var scheduled: [ScheduledItem]?
    /// The cards; `nil` if not requested or not available.
    var cards: [PaymentCard]?
    /// When the access ends; `nil` if the bank does not say.
    var signInExpires: Date?
    /// How far the rows of one movement may be apart at this bank.
    var tolerances = IdentityTolerances.standard
    /// Why the result is partial, or lacks something that the settings request beside accounts and
    /// rows.
    private var shortfalls: [SourceFailure] = []

    /// Makes the result partial, for this reason.
    mutating func lack(_ error: BankError) {
        outcome = .partial
        remark(error)
    }

    /// Adds a remark that leaves the result as complete as it is.
    mutating func remark(_ error: BankError) {
        if case .failed(let failure) = error.outcome, !shortfalls.contains(failure) {
            shortfalls.append(failure)
        }
    }

    /// Adds an account; one whose rows could not be read makes the result partial.
    mutating func add(_ account: AccountObservation) {
        accounts.append(account)
        if !account.isTransactionListComplete { outcome = .partial }
    }

    func snapshot(source: String, at instant: Date) -> Snapshot {
        Snapshot(
            source: source, observedAt: instant, outcome: outcome, accounts: accounts,
            transactions: transactions, scheduled: scheduled, shortfalls: shortfalls, cards: cards,
            signInExpires: signInExpires, tolerances: tolerances)
    }
}
