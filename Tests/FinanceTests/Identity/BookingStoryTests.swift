import Finance
import Foundation
import TestSupport
import Testing

@Suite("A reservation and its booking are one transaction")
struct BookingStoryTests {
    /// A ledger that has seen an empty baseline, so that everything later is news.
    private static func ledger() -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", [Make.account(from: "2026-02-20")]))
        return ledger
    }

    @Test("Seven of eight reservations are booked, one waits, one purchase is new")
    func marchStory() {
        var ledger = Self.ledger()
        #expect(ledger.take(MarchStory.before).changes.transactions.count == 13)
        let changes = ledger.take(MarchStory.after).changes.transactions
        #expect(changes.filter { $0.cause == .booked }.count == 7)
        #expect(
            changes.filter { $0.cause == .appeared }.map(\.after?.originalTransactionDescription)
                == ["STROMMETJENESTE"])
        // Nor has the other half of an own transfer come (D52).
        #expect(changes.filter { $0.cause == .amended }.map(\.after?.isOwnTransfer) == [false])
        #expect(changes.count == 9)
    }

    @Test("Each booking keeps id and first sight and tells what was reserved")
    func evidence() throws {
        var ledger = Self.ledger()
        let first = ledger.take(MarchStory.before)
        let changes = ledger.take(MarchStory.after).changes.transactions
        let expected: [(String, String, MatchEvidence.Tier)] = [
            ("187.00", "187.00", .amountDayMerchant), ("42.00", "42.00", .amountDayMerchant),
            ("612.35", "1000.00", .tolerance), ("318.75", "312.40", .tolerance),
            ("389.50", "389.50", .amountDay), ("20.00", "20.00", .tolerance),
        ]
        let ids = Set(first.changes.transactions.compactMap(\.after?.id))
        for (booked, reserved, tier) in expected {
            let change = try #require(
                changes.first {
                    $0.cause == .booked && $0.after?.transactionAmount == Make.money(booked)
                })
            let after = try #require(change.after)
            #expect(ids.contains(after.id))
            #expect(after.firstSeen == Make.instant(MarchStory.firstPoll))
            #expect(after.reservedAmount == Make.money(reserved))
            #expect(after.status == .booked)
            #expect(change.before?.status == .pending)
            let record = ledger.records().first { $0.transaction.id == after.id }
            #expect(record?.evidence?.tier == tier, "\(booked)")
        }
    }

    @Test("A payment whose booking tells no day of purchase keeps the day of its reservation")
    func instantPaymentKeepsItsDay() {
        var ledger = Self.ledger()
        ledger.take(MarchStory.before)
        ledger.take(MarchStory.after)
        let payment = ledger.transactions().first { $0.transactionAmount == Make.money("20.00") }
        #expect(payment?.transactionDate == Make.day("2026-03-06"))
        #expect(payment?.postedDate == Make.day("2026-03-09"))
    }

    @Test("The released deposit is dropped after two answers and a day, and only then")
    func release() {
        var ledger = Self.ledger()
        ledger.take(MarchStory.before)
        ledger.take(MarchStory.after)
        let rows = MarchStory.after.transactions
        let account = [Make.account(from: "2026-02-24")]
        #expect(
            ledger.take(Make.snapshot("2026-03-10T21:00:00Z", account, rows))
                .changes.transactions.isEmpty)
        #expect(
            ledger.take(Make.snapshot("2026-03-11T08:59:59Z", account, rows))
                .changes.transactions.isEmpty)
        let changes = ledger.take(Make.snapshot("2026-03-11T09:00:00Z", account, rows))
            .changes.transactions
        #expect(changes.map(\.cause) == [.dropped])
        #expect(changes.first?.before?.originalTransactionDescription == "HOTELL DEPOSITU")
        #expect(changes.first?.after == nil)
    }

    @Test("Playing the same answer again changes nothing and writes nothing")
    func again() {
        var ledger = Self.ledger()
        for snapshot in [MarchStory.before, MarchStory.after] {
            ledger.take(snapshot)
            let again = ledger.take(snapshot)
            #expect(again.changes.transactions.isEmpty)
            #expect(again.records.isEmpty)
            #expect(again.balances.isEmpty)
        }
    }

    @Test("The order of rows never matters", arguments: 0..<40)
    func anyOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (straight, shuffled) = (Self.ledger(), Self.ledger())
        for snapshot in [MarchStory.before, MarchStory.after] {
            let mixed = Snapshot(
                source: snapshot.source, observedAt: snapshot.observedAt,
                accounts: snapshot.accounts,
                transactions: snapshot.transactions.shuffled(using: &random))
            let left = straight.take(snapshot)
            let right = shuffled.take(mixed)
            #expect(left.changes == right.changes)
            #expect(left.records == right.records)
        }
    }
}
