import Finance
import Foundation
import Store
import TestSupport
import Testing

@Suite("Narrowing transactions", .io)
struct TransactionFilterTests {
    private let folder = TemporaryFolder()

    private func texts(_ filter: TransactionFilter) async throws -> [String] {
        let store = try folder.makeStore()
        let rows = [
            Make.observation(
                "-612.35", "2026-03-06", .pending, text: "PUMPESTASJON", type: .pointOfSale,
                mcc: "5541"),
            Make.observation("-500.00", "2026-03-05", text: "KAFFEHJØRNET  AS", type: .billPayment),
            Make.observation("900.00", "2026-03-04", text: "Lønn", type: .directDeposit),
        ]
        try await store.commit(
            Make.commit(
                accounts: [Make.accountFacts(Make.account("a1"))],
                records: rows.map { Make.record($0) }))
        return try await store.finance.transactions(matching: filter).transactions
            .map(\.originalTransactionDescription)
    }

    @Test("by amount leaves out the limit itself, both directions and other currencies")
    func amounts() async throws {
        #expect(
            try await texts(TransactionFilter(over: Make.money("500"))) == ["PUMPESTASJON", "Lønn"])
        #expect(
            try await texts(TransactionFilter(over: Make.money("500"), under: Make.money("900")))
                == ["PUMPESTASJON"])
        #expect(try await texts(TransactionFilter(over: Make.money("1", "USD"))).isEmpty)
    }

    @Test("by state, kind and category, each as one of several")
    func words() async throws {
        #expect(try await texts(TransactionFilter(statuses: [.pending])) == ["PUMPESTASJON"])
        #expect(
            try await texts(TransactionFilter(types: [.billPayment, .directDeposit]))
                == ["KAFFEHJØRNET  AS", "Lønn"])
        #expect(
            try await texts(TransactionFilter(merchantCodes: [5411...5411, 5541...5542]))
                == ["PUMPESTASJON"])
    }

    @Test(
        "by text compares as rules do",
        arguments: [("kaffehjørnet as", 1), ("LØNN", 1), ("lonn", 0), ("", 3), ("  ", 3)])
    func text(text: String, count: Int) async throws {
        #expect(try await texts(TransactionFilter(text: text)).count == count)
    }
}
