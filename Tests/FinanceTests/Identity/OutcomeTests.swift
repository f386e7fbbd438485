import Finance
import Foundation
import TestSupport
import Testing

@Suite("What an answer is worth")
struct OutcomeTests {
    private static let rows = [
        Make.observation("-95.00", "2026-03-02", text: "KIWI"),
        Make.reservation("-42.00", "2026-03-05"),
    ]

    private static func baseline() -> Ledger {
        var ledger = Ledger()
        ledger.take(
            Make.snapshot("2026-03-06T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
        return ledger
    }

    @Test("the first complete answer of an account is a silent baseline")
    func firstAnswer() {
        var ledger = Ledger()
        let result = ledger.take(Make.snapshot("2026-03-06T09:00:00Z", [Make.account()], Self.rows))
        #expect(result.changes.newAccounts == [Make.accountID()])
        #expect(result.changes.refreshedAccounts == [Make.accountID()])
        #expect(result.changes.transactions.map(\.cause) == [.appeared, .appeared])
        #expect(result.changes.transactions.allSatisfy { $0.isBaseline })
        #expect(result.balances.count == 1)
        let next = ledger.take(Make.snapshot("2026-03-06T09:05:00Z", [Make.account()], Self.rows))
        #expect(next.changes.newAccounts.isEmpty)
        #expect(next.changes.transactions.isEmpty && next.records.isEmpty && next.balances.isEmpty)
        #expect(next.accounts.first?.freshAt == Make.instant("2026-03-06T09:05:00Z"))
        #expect(next.accounts.first?.firstSeen == Make.instant("2026-03-06T09:00:00Z"))
    }

    @Test("a balance record tells when the figures before were last read")
    func previousRead() {
        var ledger = Self.baseline()
        ledger.take(Make.snapshot("2026-03-06T09:05:00Z", [Make.account()], Self.rows))
        ledger.take(Make.failure("2026-03-06T09:10:00Z"))
        ledger.take(Make.snapshot("2026-03-06T09:15:00Z", [Make.account(booked: "9")], Self.rows))
        #expect(ledger.balances.map(\.previousRead) == [nil, Make.instant("2026-03-06T09:05:00Z")])
    }

    @Test("an account that appears later has a baseline of its own")
    func laterAccount() {
        var ledger = Self.baseline()
        let row = Make.observation("-1", "2026-03-06", account: "a2")
        let both = [Make.account(from: "2026-02-20"), Make.account("a2", name: "Ny")]
        let changes = ledger.take(
            Make.snapshot("2026-03-06T10:00:00Z", both, Self.rows + [row])
        ).changes
        #expect(changes.newAccounts == [Make.accountID("a2")])
        #expect(changes.transactions.map(\.isBaseline) == [true])
    }

    @Test(
        "failed and throttled answers touch nothing but the source",
        arguments: [
            SnapshotOutcome.throttled(retryAfter: .seconds(60)),
            .failed(SourceFailure(kind: .server, problem: "p", fix: "f")),
        ])
    func nothing(outcome: SnapshotOutcome) {
        let ledger = Self.baseline()
        let result = ledger.reading(
            Make.snapshot("2026-03-09T09:00:00Z", [Make.account(booked: "0")], outcome: outcome))
        #expect(result.accounts.isEmpty && result.records.isEmpty && result.balances.isEmpty)
        #expect(result.changes == FactChanges(observedAt: Make.instant("2026-03-09T09:00:00Z")))
        #expect(result.source.lastAttempt == Make.instant("2026-03-09T09:00:00Z"))
        #expect(result.source.lastSuccess == Make.instant("2026-03-06T09:00:00Z"))
    }

    @Test("a partial answer freshens figures; rows, absence and deletes wait")
    func partial() {
        var ledger = Self.baseline()
        let news = Make.observation("-7", "2026-03-06", text: "REMA")
        for hour in 10...14 {
            let result = ledger.take(
                Make.snapshot(
                    "2026-03-08T\(hour):00:00Z",
                    [Make.account(booked: "9.00", from: "2026-02-20", isListComplete: false)],
                    [news], outcome: .partial))
            #expect(result.changes.refreshedAccounts == [Make.accountID()])
            #expect(result.records.isEmpty)
        }
        #expect(ledger.stored.accounts[Make.accountID()]?.booked == Make.money("9"))
        let completed = ledger.stored.accounts[Make.accountID()]?.completeAt
        #expect(completed == Make.instant("2026-03-06T09:00:00Z"))
        let full = ledger.take(
            Make.snapshot(
                "2026-03-08T15:00:00Z", [Make.account(from: "2026-02-20")], Self.rows + [news]))
        #expect(full.changes.transactions.map(\.cause) == [.appeared])
    }

    @Test("the baseline waits for the first complete list of transactions")
    func partialFirst() {
        var ledger = Ledger()
        let partial = ledger.take(
            Make.snapshot(
                "2026-03-06T09:00:00Z", [Make.account(isListComplete: false)], Self.rows,
                outcome: .partial))
        #expect(partial.changes.newAccounts.isEmpty && partial.changes.transactions.isEmpty)
        #expect(partial.accounts.first?.completeAt == nil)
        #expect(partial.balances.count == 1)
        let full = ledger.take(Make.snapshot("2026-03-06T09:05:00Z", [Make.account()], Self.rows))
        #expect(full.changes.newAccounts == [Make.accountID()])
        #expect(full.changes.transactions.count == 2)
        #expect(full.changes.transactions.allSatisfy { $0.isBaseline })
    }

    @Test("an account that a partial answer lists completely is read", arguments: [true, false])
    func mixed(isComplete: Bool) {
        var ledger = Self.baseline()
        let result = ledger.take(
            Make.snapshot(
                "2026-03-06T10:00:00Z",
                [Make.account(from: "2026-02-20", isListComplete: isComplete)],
                Self.rows + [Make.observation("-7", "2026-03-06", text: "REMA")],
                outcome: .partial))
        #expect(result.changes.transactions.map(\.cause) == (isComplete ? [.appeared] : []))
    }

    @Test(
        "a balance is kept when a figure changes or a new local day begins",
        arguments: [
            ("2026-03-06T22:59:00Z", "1000.00", false), ("2026-03-06T23:00:00Z", "1000.00", true),
            ("2026-03-06T10:00:00Z", "999.99", true),
        ])
    func balances(instant: String, booked: String, isKept: Bool) {
        let result = Self.baseline().reading(
            Make.snapshot(instant, [Make.account(booked: booked, from: "2026-02-20")], Self.rows))
        #expect(result.balances.count == (isKept ? 1 : 0))
        #expect(
            result.balances.compactMap { $0.booked?.signedAmount }
                == (isKept ? [Make.money(booked)] : []))
    }

    @Test("an account without figures stays as it was, not fresh and not zero")
    func noFigures() {
        let result = Self.baseline().reading(
            Make.snapshot(
                "2026-03-08T09:00:00Z", [Make.account(booked: nil, from: "2026-02-20")], Self.rows))
        #expect(result.changes.refreshedAccounts.isEmpty && result.balances.isEmpty)
        #expect(result.accounts.first?.booked == Make.money("1000"))
        #expect(result.accounts.first?.freshAt == Make.instant("2026-03-06T09:00:00Z"))
    }

    @Test("an old available figure never stands beside a new moment")
    func oneFigureLess() {
        let result = Self.baseline().reading(
            Make.snapshot(
                "2026-03-08T09:00:00Z",
                [
                    AccountObservation(
                        details: Make.details(), kind: .asset, booked: Make.money("5"),
                        available: nil)
                ], Self.rows))
        #expect(result.accounts.first?.available == nil)
    }

    @Test("changes come deletes first, then updates, then inserts, each by date")
    func order() {
        var ledger = Ledger()
        let account = [Make.account(from: "2026-02-20")]
        let gone = [
            Make.observation("-1", "2026-03-05", text: "B"),
            Make.observation("-2", "2026-03-04", text: "A"),
        ]
        let held = Make.reservation("-42.00", "2026-03-05")
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", account, gone + [held]))
        ledger.take(Make.snapshot("2026-03-06T10:00:00Z", account, [held]))
        let rows = [
            Make.observation("-9", "2026-03-03", text: "D"),
            Make.observation("-8", "2026-03-01", text: "C"),
            Make.observation("-42.00", "2026-03-05", posted: "2026-03-06"),
        ]
        let changes = ledger.take(Make.snapshot("2026-03-06T11:00:00Z", account, rows)).changes
        #expect(
            changes.transactions.map(\.cause)
                == [.removed, .removed, .booked, .appeared, .appeared])
        let dates = changes.transactions.map {
            ($0.after ?? $0.before)?.transactionDate.description
        }
        #expect(dates == ["2026-03-04", "2026-03-05", "2026-03-05", "2026-03-01", "2026-03-03"])
    }

    @Test("rows of accounts that the answer does not list are passed over")
    func strangers() {
        let result = Ledger().reading(
            Make.snapshot(
                "2026-03-06T09:00:00Z", [Make.account()],
                [Make.observation("-1", "2026-03-06", account: "unknown")]))
        #expect(result.records.isEmpty)
    }

    @Test("an account that is listed twice is read once")
    func listedTwice() {
        let result = Ledger().reading(
            Make.snapshot("2026-03-06T09:00:00Z", [Make.account(), Make.account()], Self.rows))
        #expect(result.accounts.count == 1 && result.records.count == 2)
    }

    @Test("scheduled items pass through")
    func scheduled() {
        let item = ScheduledItem(
            bankAccountID: "a1", id: "p1", amount: Make.money("-1"), due: Make.day("2026-03-20"),
            text: nil, kind: .payment)
        let result = Ledger().reading(Make.snapshot("2026-03-06T09:00:00Z", scheduled: [item]))
        #expect(result.scheduled == [item])
    }
}
