import Finance
import TestSupport
import Testing

@testable import Banks

@Suite("Answers of SpareBank 1 that can be used in part, or later")
struct SpareBank1PartialTests {
    @Test(
        "an account that can't be read is left out and named, and the others are whole",
        arguments: [
            (#""key": 7, "name": "Felles""#, "'Felles'"), (#""name": "a""#, "'a'"),
            (#""key": "x", "name": "Felles", "currencyCode": "?""#, "'Felles'"),
            (#""key": "x", "name": 5"#, "number 2 of the list"),
        ])
    func unreadableAccount(fields: String, name: String) async throws {
        let list = #"{"accounts": [{"key": "k", "balance": 1}, {\#(fields)}], "errors": []}"#
        let snapshot = try await SpareBank1Stage.fetch(accounts: list)
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.id) == ["k"])
        #expect(snapshot.accounts.allSatisfy { $0.booked != nil && $0.isTransactionListComplete })
        #expect(snapshot.shortfalls.count == 1)
        #expect(snapshot.shortfalls.first?.problem.hasPrefix("account \(name): the field") == true)
    }

    @Test(
        "a figure that can't be read leaves its account without figures, and names it",
        arguments: [
            #""balance": "1", "availableBalance": 5"#, #""balance": 1.005"#,
            #""balance": 1, "availableBalance": 1e400"#,
        ])
    func unreadableFigure(figures: String) async throws {
        let list = """
            {"accounts": [{"key": "k", "balance": 1}, {"key": "x", "name": "Felles", \(figures)}]}
            """
        let snapshot = try await SpareBank1Stage.fetch(accounts: list)
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.id) == ["k", "x"])
        #expect(snapshot.accounts.map(\.booked) == [Make.money("1.00"), nil])
        #expect(snapshot.accounts.map(\.available) == [nil, nil])
        #expect(snapshot.accounts.allSatisfy { $0.isTransactionListComplete })
        #expect(snapshot.shortfalls.map(\.kind) == [.malformed])
        #expect(snapshot.shortfalls.first?.problem.hasPrefix("account 'Felles': ") == true)
    }
}
