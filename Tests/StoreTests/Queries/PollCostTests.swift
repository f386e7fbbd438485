import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("What a poll with news writes", .io)
struct PollCostTests {
    private let folder = TemporaryFolder()

    /// Rows of one account, ten on each of so many days up to a day, as an answer brings them.
    private func records(_ days: Int, upTo last: CalendarDay, each: Int = 10) -> [TransactionRecord]
    {
        var identifiers = NewIdentifiers(account: Make.accountID())
        return (0..<days).flatMap { age in
            (0..<each).map { number in
                var row = Make.observation("-\(number + 1).00", last.adding(days: -age).description)
                row.text = "SHOP \(number)"
                let transaction = Transaction(
                    id: identifiers.next(for: row), accountID: Make.accountID(), observed: row,
                    firstSeen: Make.instant("2026-03-06T09:00:00Z"))
                return TransactionRecord(
                    transaction: transaction, observation: row, isBaseline: false)
            }
        }
    }

    /// Moves the write-ahead log into the database, so that what follows stands alone in it.
    private func emptyLog(_ state: String) throws {
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }

    @Test("a hundred new rows of a day go to few pages, however many rows are stored")
    func pages() async throws {
        let state = folder.path("state")
        let store = try SQLiteAlertStore.open(folder: state)
        let day = Make.day("2026-03-06")
        try await store.commit(
            Make.commit(accounts: [Make.accountFacts()], records: records(1_000, upTo: day)))
        try emptyLog(state)
        try await store.commit(
            Make.commit(records: records(1, upTo: day.adding(days: 1), each: 100)))
        let log = try FileManager.default.attributesOfItem(
            atPath: state + "/saldovakt.sqlite-wal")
        // Each page in the log has a head of 24 bytes.
        let pages = (log[.size] as? Int ?? 0) / (4_096 + 24)
        #expect(pages > 5 && pages <= 40, "\(pages)")
    }

    @Test("what a statement may take back stays in memory, not in a file that others might read")
    func undo() async throws {
        let store = try SQLiteAlertStore.open(folder: folder.path("state"))
        let mode = try await store.connection.read("look") { database in
            try Int.fetchOne(database, sql: "PRAGMA temp_store")
        }
        #expect(mode == 2)
    }
}
