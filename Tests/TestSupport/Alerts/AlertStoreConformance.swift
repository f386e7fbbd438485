public import Alerts
import Finance
import Foundation
import Testing

/// What every ``Alerts/AlertStore`` has to do, as checks that fail the running test.
///
/// Each check asks for a fresh, empty store. Instants are whole milliseconds, as everywhere.
///
/// ```swift
/// try await AlertStoreConformance { InMemoryAlertStore() }.run()
/// ```
public struct AlertStoreConformance: Sendable {
    let makeStore: @Sendable () async throws -> any AlertStore

    /// Checks the stores that `makeStore` makes; each must be empty.
    public init(makeStore: @escaping @Sendable () async throws -> any AlertStore) {
        self.makeStore = makeStore
    }

    /// Runs every check.
    public func run() async throws {
        try await runFacts()
        try await runLedger()
        try await runOutbox()
        try await runDelivery()
    }

    /// Checks facts, input of reconciliation and transactions.
    public func runFacts() async throws {
        try await isEmptyAtFirst()
        try await keepsFactsOfEverySource()
        try await holdsWhatAnAnswerCanTouch()
        try await listsTransactionsOldestFirst()
        try await givesTheWholeHistoryInPortions()
        try await replacesRecordsByIdentifier()
        try await listsBalancesWithTheOneBefore()
        try await keepsWhatIsScheduled()
    }

    /// Checks the alert states.
    public func runLedger() async throws {
        try await keepsLedgerAsChanged()
        try await leavesFactsAloneWithoutReconciliation()
        try await keepsSilencesAndSelfAlerts()
        try await keepsTheLastEvaluations()
    }

    /// Checks what enters the outbox.
    public func runOutbox() async throws {
        try await insertsAnEntryOnce()
        try await keepsChannelsApart()
        try await listsNewestFirst()
        try await collapsesFireAndResolve()
        try await keepsATriedFire()
        try await silencesTheResolveOfAGivenUpFire()
        try await notifiesTheResolveOfALaterFire()
        try await notifiesTheResolveOfARemindedFire()
        try await putsTheOldestTogether()
        try await leavesOutOfADigestWhatWasAttempted()
        try await givesUpWhatHasNoChannel()
        try await forgetsWhatEndedLongAgo()
    }

    /// Checks taking entries and noting their outcome.
    public func runDelivery() async throws {
        try await takesOnlyWhatIsDue()
        try await countsAttempts()
        try await keepsTheOrderOfAnAlert()
        try await doesNotHandOutTwice()
        try await honoursTheLimit()
        try await handsOutManyInOrder()
        try await waitsAfterARetry()
        try await resumesWhatWaits()
        try await resumesWhatWasNeverTried()
        try await ignoresResultsOfUnknownEntries()
        try await reportsGivenUpEntriesOnce()
        try await triesAgainWhatAPersonWants()
        try await knowsTheLastDelivery()
        try await namesFailingChannels()
    }
}
