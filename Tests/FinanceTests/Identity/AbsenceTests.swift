import Finance
import Foundation
import TestSupport
import Testing

@Suite("Rows that leave the bank's list")
struct AbsenceTests {
    private static let purchase = Make.observation("-95.00", "2026-03-02", text: "KIWI")
    private static let stays = Make.observation("-7.00", "2026-03-02", text: "AVIS")
    private static let held = Make.reservation("-95.00", "2026-03-02", text: "KIWI 505")

    private static func ledger(_ rows: [TransactionObservation]) -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", [Make.account(from: "2026-02-20")]))
        ledger.take(Make.snapshot("2026-03-02T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
        return ledger
    }

    private static func take(
        _ ledger: inout Ledger, _ instant: String, _ rows: [TransactionObservation] = [],
        from: String? = "2026-02-20"
    ) -> [TransactionChange.Cause] {
        ledger.take(Make.snapshot(instant, [Make.account(from: from)], rows))
            .changes.transactions.map(\.cause)
    }

    @Test("a booked row inside the window is removed after two complete answers")
    func removed() {
        var ledger = Self.ledger([Self.purchase, Self.stays])
        #expect(Self.take(&ledger, "2026-03-03T09:00:00Z", [Self.stays]) == [])
        #expect(Self.take(&ledger, "2026-03-03T09:05:00Z", [Self.stays]) == [.removed])
        #expect(ledger.transactions().count == 1)
        #expect(Self.take(&ledger, "2026-03-03T09:10:00Z", [Self.stays]) == [])
    }

    @Test("answers that lack it must follow each other")
    func interrupted() {
        var ledger = Self.ledger([Self.purchase])
        #expect(Self.take(&ledger, "2026-03-03T09:00:00Z") == [])
        #expect(Self.take(&ledger, "2026-03-03T09:05:00Z", [Self.purchase]) == [])
        #expect(Self.take(&ledger, "2026-03-03T09:10:00Z") == [])
        #expect(ledger.transactions().count == 1)
    }

    @Test("outside the window it stays", arguments: ["2026-03-03", nil])
    func outside(from: String?) {
        var ledger = Self.ledger([Self.purchase])
        let other = Make.observation("-1.00", "2026-03-04", text: "REMA")
        // Without a day in the answer its oldest row or the previous answer bounds the window.
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", [Self.purchase])
        for day in 4...9 {
            let causes = Self.take(
                &ledger, "2026-03-0\(day)T09:00:00Z", [other], from: from ?? "2026-03-03")
            #expect(!causes.contains(.removed))
        }
        if from == nil {
            #expect(
                !Self.take(&ledger, "2026-03-10T09:00:00Z", [other], from: nil).contains(.removed))
        }
    }

    @Test("a row that was bought before the window and booked in it stays")
    func cutByPurchase() {
        let early = Make.observation("-95.00", "2026-02-27", text: "KIWI", posted: "2026-03-02")
        var ledger = Self.ledger([early, Self.stays])
        for day in 3...5 {
            let causes = Self.take(
                &ledger, "2026-03-0\(day)T09:00:00Z", [Self.stays], from: "2026-03-01")
            #expect(causes == [])
        }
    }

    @Test("an answer without a day covers from its oldest row (D10)")
    func inferredWindow() {
        var ledger = Self.ledger([Self.purchase, Self.stays])
        let old = [Make.observation("-1.00", "2026-03-01", text: "REMA"), Self.stays]
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", old, from: nil)
        #expect(Self.take(&ledger, "2026-03-04T09:00:00Z", old, from: nil) == [.removed])
    }

    @Test("a returning row gets its old identity and is not new")
    func returned() throws {
        var ledger = Self.ledger([Self.purchase, Self.stays])
        let both = [Self.purchase, Self.stays]
        let id = ledger.transactions().first { $0.transactionAmount == Make.money("95.00") }?.id
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", [Self.stays])
        _ = Self.take(&ledger, "2026-03-03T09:05:00Z", [Self.stays])
        #expect(Self.take(&ledger, "2026-03-05T09:00:00Z", both) == [.returned])
        let change = try #require(ledger.history.last)
        #expect(change.after?.id == id && change.before?.id == id)
        #expect(change.after?.firstSeen == Make.instant("2026-03-02T09:00:00Z"))
        #expect(Self.take(&ledger, "2026-03-05T09:05:00Z", both) == [])
    }

    @Test(
        "a reservation is dropped after two answers and 24 hours",
        arguments: [
            (["2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z"], false),
            (["2026-03-03T09:00:00Z", "2026-03-04T08:59:59Z"], false),
            (["2026-03-03T09:00:00Z", "2026-03-04T09:00:00Z"], true),
            (["2026-03-04T09:00:00Z"], false),
        ])
    func dropped(instants: [String], isDropped: Bool) {
        var ledger = Self.ledger([Self.held])
        let causes = instants.flatMap { Self.take(&ledger, $0) }
        #expect(causes == (isDropped ? [.dropped] : []))
    }

    @Test("waiting for the 24 hours writes nothing in between")
    func quietWaiting() {
        var ledger = Self.ledger([Self.held])
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z")
        _ = Self.take(&ledger, "2026-03-03T09:05:00Z")
        for minute in 10...50 {
            let result = ledger.take(
                Make.snapshot(
                    "2026-03-03T09:\(minute):00Z", [Make.account(from: "2026-02-20")]))
            #expect(result.records.isEmpty)
        }
    }

    @Test(
        "a dropped reservation may be booked or come back for ten days",
        arguments: [
            ("2026-03-13T09:00:00Z", true, TransactionChange.Cause.booked),
            ("2026-03-13T09:00:01Z", true, .appeared),
            ("2026-03-13T09:00:00Z", false, .returned), ("2026-03-13T09:00:01Z", false, .appeared),
        ])
    func reach(instant: String, isBooked: Bool, cause: TransactionChange.Cause) throws {
        var ledger = Self.ledger([Self.held])
        let id = ledger.transactions().first?.id
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z")
        #expect(Self.take(&ledger, "2026-03-04T09:00:00Z") == [.dropped])
        let booking = Make.observation(
            "-95.00", "2026-03-02", text: "02.03 KIWI 505 FJORDBY", posted: "2026-03-12")
        #expect(Self.take(&ledger, instant, [isBooked ? booking : Self.held]) == [cause])
        #expect((ledger.transactions().first?.id == id) == (cause != .appeared))
        #expect(Set(ledger.records().map(\.transaction.id)).count == ledger.records().count)
    }

    @Test("a reservation older than a named window waits, then counts as gone")
    func oldReservation() {
        var ledger = Self.ledger([Self.held])
        #expect(Self.take(&ledger, "2026-03-20T09:00:00Z", from: "2026-03-06") == [])
        #expect(Self.take(&ledger, "2026-03-22T09:00:00Z", from: "2026-03-08") == [])
        #expect(Self.take(&ledger, "2026-04-02T09:00:00Z", from: "2026-03-19") == [])
        #expect(Self.take(&ledger, "2026-04-04T09:00:00Z", from: "2026-03-21") == [.dropped])
    }

    @Test("an older copy of the list neither doubles nor downgrades a booking")
    func olderCopy() {
        var ledger = Self.ledger([Self.held])
        let booking = Make.observation(
            "-95.00", "2026-03-02", text: "02.03 KIWI 505 FJORDBY", posted: "2026-03-03")
        #expect(Self.take(&ledger, "2026-03-03T09:00:00Z", [booking]) == [.booked])
        #expect(Self.take(&ledger, "2026-03-03T09:05:00Z", [Self.held]) == [])
        #expect(Self.take(&ledger, "2026-03-03T09:10:00Z", [Self.held]) == [])
        #expect(ledger.transactions().map(\.status) == [.booked])
        #expect(Self.take(&ledger, "2026-03-03T09:15:00Z", [booking]) == [])
    }

    @Test("the same answer twice counts once")
    func sameAnswer() {
        var ledger = Self.ledger([Self.purchase])
        for _ in 0..<3 { #expect(Self.take(&ledger, "2026-03-03T09:00:00Z") == []) }
    }

    @Test("a row that is there is never taken for a gone twin, whatever its bank id")
    func goneTwin() {
        let (plain, numbered) = (
            Self.purchase,
            { () -> TransactionObservation in
                var row = Self.purchase
                row.bankTransactionID = "7"
                return row
            }()
        )
        var ledger = Self.ledger([plain, numbered])
        // One of the two goes; the one that stays is later listed under the other's id.
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", [plain])
        #expect(Self.take(&ledger, "2026-03-03T09:05:00Z", [plain]) == [.removed])
        #expect(Self.take(&ledger, "2026-03-03T09:10:00Z", [numbered]) == [])
        #expect(Self.take(&ledger, "2026-03-03T09:15:00Z", [numbered, plain]) == [.returned])
    }

    @Test("an answer without a day and rows covers from the previous one (D10)")
    func sincePrevious() {
        var ledger = Self.ledger([Self.purchase, Self.stays])
        #expect(Self.take(&ledger, "2026-03-02T10:00:00Z", [Self.stays], from: nil) == [])
        #expect(Self.take(&ledger, "2026-03-02T11:00:00Z", [Self.stays], from: nil) == [.removed])
    }

    @Test("an answer that names no day lists every open reservation")
    func unnamedReservation() {
        var ledger = Self.ledger([Self.held])
        #expect(Self.take(&ledger, "2026-03-04T09:00:00Z", [Self.held], from: nil) == [])
        #expect(Self.take(&ledger, "2026-03-05T09:00:00Z", from: nil) == [])
        #expect(Self.take(&ledger, "2026-03-06T09:00:00Z", from: nil) == [.dropped])
    }
}
