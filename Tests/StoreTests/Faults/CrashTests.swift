#if FAULT_POINTS
    import Alerts
    import Finance
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    @testable import Store

    /// Each test runs a cycle in a process of its own that kills itself at one place, and looks
    /// at what the next process finds.
    @Suite("A process that is killed", .io)
    struct CrashTests {
        private static let now = Make.instant("2026-03-06T09:00:00Z")
        private let folder = TemporaryFolder()

        /// One cycle: commit, take, finish.
        private static func cycle(_ state: String) async throws {
            let store = try SQLiteAlertStore.open(folder: state)
            let row = Make.record(Make.observation("-1.00", "2026-03-06"))
            let facts = Make.commit(accounts: [Make.accountFacts()], records: [row])
            try await store.commit(
                CycleCommit(
                    reconciliation: facts.reconciliation,
                    alerts: AlertLedgerChange(
                        rules: [RuleState(ruleID: "low", body: "b", baselineAt: now)]),
                    outbox: [Make.entry("ntc_1")]))
            let taken = try await store.takeDue(channel: "desktop", at: now, limit: 9)
            try await store.finish(
                taken.map {
                    OutboxResult(
                        channel: $0.channel, notificationID: $0.notification.id, state: .delivered)
                })
        }

        /// How many of facts, alert states and notifications are there: all or none.
        private static func parts(_ store: SQLiteAlertStore) async throws -> [Int] {
            let states = Set(OutboxEntry.State.allCases)
            return [
                try await store.facts().accounts.count,
                try await store.transactions(since: Make.day("2000-01-01")).count,
                try await store.alertLedger().rules.count,
                try await store.outbox(in: states, limit: 9).count,
            ]
        }

        @Test(
            "leaves all of a cycle or nothing of it",
            arguments: FaultPoint.allCases.filter { !$0.isOfInbox })
        func isAllOrNothing(point: FaultPoint) async throws {
            let state = folder.makeStateFolder()
            let name = point.rawValue
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [state = state as String, name = name as String] in
                setenv("SALDOVAKT_FAULT", name, 1)
                try await CrashTests.cycle(state)
            }
            let store = try SQLiteAlertStore.open(folder: state)
            let isCommitted = !point.isBeforeCommit
            #expect(try await Self.parts(store) == (isCommitted ? [1, 1, 1, 1] : [0, 0, 0, 0]))
            let left = try await store.takeDue(channel: "desktop", at: Self.now, limit: 9)
            switch point {
            case .afterCommit, .beforeAttemptMark: #expect(left.map(\.attempts) == [1])
            case .afterAttemptMark, .beforeResultMark: #expect(left.map(\.attempts) == [2])
            default: #expect(left.isEmpty)
            }
        }

        @Test(
            "stores a command or none, and applies it once",
            arguments: [FaultPoint.beforeInstruction, .afterInstruction, .afterInstructions])
        func command(point: FaultPoint) async throws {
            let state = folder.makeStateFolder()
            _ = try SQLiteAlertStore.open(folder: state)
            let name = point.rawValue
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [state = state as String, name = name as String] in
                setenv("SALDOVAKT_FAULT", name, 1)
                let command = UserCommand(
                    id: "i1", at: CrashTests.now, kind: .retry(notificationID: "ntc_1"))
                try await ExternalChangeInbox.leave(command, folder: state)
                let store = try SQLiteAlertStore.open(folder: state)
                var commit = Make.commit([Make.entry("ntc_1")])
                commit.applied = try await store.commands().map(\.id)
                try await store.commit(commit)
            }
            let store = try SQLiteAlertStore.open(folder: state)
            let left = try await store.commands().map(\.id)
            #expect(left == (point == .beforeInstruction ? [] : ["i1"]))
            #expect(try await Self.parts(store) == [0, 0, 0, 0])
        }

        @Test("dies at the asked passage, not before")
        func countsPassages() async throws {
            let state = folder.makeStateFolder()
            await #expect(processExitsWith: .signal(SIGKILL)) { [state = state as String] in
                setenv("SALDOVAKT_FAULT", "before-commit:3", 1)
                for _ in 1...3 { try await CrashTests.cycle(state) }
            }
            let store = try SQLiteAlertStore.open(folder: state)
            #expect(try await Self.parts(store) == [1, 1, 1, 1])
        }

        @Test("a store that forgets its outbox is found out")
        func skipOutbox() async throws {
            let state = folder.makeStateFolder()
            await #expect(processExitsWith: .exitCode(0)) { [state = state as String] in
                setenv("SALDOVAKT_FAULT", "skip-outbox", 1)
                try await CrashTests.cycle(state)
            }
            let store = try SQLiteAlertStore.open(folder: state)
            #expect(try await Self.parts(store) == [1, 1, 1, 0])
        }
    }

    extension FaultPoint {
        /// Whether the commit is not yet durable here.
        fileprivate var isBeforeCommit: Bool {
            switch self {
            case .beforeCommit, .afterFacts, .afterAlerts, .afterOutbox, .afterInstructions: true
            default: false
            }
        }

        /// Whether a command passes it, not a cycle.
        fileprivate var isOfInbox: Bool {
            self == .beforeInstruction || self == .afterInstruction
        }
    }
#endif
