#if FAULT_POINTS
    import Alerts
    import Finance
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    @testable import Store

    /// A watcher that is killed in the middle of a commit, and readers of its history.
    @Suite("A history whose writer is killed", .io)
    struct HistoryCrashTests {
        private static let known = Make.record(Make.observation("-1.00", "2026-03-06"))
        private let folder = TemporaryFolder()

        /// One commit that brings a row, changes one and lets one go.
        private static func commit(to state: String) async throws {
            let store = try SQLiteAlertStore.open(folder: state)
            var changed = known
            changed.transaction.transactionDescription = "CHANGED"
            var gone = Make.record(Make.observation("-2.00", "2026-03-06"))
            gone.isGone = true
            let new = Make.record(Make.observation("-3.00", "2026-03-06"))
            try await store.commit(Make.commit(records: [changed, gone, new]))
        }

        private func makeState() async throws -> String {
            let other = Make.record(Make.observation("-2.00", "2026-03-06"))
            return try await folder.makeUsedFolder(
                Make.commit(accounts: [Make.accountFacts()], records: [Self.known, other]))
        }

        private func kill(_ state: String, at point: FaultPoint) async {
            let name = point.rawValue
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [state = state as String, name = name as String] in
                setenv("SALDOVAKT_FAULT", name, 1)
                try await HistoryCrashTests.commit(to: state)
            }
        }

        @Test(
            "shows all of a commit or nothing of it, like the facts",
            arguments: [
                FaultPoint.beforeCommit, .afterFacts, .afterAlerts, .afterOutbox, .afterCommit,
            ])
        func isAllOrNothing(point: FaultPoint) async throws {
            let state = try await makeState()
            var mirror = Mirror<Transaction>()
            try await mirror.follow(try FinanceStore.open(folder: state))
            await kill(state, at: point)
            let reader = try FinanceStore.open(folder: state)
            try await mirror.follow(reader)
            #expect(mirror.models == (try await reader.shown()))
            let news = mirror.pages.dropFirst().flatMap { page in
                page.inserted.map(\.id) + page.updated.map(\.id) + page.deleted
            }
            #expect(news.count == (point == .afterCommit ? 3 : 0))
            // The next watcher goes on where the dead one ended.
            try await Self.commit(to: state)
            try await mirror.follow(reader)
            #expect(mirror.models == (try await reader.shown()))
            #expect(mirror.faults == [])
        }

        @Test("a reader that waits is told by the next start what the dead one could not tell")
        func notifiesAtOpen() async throws {
            let state = try await makeState()
            let store = try FinanceStore.open(folder: state)
            var mirror = Mirror<Transaction>()
            try await mirror.follow(store)
            let waiting = store.transactionHistory(
                forAccountID: Make.accountID(), since: mirror.token)
            // Listening before the death, as the next element shows.
            var signals = try store.changeSignal.listen().makeAsyncIterator()
            await kill(state, at: .afterCommit)
            // Drops what the dead one rang at its own start.
            _ = await signals.next()
            let next = try SQLiteAlertStore.open(folder: state)
            #expect(await signals.next() != nil)
            let page = try await waiting.first { _ in true }
            #expect(page?.inserted.count == 1 && page?.deleted.count == 1)
            withExtendedLifetime(next) {}
        }
    }
#endif
