import Alerts
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Errors of the store", .io)
struct StoreErrorTests {
    @Test(
        "are sorted by what can be done about them",
        arguments: [
            (ResultCode.SQLITE_FULL, StoreError.diskFull(path: "/s")),
            (.SQLITE_BUSY, .locked(path: "/s", holder: nil)),
            (.SQLITE_NOTADB, .unreadable(path: "/s", problem: StoreStrings.notADatabase)),
            (.SQLITE_CORRUPT, .unreadable(path: "/s", problem: StoreStrings.isDamaged)),
            (.SQLITE_READONLY, .notWritable(path: "/s", problem: StoreStrings.cantWrite)),
            (.SQLITE_CANTOPEN, .notWritable(path: "/s", problem: StoreStrings.cantUse("words"))),
            (
                .SQLITE_CONSTRAINT_UNIQUE,
                .failed(operation: "commit", code: 2_067, problem: "words")
            ),
        ])
    func sorts(code: ResultCode, expected: StoreError) {
        let error = DatabaseError(resultCode: code, message: "words")
        #expect(StoreError(error, operation: "commit", path: "/s") == expected)
    }

    @Test("name the place of a strange value, not the value")
    func strangeValue() throws {
        let queue = try DatabaseQueue()
        let error = #expect(throws: RowProblem.self) {
            try queue.read { database in
                let row = try Row.fetchOne(database, sql: "SELECT '99990000001'")
                var reader = RowReader(try #require(row), table: "account")
                _ = try reader.nextCase(CasesForTest.self)
            }
        }
        let notified = StoreError(try #require(error), operation: "read", path: "/s")
        #expect(notified.unreadableProblem?.contains("account") == true)
        #expect(!"\(notified)".contains("9999"))
    }

    @Test("never show what was bound to a statement")
    func noBoundValues() throws {
        let queue = try DatabaseQueue()
        var found: StoreError?
        do {
            try queue.write { database in
                try database.execute(sql: "CREATE TABLE t (a TEXT UNIQUE) STRICT")
                for _ in 1...2 {
                    try database.execute(
                        sql: "INSERT INTO t VALUES (?)", arguments: ["99990000001"])
                }
            }
        } catch {
            found = StoreError(error, operation: "commit", path: "/s")
        }
        #expect(
            found
                == .failed(
                    operation: "commit", code: 2_067, problem: "UNIQUE constraint failed: t.a"))
    }
}

private enum CasesForTest: String {
    case known
}
