import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The plans of the statements", .io)
struct QueryPlanTests {
    private let folder = TemporaryFolder()

    private func plan(_ sql: String) async throws -> [String] {
        let store = try folder.makeStore()
        return try await store.connection.read("explain") { database in
            // What is bound changes no plan.
            let count = sql.filter { $0 == "?" }.count
            let nulls = [(any DatabaseValueConvertible)?](repeating: nil, count: count)
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(nulls)
            ).map { $0["detail"] }
        }
    }

    @Test(
        "search through an index and need no sorting",
        arguments: SQLStatements.bounded.keys.sorted())
    func searches(name: String) async throws {
        let plan = try await plan(try #require(SQLStatements.bounded[name]))
        #expect(!plan.isEmpty)
        for step in plan {
            // A subquery has a line of its own before that of its search.
            #expect(step.hasPrefix("SEARCH") || step.hasPrefix("CORRELATED SCALAR SUBQUERY"))
            #expect(!step.contains("TEMP B-TREE"))
        }
    }

    @Test(
        "choose the short index, not the one over the whole history",
        arguments: [
            ("open reservations", "transactionRecord_open"), ("due entries", "outbox_due"),
            ("next due", "outbox_due"), ("line of an alert", "outbox_line"),
            ("waiting entries", "outbox_waiting"),
            ("page of an account", "transactionRecord_accountDay"),
        ])
    func choosesIndex(name: String, index: String) async throws {
        let plan = try await plan(try #require(SQLStatements.bounded[name]))
        #expect(plan.contains { $0.contains("USING INDEX \(index) ") })
    }

    @Test("a statement without an index would be noticed")
    func detectsScans() async throws {
        let plan = try await plan("SELECT id FROM transactionRecord WHERE description = ?")
        #expect(plan.contains { $0.hasPrefix("SCAN") })
    }
}
