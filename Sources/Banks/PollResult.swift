import Finance
import Foundation

/// What a poll of a bank brought so far.
struct PollResult: Sendable {
    private var outcome = SnapshotOutcome.complete
    private var accounts: [AccountObservation] = []
    var transactions: [TransactionObservation] = []
    /// What is going to be paid; `nil` if not asked for or not to be had.
    var scheduled: [ScheduledItem]?
    /// The cards; `nil` if not asked for or not to be had.
    var cards: [PaymentCard]?
    /// When the access ends; `nil` if the bank does not say.
    var signInExpires: Date?
    /// How far the rows of one movement may lie apart at this bank.
    var tolerances = IdentityTolerances.standard
    /// Why the result is partial, or lacks what the settings want beside accounts and rows.
    private var shortfalls: [SourceFailure] = []

    /// Makes the result partial and remembers why.
    mutating func lack(_ error: BankError) {
        outcome = .partial
        remark(error)
    }

    /// Remembers an error that leaves the result as complete as it is.
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
