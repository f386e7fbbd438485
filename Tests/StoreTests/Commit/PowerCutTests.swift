import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing

/// A power cut takes back the end of the write-ahead log, or leaves rubbish in its place.
@Suite("A power cut", .io)
struct PowerCutTests {
    /// Everything that a commit wants to be true together.
    private struct Memory: Hashable {
        let facts: Facts
        let transactions: [Transaction]
        let ledger: AlertLedger
        let outbox: [OutboxEntry]

        init(_ store: SQLiteAlertStore) async throws {
            facts = try await store.facts()
            transactions = try await store.transactions(since: Make.day("2000-01-01"))
            ledger = try await store.alertLedger()
            outbox = try await store.outbox(in: Set(OutboxEntry.State.allCases), limit: 99)
        }
    }

    private let folder = TemporaryFolder()

    private func commit(_ number: Int) -> CycleCommit {
        let instant = "2026-03-06T09:0\(number):00Z"
        let rows = (1...20).map {
            Make.record(
                Make.observation("-\($0).00", "2026-03-06", text: "CYCLE \(number)"), ordinal: $0)
        }
        let facts = Make.commit(
            at: instant, accounts: [Make.accountFacts(at: instant)], records: rows)
        let rule = RuleState(
            ruleID: "low", body: "b\(number)", baselineAt: Make.instant(instant))
        return CycleCommit(
            reconciliation: facts.reconciliation, alerts: AlertLedgerChange(rules: [rule]),
            outbox: [Make.entry("ntc_\(number)", alert: "a\(number)")])
    }

    /// The memories that reopening finds after the log was cut at every fourth of many places.
    private func memories(
        cutting state: String, from first: Int, with rubbish: Bool
    ) async throws -> [Memory] {
        let log = try Data(contentsOf: URL(fileURLWithPath: state + "/saldovakt.sqlite-wal"))
        let file = try Data(contentsOf: URL(fileURLWithPath: state + "/saldovakt.sqlite"))
        var found: [Memory] = []
        let start = first * 1_373
        for length in Array(stride(from: start, to: log.count, by: 4 * 1_373)) + [log.count] {
            let copy = folder.path("cut-\(length)")
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            try file.write(to: URL(fileURLWithPath: copy + "/saldovakt.sqlite"))
            let rest = Data(repeating: 0xA5, count: rubbish ? log.count - length : 0)
            try (log.prefix(length) + rest)
                .write(to: URL(fileURLWithPath: copy + "/saldovakt.sqlite-wal"))
            found.append(try await Memory(try SQLiteAlertStore.open(folder: copy)))
            #expect(try SQLiteAlertStore.damage(folder: copy).isEmpty)
        }
        return found
    }

    @Test(
        "finds the state before or after a commit, never half of one", arguments: [false, true],
        0..<4)
    func isAllOrNothing(rubbish: Bool, first: Int) async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        var legal = [try await Memory(store)]
        for number in 1...3 {
            try await store.commit(commit(number))
            legal.append(try await Memory(store))
        }
        let found = try await memories(cutting: state, from: first, with: rubbish)
        #expect(Set(found).isSubset(of: legal))
        // Each legal state turns up, and never an older one after a newer one.
        let order = found.compactMap(legal.firstIndex(of:))
        #expect(Set(order) == [0, 1, 2, 3])
        #expect(order == order.sorted())
        withExtendedLifetime(store) {}
    }
}
