import Finance
import TestSupport
import Testing

@testable import Banks
@testable import SandboxBank

@Suite("Rows of Enable Banking from answer to answer", .io)
struct EnableBankingIdentityTests {
    @Test("ids of other rows, words before a text, and rows without a payee are no news")
    func rewritten() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            var ledger = Ledger(source: "dnb")
            ledger.take(await bench.fetch())
            for (name, mode) in [
                ("ebRows", "renumbered"), ("ebTexts", "enriched"), ("ebTexts", "nameless"),
                ("ebTexts", "usual"),
            ] {
                try bench.turn(name, mode)
                bench.clock.advance(by: 60)
                let changes = ledger.take(await bench.fetch()).changes.transactions
                #expect(changes.allSatisfy { $0.cause == .amended }, "\(mode): \(changes)")
            }
        }
    }

    @Test("a reference that changes when a reservation is booked is no news")
    func changingReferences() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            try bench.turn("ebRows", "changing")
            var ledger = Ledger(source: "dnb")
            ledger.take(await bench.fetch())
            bench.server.advance()
            bench.clock.set(to: Make.instant("2026-03-10T09:00:00Z"))
            let changes = ledger.take(await bench.fetch()).changes.transactions
            #expect(changes.count { $0.cause == .booked } >= 5)
            #expect(
                Self.appeared(changes).isDisjoint(with: ["FJORDBY TAXI AS", "PUMPESTASJON 44"]))
        }
    }

    private static func appeared(_ changes: [TransactionChange]) -> Set<String> {
        Set(changes.filter { $0.cause == .appeared }.compactMap(\.after?.transactionDescription))
    }

    @Test("a row that comes twice under two references is a second payment until it is gone")
    func doubled() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            var ledger = Ledger(source: "dnb")
            ledger.take(await bench.fetch())
            var causes: [TransactionChange.Cause] = []
            for mode in ["doubled", "doubled", "usual", "usual"] {
                try bench.turn("ebRows", mode)
                bench.clock.advance(by: 60)
                causes += ledger.take(await bench.fetch()).changes.transactions.map(\.cause)
            }
            let appeared = causes.count { $0 == .appeared }
            #expect(appeared > 0 && causes.count { $0 == .removed } == appeared)
            #expect(!causes.contains { [.booked, .dropped].contains($0) })
        }
    }

    @Test("a reservation that names nobody and vanishes is dropped, one that is booked is booked")
    func nameless() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            try bench.turn("ebTexts", "nameless")
            var ledger = Ledger(source: "dnb")
            let amount = Make.money("-77.00")
            try bench.server.perform(
                .reserve(
                    SandboxReservation(
                        id: "gone", account: "Brukskonto", amount: amount, text: "GONE")))
            ledger.take(await bench.fetch())
            try bench.server.perform(.release(reservation: "gone"))
            bench.clock.advance(by: 60)
            ledger.take(await bench.fetch())
            bench.clock.advance(by: 25 * 3_600)
            let dropped = ledger.take(await bench.fetch()).changes.transactions
            #expect(dropped.count { $0.cause == .dropped } == 1, "\(dropped)")
            #expect(!dropped.contains { $0.cause == .appeared }, "\(dropped)")
            bench.server.advance()
            bench.clock.set(to: Make.instant("2026-03-10T09:00:00Z"))
            let changes = ledger.take(await bench.fetch()).changes.transactions
            #expect(changes.count { $0.cause == .booked } >= 4)
        }
    }

    @Test("a period that is longer just after sign-in loses nothing when it becomes shorter")
    func shortenedPeriod() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            try bench.turn("ebQuota", "off")
            try bench.server.set(.ebHistory, 5)
            try bench.server.set(.ebPeriod, 10)
            try await bench.signIn()
            var ledger = Ledger(source: "dnb")
            ledger.take(await bench.fetch())
            #expect(Set(bench.starts) == ["2025-12-07"])
            let accounts = ledger.stored.accounts.values.map(\.account.bankAccountID)
            let stored = accounts.map { ledger.transactions($0).map(\.id) }
            #expect(!stored.joined().isEmpty)
            bench.clock.advance(by: 6 * 60)
            let refused = await bench.fetch()
            #expect(refused.accounts.allSatisfy { !$0.isTransactionListComplete })
            ledger.take(refused)
            try bench.server.set(.ebPeriod, 60)
            bench.clock.advance(by: 60)
            let shorter = await bench.fetch()
            #expect(shorter.outcome == .complete)
            #expect(shorter.accounts[0].coveredFrom?.description == "2026-01-06")
            let changes = ledger.take(shorter).changes.transactions
            #expect(changes.allSatisfy { $0.cause == .amended }, "\(changes)")
            #expect(accounts.map { ledger.transactions($0).map(\.id) } == stored)
        }
    }

    @Test("the session's id is in no text of a row that repeats it")
    func secrets() async throws {
        try await EnableBankingBench.run { bench in
            let session = try #require(bench.store.load()?["session"])
            try bench.server.perform(
                .reserve(
                    SandboxReservation(
                        id: "x", account: "Brukskonto", amount: Make.money("-7.00"),
                        text: .exactly("A \(session)"))))
            let texts = await bench.fetch().transactions.compactMap(\.text)
            #expect(texts.contains { $0.contains("A …") })
            #expect(texts.allSatisfy { !$0.contains(session) })
        }
    }
}
