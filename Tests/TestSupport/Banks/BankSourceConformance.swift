public import Finance
import Foundation
import Testing

/// What every ``Finance/BankSource`` has to do, as checks that fail the running test.
///
/// The test gives a source in each of the situations of ``Situation``; how it gets there is its
/// own affair.
public struct BankSourceConformance: Sendable {
    /// The states of a bank that are tried.
    public enum Situation: Sendable, CaseIterable {
        /// Everything works; there are at least two accounts, rows of both kinds and, for those
        /// who ask, scheduled items.
        case working
        /// The accounts can be read, the rows of the last one can't.
        case halfBroken
        /// The bank asks to come back in two minutes.
        case throttling
        /// The credentials are not accepted.
        case refusing
        /// Nobody answers before the task is cancelled.
        case hanging
    }

    private let source: @Sendable (Situation) async throws -> any BankSource
    private let hasScheduledItems: Bool
    private let situations: Set<Situation>

    /// Checks the sources that `source` makes.
    ///
    /// - Parameters:
    ///   - hasScheduledItems: whether the bank lists payments that are due later.
    ///   - situations: those that it can be in: nobody refuses a look at a folder.
    public init(
        hasScheduledItems: Bool = true, situations: Set<Situation> = Set(Situation.allCases),
        _ source: @escaping @Sendable (Situation) async throws -> any BankSource
    ) {
        self.source = source
        self.hasScheduledItems = hasScheduledItems
        self.situations = situations
    }

    /// Runs every check.
    public func run() async throws {
        try await givesWholeFacts()
        try await givesScheduledItemsOnlyWhenAsked()
        try await overlapsWithWhatIsKnown()
        if situations.contains(.halfBroken) { try await keepsWhatItKnowsOfHalfBrokenBanks() }
        if situations.contains(.throttling) { try await passesOnThatItWasThrottled() }
        if situations.contains(.refusing) { try await saysWhyItWasRefused() }
        if situations.contains(.hanging) { try await endsWhenCancelled() }
    }

    private func givesWholeFacts() async throws {
        let source = try await source(.working)
        let snapshot = await source.fetch(FetchRequest())
        #expect(snapshot.source == source.id)
        #expect(snapshot.outcome == .complete)
        let milliseconds = snapshot.observedAt.timeIntervalSince1970 * 1_000
        #expect(abs(milliseconds - milliseconds.rounded()) < 0.01)
        let ids = snapshot.accounts.map(\.details.bankAccountID)
        #expect(ids.count >= 2)
        #expect(Set(ids).count == ids.count)
        #expect(snapshot.accounts.allSatisfy { $0.isTransactionListComplete })
        #expect(snapshot.accounts.allSatisfy { $0.details.institutionName == source.id })
        #expect(snapshot.transactions.contains { $0.status == .pending })
        #expect(snapshot.transactions.contains { $0.status == .booked })
        for row in snapshot.transactions { check(row, in: snapshot) }
    }

    private func check(_ row: TransactionObservation, in snapshot: Snapshot) {
        let account = snapshot.accounts.first { $0.details.bankAccountID == row.bankAccountID }
        #expect(account != nil, "a row of an account that is not listed")
        #expect((row.posted == nil) == row.status.isReservation)
        #expect(row.date <= row.posted ?? row.date)
        #expect(row.amount.currency == account?.details.currency)
        if let from = account?.coveredFrom { #expect((row.posted ?? row.date) >= from) }
    }

    private func givesScheduledItemsOnlyWhenAsked() async throws {
        let without = try await source(.working).fetch(FetchRequest())
        #expect(without.scheduled == nil)
        let with = try await source(.working).fetch(FetchRequest(includesScheduled: true))
        guard hasScheduledItems else {
            #expect(with.outcome == .complete)
            return
        }
        #expect(with.scheduled?.isEmpty == false)
        let ids = Set(with.accounts.map(\.details.bankAccountID))
        #expect(with.scheduled?.allSatisfy { ids.contains($0.bankAccountID) } == true)
    }

    private func overlapsWithWhatIsKnown() async throws {
        let first = try await source(.working).fetch(FetchRequest())
        guard let posted = first.transactions.compactMap(\.posted).max() else { return }
        let ids = first.accounts.map(\.details.bankAccountID)
        let known = Dictionary(ids.map { ($0, posted) }) { day, _ in day }
        let second = try await source(.working).fetch(FetchRequest(knownThrough: known))
        for account in second.accounts {
            guard let from = account.coveredFrom else { continue }
            #expect(from.days(until: posted) >= 14)
        }
    }

    private func keepsWhatItKnowsOfHalfBrokenBanks() async throws {
        let snapshot = try await source(.halfBroken).fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        let broken = snapshot.accounts.filter { !$0.isTransactionListComplete }
        #expect(broken.count == 1)
        #expect(broken.allSatisfy { $0.booked != nil || $0.available != nil })
        let ids = Set(broken.map(\.details.bankAccountID))
        #expect(!snapshot.transactions.contains { ids.contains($0.bankAccountID) })
    }

    private func passesOnThatItWasThrottled() async throws {
        let snapshot = try await source(.throttling).fetch(FetchRequest())
        #expect(snapshot.outcome == .throttled(retryAfter: .seconds(120)))
        expectNoFacts(snapshot)
    }

    private func saysWhyItWasRefused() async throws {
        let snapshot = try await source(.refusing).fetch(FetchRequest())
        guard case .failed(let failure) = snapshot.outcome else {
            Issue.record("refused credentials gave \(snapshot.outcome)")
            return
        }
        #expect(failure.kind == .refused)
        #expect(!failure.problem.isEmpty && !failure.fix.isEmpty)
        expectNoFacts(snapshot)
    }

    private func endsWhenCancelled() async throws {
        let source = try await source(.hanging)
        let task = Task { await source.fetch(FetchRequest()) }
        task.cancel()
        let snapshot = await task.value
        #expect(!snapshot.outcome.hasFacts)
        expectNoFacts(snapshot)
    }

    private func expectNoFacts(_ snapshot: Snapshot) {
        #expect(snapshot.accounts.isEmpty)
        #expect(snapshot.transactions.isEmpty)
        #expect(snapshot.scheduled == nil)
    }
}
