import Finance
import Foundation
import TestSupport
import Testing

@Suite("Equal purchases stay as many as they are")
struct TwinTests {
    private static func ledger() -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", [Make.account(from: "2026-02-20")]))
        return ledger
    }

    private static let coffee = Make.reservation("-42.00", "2026-03-06")

    private static func booked(_ posted: String, id: String? = nil) -> TransactionObservation {
        Make.observation(
            "-42.00", "2026-03-06", text: "*0000 06.03 NOK 42.00 KAFFEHJORNET AS Kurs: 1.0000",
            posted: posted, type: .pointOfSale, id: id, merchant: "KAFFEHJORNET AS")
    }

    private static func take(
        _ ledger: inout Ledger, _ instant: String, _ rows: [TransactionObservation]
    ) -> FactChanges {
        ledger.take(Make.snapshot(instant, [Make.account(from: "2026-02-20")], rows)).changes
    }

    @Test("three appear, one vanishes, two are booked: three inserts, one drop, two bookings")
    func threeTwins() {
        var ledger = Self.ledger()
        _ = Self.take(&ledger, "2026-03-06T09:00:00Z", [Self.coffee, Self.coffee, Self.coffee])
        _ = Self.take(&ledger, "2026-03-08T09:00:00Z", [Self.coffee, Self.coffee])
        let bookings = [Self.booked("2026-03-09", id: "c3"), Self.booked("2026-03-09", id: "c4")]
        for instant in ["2026-03-09T09:00:00Z", "2026-03-09T15:00:00Z", "2026-03-10T09:00:00Z"] {
            _ = Self.take(&ledger, instant, bookings)
        }
        let causes = Dictionary(grouping: ledger.history, by: \.cause).mapValues(\.count)
        #expect(causes == [.appeared: 3, .booked: 2, .dropped: 1])
        #expect(Set(ledger.records().map(\.transaction.id)).count == 3)
    }

    @Test("two equal reservations and one booking give the same result in every row order")
    func oneOfTwo() throws {
        let rows = [
            Self.booked("2026-03-09"), Self.coffee, Make.reservation("-42.00", "2026-03-07"),
            Make.reservation("-42.00", "2026-03-06", text: "VISA"),
        ]
        var results: Set<[TransactionChange]> = []
        for order in [Self.coffee, Self.coffee, rows[2], rows[3]].permutations {
            for later in rows.permutations {
                var ledger = Self.ledger()
                _ = Self.take(&ledger, "2026-03-07T09:00:00Z", order)
                results.insert(Self.take(&ledger, "2026-03-09T09:00:00Z", later).transactions)
            }
        }
        #expect(results.count == 1)
        let changes = try #require(results.first)
        #expect(changes.map(\.cause) == [.booked])
    }

    @Test("twins that are booked on different days are both bookings")
    func differentDays() {
        var ledger = Self.ledger()
        _ = Self.take(&ledger, "2026-03-06T09:00:00Z", [Self.coffee, Self.coffee])
        let first = Self.take(
            &ledger, "2026-03-09T09:00:00Z", [Self.coffee, Self.booked("2026-03-09")])
        let second = Self.take(
            &ledger, "2026-03-10T09:00:00Z", [Self.booked("2026-03-10"), Self.booked("2026-03-09")])
        #expect(first.transactions.map(\.cause) == [.booked])
        #expect(second.transactions.map(\.cause) == [.booked])
        #expect(first.transactions.first?.after?.id != second.transactions.first?.after?.id)
    }

    @Test("one purchase a day at the same price is matched day by day")
    func daily() {
        var ledger = Self.ledger()
        let days = ["2026-03-03", "2026-03-04", "2026-03-05"]
        let held = days.map { Make.reservation("-42.00", $0) }
        _ = Self.take(&ledger, "2026-03-05T20:00:00Z", held)
        let booked = days.map {
            Make.observation("-42.00", $0, text: "KAFFEHJORNET AS", posted: "2026-03-06")
        }
        let changes = Self.take(&ledger, "2026-03-06T09:00:00Z", booked.reversed()).transactions
        #expect(changes.map(\.cause) == [.booked, .booked, .booked])
        for change in changes {
            #expect(change.before?.transactionDate == change.after?.transactionDate)
        }
    }

    @Test("an undecidable choice matches nothing")
    func undecidable() {
        var ledger = Self.ledger()
        _ = Self.take(
            &ledger, "2026-03-06T09:00:00Z",
            [Make.reservation("-42.00", "2026-03-06", text: "VISA")])
        let rows = ["KIWI", "REMA"].map {
            Make.observation(
                "-42.00", "2026-03-06", text: $0, posted: "2026-03-09", type: .pointOfSale)
        }
        let changes = Self.take(&ledger, "2026-03-09T09:00:00Z", rows).transactions
        #expect(changes.map(\.cause) == [.appeared, .appeared])
    }

    @Test("new identifiers are the same on a second run from the same state")
    func rerun() {
        let ledger = Self.ledger()
        let snapshot = Make.snapshot(
            "2026-03-06T09:00:00Z", [Make.account()], [Self.coffee, Self.coffee])
        let later = Make.snapshot(
            "2026-03-06T09:05:00Z", [Make.account()], [Self.coffee, Self.coffee])
        let ids = ledger.reading(snapshot).records.map(\.transaction.id)
        #expect(Set(ids).count == 2)
        #expect(ledger.reading(snapshot).records.map(\.transaction.id) == ids)
        #expect(ledger.reading(later).records.map(\.transaction.id) == ids)
    }
}
