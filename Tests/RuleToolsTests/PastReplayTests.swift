import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import RuleTools

@Suite("What rules would have told on stored history")
struct PastReplayTests {
    private let now = Make.instant("2026-06-30T12:00:00Z")

    private func state(
        _ transactions: [Transaction] = [], balances: [(String, String)] = [],
        firstSeen: String = "2026-06-01T09:00:00Z"
    ) throws -> StoredState {
        var account = Make.accountFacts(Make.account(booked: "900.00"), at: firstSeen)
        account.coveredFrom = Make.day("2026-01-01")
        account.freshAt = now
        account.completeAt = now
        let records = try balances.map { instant, amount in
            AccountBalance(
                accountID: Make.accountID(),
                currentBalance: .booked(
                    try Balance(signed: Make.money(amount), asOf: Make.instant(instant))),
                day: CalendarDay(of: Make.instant(instant), in: Make.oslo))
        }
        return StoredState(
            facts: Facts(accounts: [account.account.id: account]),
            rows: transactions.map {
                StoredTransaction($0, isBaseline: $0.firstSeen <= account.firstSeen)
            }, transactions: transactions, balances: records)
    }

    private func answer(_ sentence: String, _ state: StoredState) -> PastAnswer? {
        PastReplay.played(
            [Make.rule(sentence)], in: state, zone: Make.oslo, pollInterval: .seconds(300), at: now
        ).answers["rule"]
    }

    private func row(_ amount: String, _ day: String, seen: String = "2026-06-01T09:00:00Z")
        -> Transaction
    {
        Make.transaction(Make.observation(amount, day), firstSeen: seen)
    }

    @Test("events are counted from the first stored row on, also from before the first poll")
    func events() throws {
        let rows = [
            row("-600.00", "2026-01-03"), row("-700.00", "2026-02-10"), row("-5.00", "2026-03-01"),
            row("-900.00", "2026-06-10", seen: "2026-06-10T10:00:00Z"),
        ]
        let found = answer("new debit over 500", try state(rows))
        #expect(found?.count.notified == 3)
        #expect(found?.since == Make.day("2026-01-03"))
        #expect(found?.count.last == Make.instant("2026-06-10T10:00:00Z"))
        #expect(
            found?.lines(in: Make.oslo).first?.hasPrefix("would have notified you 3 times since")
                == true)
    }

    @Test("a limit merges what it holds back, as it would have")
    func limited() throws {
        let rows = ["2026-01-03", "2026-01-04", "2026-01-05"].map { row("-600.00", $0) }
        let found = answer("new debit over 500, at most once a month", try state(rows))
        // The first by itself, the other two when the month ends.
        #expect(found?.count.notified == 3)
        #expect(found?.count.held == 0)
    }

    @Test("levels follow the stored figures, and 'for' waits")
    func levels() throws {
        let stored = try state(balances: [
            ("2026-06-01T09:00:00Z", "500.00"), ("2026-06-02T09:00:00Z", "50.00"),
            ("2026-06-02T09:10:00Z", "500.00"), ("2026-06-03T09:00:00Z", "40.00"),
            ("2026-06-05T09:00:00Z", "600.00"),
        ])
        let found = answer("balance under 100", stored)
        #expect(found?.count.notified == 2)
        #expect(found?.since == Make.day("2026-06-01"))
        let held = answer("balance under 100, for 30 minutes", stored)
        #expect(held?.count.notified == 1)
        #expect(held?.count.last == Make.instant("2026-06-03T09:30:00Z"))
    }

    @Test("windows fire once in each of their periods")
    func windows() throws {
        let rows = ["2026-02-03", "2026-02-04", "2026-03-05", "2026-04-01"].map { day in
            Make.transaction(
                Make.observation("-600.00", day, text: "KIWI \(day)", type: .pointOfSale),
                firstSeen: "2026-06-01T09:00:00Z")
        }
        #expect(answer("spending this month over 1000", try state(rows))?.count.notified == 1)
        #expect(answer("spending this month over 500", try state(rows))?.count.notified == 3)
    }

    @Test("missed deadlines are counted once the history covers their time")
    func absences() throws {
        let rows = ["2026-01-14", "2026-02-14", "2026-04-14", "2026-05-14", "2026-06-14"].map {
            row("30000.00", $0)
        }
        let found = answer("no credit over 20 000 by the 15th", try state(rows))
        // March's deadline was missed; before February nothing is known of the time before.
        #expect(found?.count.notified == 1)
    }

    @Test("a booking that was reserved at another amount is no second event")
    func bookings() throws {
        var booked = row("-600.00", "2026-06-10", seen: "2026-06-10T10:00:00Z")
        booked.reservedAmount = Make.money("550.00")
        #expect(answer("new debit over 500", try state([booked]))?.count.notified == 1)
        #expect(answer("new booked debit over 500", try state([booked]))?.count.notified == 1)
        #expect(answer("new pending debit over 500", try state([booked]))?.count.notified == 1)
    }

    private func visit(
        _ amount: String, _ day: String, _ text: String, seen: String? = nil
    ) -> Transaction {
        Make.transaction(
            Make.observation(amount, day, text: text, type: .pointOfSale),
            firstSeen: seen ?? "\(day)T10:00:00Z")
    }

    @Test("a move is counted once, when it is first seen, and again after it was over")
    func changes() throws {
        let stored = try state(balances: [
            ("2026-06-01T09:00:00Z", "9000.00"), ("2026-06-02T08:00:00Z", "3000.00"),
            ("2026-06-02T10:00:00Z", "2900.00"), ("2026-06-10T09:00:00Z", "9000.00"),
            ("2026-06-11T08:30:00Z", "3500.00"),
        ])
        let found = answer("balance dropped by more than 5000 in 24 hours", stored)
        #expect(found?.count.notified == 2)
        #expect(found?.since == Make.day("2026-06-01"))
        #expect(found?.count.last == Make.instant("2026-06-11T08:30:00Z"))
        let dropped = answer("balance dropped by more than 7000 in 24 hours", stored)
        #expect(dropped?.count.notified == 0)
    }

    @Test("a set of like transactions is counted once, however large it grows")
    func repetitions() throws {
        let rows = [
            visit("-129.00", "2026-06-03", "A"), visit("-129.00", "2026-06-03", "B"),
            visit("-129.00", "2026-06-03", "C", seen: "2026-06-03T12:00:00Z"),
            visit("-129.00", "2026-06-04", "D"), visit("-50.00", "2026-06-05", "E"),
            visit("-50.00", "2026-06-05", "F"),
        ]
        let found = answer("2 debits of the same amount on the same day", try state(rows))
        #expect(found?.count.notified == 2)
        #expect(found?.count.last == Make.instant("2026-06-05T10:00:00Z"))
    }

    @Test("an overview is counted at each of its instants since figures are known")
    func summaries() throws {
        let stored = try state(balances: [("2026-06-01T09:00:00Z", "500.00")])
        // Mondays: the first one's instant was over when the figure came.
        #expect(answer("summary every monday at 08:00", stored)?.count.notified == 4)
        #expect(answer("summary every month on the 1st at 08:00", stored)?.count.notified == 0)
    }

    @Test("a merchant is new once, and not before thirty days are known")
    func newMerchants() throws {
        let rows = [
            visit("-10.00", "2026-04-01", "KIOSK"), visit("-20.00", "2026-04-10", "BAKERI"),
            visit("-30.00", "2026-05-10", "FRISØR"), visit("-40.00", "2026-05-20", "FRISØR"),
            visit("-50.00", "2026-05-21", "BAKERI"),
        ]
        let found = answer("new debit at a new merchant", try state(rows))
        #expect(found?.count.notified == 1)
        #expect(found?.count.last == Make.instant("2026-05-10T10:00:00Z"))
    }

    @Test("an event is held against the figures of its own time")
    func whiles() throws {
        let rows = [
            visit("-600.00", "2026-06-05", "A"), visit("-700.00", "2026-06-12", "B"),
            visit("-100.00", "2026-06-13", "C"),
        ]
        let stored = try state(
            rows,
            balances: [
                ("2026-06-01T09:00:00Z", "5000.00"), ("2026-06-10T09:00:00Z", "500.00"),
                ("2026-06-20T09:00:00Z", "5000.00"),
            ])
        let found = answer("new debit over 500 while balance under 1000", stored)
        #expect(found?.count.notified == 1)
        #expect(found?.count.last == Make.instant("2026-06-12T10:00:00Z"))
    }

    @Test(
        "what is not stored is said",
        arguments: ["bank is unreachable", "data is older than 6 hours"])
    func unknowable(_ sentence: String) throws {
        let found = answer(sentence, try state())
        #expect(found?.obstacle != nil)
        #expect(found?.json.text.contains(#""wouldHaveTold":null"#) == true)
    }

    @Test("without history nothing is claimed")
    func empty() throws {
        let found = answer("new debit over 500", try state())
        #expect(found?.since == nil)
        #expect(found?.lines(in: Make.oslo) == ["nothing is stored that it could have fired on"])
    }
}
