import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Subscriptions (RL-78)")
struct SubscriptionTests {
    private func row(
        _ amount: String, _ day: String, _ text: String = "STREAMING AS",
        _ type: TransactionType = .pointOfSale
    ) -> Transaction {
        Transaction(
            id: StableHash("subscription", amount, day, text).uuid,
            accountID: StableHash("account").uuid,
            observed: Make.observation(amount, day, text: text, type: type),
            firstSeen: Make.instant("\(day)T12:00:00Z"))
    }

    private func found(_ rows: [Transaction], on day: String = "2026-03-20") -> [Subscription] {
        Subscription.found(in: rows, on: Make.day(day))
    }

    @Test("are like amounts at one merchant at regular distance, three times")
    func recognised() throws {
        let rows = [
            row("-129.00", "2026-01-15"), row("-129.00", "2026-02-15"),
            row("-139.00", "2026-03-16"),
        ]
        let subscription = try #require(found(rows).first)
        #expect(subscription.rhythm == .month)
        #expect(subscription.count == 3)
        #expect(subscription.last.transactionAmount == Make.money("139.00"))
        #expect(subscription.previousAmount == Make.money("129.00"))
        #expect(subscription.next == Make.day("2026-04-16"))
        #expect(!subscription.isMissing(on: Make.day("2026-04-20")))
        #expect(subscription.isMissing(on: Make.day("2026-04-22")))
        #expect(found(Array(rows.dropLast())).isEmpty)
    }

    @Test(
        "come every week, 2 weeks, month, quarter or year",
        arguments: [
            (["2026-03-03", "2026-03-10", "2026-03-17"], Subscription.Rhythm.week),
            (["2026-02-17", "2026-03-03", "2026-03-17"], .fortnight),
            (["2025-09-01", "2025-12-01", "2026-03-02"], .quarter),
            (["2024-03-01", "2025-03-03", "2026-03-02"], .year),
        ])
    func rhythms(days: [String], expected: Subscription.Rhythm) {
        #expect(found(days.map { row("-99.00", $0) }).map(\.rhythm) == [expected])
    }

    @Test(
        "on the last day of a short month are due on the agreed day of the next",
        arguments: [
            (["2025-12-31", "2026-01-31", "2026-02-28"], "2026-03-31"),
            (["2025-12-29", "2026-01-29", "2026-02-28"], "2026-03-29"),
            (["2025-12-28", "2026-01-28", "2026-02-28"], "2026-03-28"),
            (["2026-01-31", "2026-02-28", "2026-03-31"], "2026-04-30"),
            (["2025-08-31", "2025-11-30", "2026-02-28"], "2026-05-31"),
        ])
    func endOfMonth(days: [String], expected: String) {
        #expect(found(days.map { row("-99.00", $0) }).map(\.next) == [Make.day(expected)])
    }

    @Test("go on if one payment is left out, and end if two are")
    func leftOut() {
        let days = ["2026-01-13", "2026-02-13", "2026-03-13", "2026-04-13"]
        func next(_ later: String...) -> [CalendarDay] {
            found((days + later).map { row("-129.00", $0) }, on: "2026-07-20").map(\.next)
        }
        #expect(next("2026-06-13") == [Make.day("2026-07-13")])
        #expect(next("2026-06-13", "2026-07-13") == [Make.day("2026-08-13")])
        #expect(next("2026-07-13").isEmpty)
        let three = [days[0], days[1], "2026-04-13"]
        #expect(found(three.map { row("-129.00", $0) }, on: "2026-04-20").isEmpty)
    }

    @Test("are not: other amounts, irregular days, money in, cash, and what ended long ago")
    func others() {
        let days = ["2026-01-15", "2026-02-15", "2026-03-15"]
        #expect(found(zip(["-10.00", "-20.00", "-40.00"], days).map { row($0, $1) }).isEmpty)
        #expect(
            found(["2026-01-15", "2026-01-20", "2026-03-15"].map { row("-9.00", $0) }).isEmpty)
        #expect(found(days.map { row("99.00", $0, "STREAMING AS", .refund) }).isEmpty)
        #expect(found(days.map { row("-500.00", $0, "MINIBANK", .atm) }).isEmpty)
        #expect(found(days.map { row("-99.00", $0) }, on: "2026-06-20").isEmpty)
    }

    @Test("two at one merchant are two, and purchases between them change nothing")
    func two() {
        let days = ["2026-01-15", "2026-02-15", "2026-03-15"]
        let rows =
            days.map { row("-39.00", $0) } + days.map { row("-129.00", $0) }
            + [row("-900.00", "2026-02-20")]
        let amounts = found(rows).map(\.last.transactionAmount.decimalText)
        #expect(amounts.sorted() == ["129.00", "39.00"])
    }

    @Test("are known however many years they go on")
    func years() {
        let days = (0..<80).map { Make.day("2019-08-15").adding(months: $0).description }
        let last = found(days.map { row("-129.00", $0) }).map(\.last.transactionDate.description)
        #expect(last == ["2026-03-15"])
    }

    @Test("are the same series in whatever order the payments came to light")
    func order() {
        let rows = ["2025-12-15", "2026-01-15", "2026-02-15", "2026-03-15"].flatMap {
            [row("-129.00", $0), row("-39.00", $0), row("-900.00", $0, "STREAMING AS", .refund)]
        }
        func series(_ rows: [Transaction], without gone: Transaction? = nil) -> [[UUID]] {
            var payments = MerchantPayments()
            for row in rows { payments.add(row) }
            if let gone { payments.remove(gone) }
            payments.settle()
            return payments.series.map { $0.payments.map(\.id) }
        }
        let expected = series(rows.sorted(by: Arrivals.precedes))
        #expect(series(rows.reversed()) == expected && expected.count == 3)
        let late = row("-129.00", "2026-02-01")
        #expect(series(rows.reversed() + [late], without: late) == expected)
    }
}
