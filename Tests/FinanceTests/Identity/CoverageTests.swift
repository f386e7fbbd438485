import Finance
import TestSupport
import Testing

@Suite("How far back the known history reaches (D10)")
struct CoverageTests {
    private func history(_ snapshots: [Snapshot]) -> CalendarDay? {
        var ledger = Ledger()
        for snapshot in snapshots { ledger.take(snapshot) }
        return ledger.stored.accounts[Make.accountID()]?.coveredFrom
    }

    private func answer(
        _ instant: String, from: String?, _ rows: [TransactionObservation] = []
    ) -> Snapshot {
        Make.snapshot(instant, [Make.account(from: from)], rows)
    }

    @Test("is what the answer says, whatever older reservation it has")
    func named() {
        let old = Make.reservation("-42.00", "2026-01-20")
        let answer = answer("2026-03-06T09:00:00Z", from: "2026-02-04", [old])
        #expect(history([answer]) == Make.day("2026-02-04"))
    }

    @Test("is the oldest row where the answer says nothing, and today without rows")
    func unnamed() {
        let row = Make.observation("-42.00", "2026-02-10")
        #expect(
            history([answer("2026-03-06T09:00:00Z", from: nil, [row])]) == Make.day("2026-02-10"))
        #expect(history([answer("2026-03-06T09:00:00Z", from: nil)]) == Make.day("2026-03-06"))
    }

    @Test("stays when later answers join on")
    func joins() {
        let first = answer("2026-03-06T09:00:00Z", from: "2026-02-04")
        let next = answer("2026-03-20T09:00:00Z", from: "2026-03-06")
        #expect(history([first, next]) == Make.day("2026-02-04"))
        let unnamed = answer("2026-03-20T09:00:00Z", from: nil)
        #expect(history([first, unnamed]) == Make.day("2026-02-04"))
    }

    @Test("does not reach back to an older row of a later answer that says nothing")
    func olderRow() {
        let first = answer("2026-03-06T09:00:00Z", from: nil)
        let row = Make.observation("-42.00", "2026-02-10")
        #expect(
            history([first, answer("2026-03-06T09:05:00Z", from: nil, [row])])
                == Make.day("2026-03-06"))
    }

    @Test("begins again where an answer leaves a gap, and reaches back when one fills it")
    func gap() {
        let first = answer("2026-01-06T09:00:00Z", from: "2025-12-04")
        let late = answer("2026-04-20T09:00:00Z", from: "2026-03-20")
        #expect(history([first, late]) == Make.day("2026-03-20"))
        let whole = answer("2026-04-20T09:05:00Z", from: "2026-01-01")
        #expect(history([first, late, whole]) == Make.day("2026-01-01"))
    }

    @Test("an incomplete or failed answer does not move it")
    func incomplete() {
        let first = answer("2026-03-06T09:00:00Z", from: "2026-02-04")
        let partial = Make.snapshot(
            "2026-03-06T09:05:00Z",
            [Make.account(from: "2025-01-01", isListComplete: false)], outcome: .partial)
        #expect(
            history([first, partial, Make.failure("2026-03-06T09:10:00Z")])
                == Make.day("2026-02-04"))
    }

    @Test("a past that comes later is part of the silent baseline, and what is dated in it too")
    func latePast() throws {
        var ledger = Ledger()
        let known = Make.observation("-42.00", "2026-02-10")
        let first = ledger.take(answer("2026-03-06T09:00:00Z", from: "2026-02-04", [known]))
        let rows = [
            known, Make.observation("-900.00", "2024-05-02"),
            Make.observation("-612.00", "2026-03-07"),
        ]
        let later = ledger.take(answer("2026-03-07T09:00:00Z", from: "2023-01-01", rows))
        let changes = later.changes.transactions
        #expect(changes.count == 2)
        let old = try #require(changes.first { $0.isBaseline })
        #expect(old.after?.signedAmount == Make.money("-900.00"))
        #expect(old.after?.firstSeen == first.accounts.first?.firstSeen)
        let new = try #require(changes.first { !$0.isBaseline })
        #expect(new.after?.signedAmount == Make.money("-612.00"))
        // A row dated back into known days is news, as always.
        let back = Make.observation("-77.00", "2026-02-20")
        let last = ledger.take(
            answer(
                "2026-03-08T09:00:00Z", from: "2026-02-04", Array(rows.suffix(1)) + [known, back]))
        #expect(last.changes.transactions.map(\.isBaseline) == [false])
    }
}
