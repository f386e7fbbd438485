import Finance
import Foundation
import TestSupport
import Testing

@Suite("Answers that lose too much wait for a day (D70)")
struct DoubtTests {
    private static let rows = (1...5).map {
        Make.observation("-\($0)0.00", "2026-03-02", text: "KIOSK \($0)")
    }

    private static func ledger(_ rows: [TransactionObservation] = rows) -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", [Make.account(from: "2026-02-20")]))
        ledger.take(Make.snapshot("2026-03-02T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
        return ledger
    }

    private static func take(
        _ ledger: inout Ledger, _ instant: String, _ rows: [TransactionObservation] = []
    ) -> Reconciliation {
        ledger.take(Make.snapshot(instant, [Make.account(from: "2026-02-20")], rows))
    }

    @Test(
        "all rows, or more than half and three booked ones",
        arguments: [(0, true), (1, true), (2, true), (3, false), (4, false)])
    func amount(kept: Int, isDoubtful: Bool) {
        var ledger = Self.ledger()
        let result = Self.take(&ledger, "2026-03-03T09:00:00Z", Array(Self.rows.prefix(kept)))
        let read = Make.instant("2026-03-02T09:00:00Z")
        #expect((result.accounts.first?.completeAt == read) == isDoubtful)
        #expect(result.doubted == (isDoubtful ? [Make.accountID("a1")] : []))
        #expect((result.source.lastComplete == read) == isDoubtful)
        #expect(result.accounts.first?.freshAt == Make.instant("2026-03-03T09:00:00Z"))
    }

    @Test("two of three booked rows are few enough to be believed")
    func few() {
        var ledger = Self.ledger(Array(Self.rows.prefix(3)))
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", [Self.rows[0]])
        let causes = Self.take(&ledger, "2026-03-03T09:05:00Z", [Self.rows[0]])
            .changes.transactions.map(\.cause)
        #expect(causes == [.removed, .removed])
    }

    @Test("nothing is deleted and nothing new is told before the day has passed")
    func waits() {
        var ledger = Self.ledger()
        let new = Make.observation("-99.00", "2026-03-03", text: "NY")
        for instant in ["2026-03-03T09:00:00Z", "2026-03-03T09:05:00Z", "2026-03-04T08:59:59Z"] {
            #expect(Self.take(&ledger, instant, [new]).changes.transactions.isEmpty)
        }
        let changes = Self.take(&ledger, "2026-03-04T09:00:00Z", [new]).changes.transactions
        #expect(changes.filter { $0.cause == .removed }.count == 5)
        #expect(changes.filter { $0.cause == .appeared }.count == 1)
    }

    @Test("rows that come back in time were never gone")
    func comesBack() {
        var ledger = Self.ledger()
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z")
        let result = Self.take(&ledger, "2026-03-03T09:05:00Z", Self.rows)
        #expect(result.changes.transactions.isEmpty)
        #expect(result.accounts.first?.completeAt == Make.instant("2026-03-03T09:05:00Z"))
        #expect(ledger.records().allSatisfy { $0.missingSince == nil && $0.missedAnswers == 0 })
    }

    @Test("what has been missing for a day holds nothing up any more")
    func bounded() {
        var ledger = Self.ledger(Array(Self.rows.prefix(2)))
        _ = Self.take(&ledger, "2026-03-03T09:00:00Z", [Self.rows[0]])
        _ = Self.take(&ledger, "2026-03-03T21:00:00Z")
        let half = Self.take(&ledger, "2026-03-04T09:00:00Z")
        #expect(half.changes.transactions.isEmpty)
        let whole = Self.take(&ledger, "2026-03-04T21:00:00Z")
        #expect(whole.changes.transactions.map(\.cause) == [.removed, .removed])
    }

    @Test("a lone reservation that goes beside other rows is nothing to doubt")
    func reservation() {
        var ledger = Self.ledger([Make.reservation("-42.00", "2026-03-02")])
        let new = Make.observation("-99.00", "2026-03-03", text: "NY")
        let result = Self.take(&ledger, "2026-03-03T09:00:00Z", [new])
        #expect(result.changes.transactions.map(\.cause) == [.appeared])
    }

    @Test("an answer of days that are known is doubted too")
    func knownDays() {
        var account = Make.account(from: "2026-03-01")
        account.coveredThrough = Make.day("2026-03-02")
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-05T09:00:00Z", [account], Self.rows))
        let other = Make.observation("-99.00", "2026-03-02", text: "NY")
        let result = ledger.take(Make.snapshot("2026-03-05T10:00:00Z", [account], [other]))
        #expect(result.doubted == [Make.accountID("a1")])
        #expect(result.changes.transactions.isEmpty)
    }

    @Test("an answer that ends before the known days is doubted for a day, and removes nothing")
    func olderDays() {
        func file(_ instant: String, through: String, _ rows: [TransactionObservation]) -> Snapshot
        {
            var account = Make.account(from: "2026-03-01")
            account.coveredThrough = Make.day(through)
            return Make.snapshot(instant, [account], rows)
        }
        let later = Make.observation("-60.00", "2026-03-04", text: "KIOSK 6")
        let other = Make.observation("-99.00", "2026-03-02", text: "NY")
        var ledger = Ledger()
        ledger.take(file("2026-03-05T09:00:00Z", through: "2026-03-04", Self.rows + [later]))
        for hour in 10...12 {
            let instant = "2026-03-05T\(hour):00:00Z"
            let result = ledger.take(file(instant, through: "2026-03-03", [other]))
            #expect(result.doubted == [Make.accountID("a1")])
            #expect(result.changes.transactions.isEmpty)
        }
        #expect(ledger.records().allSatisfy { $0.missedAnswers == 0 })
        for day in 6...8 {
            let instant = "2026-03-0\(day)T10:00:00Z"
            let result = ledger.take(file(instant, through: "2026-03-03", [other]))
            #expect(result.doubted.isEmpty)
            #expect(result.changes.transactions.map(\.cause) == (day == 6 ? [.appeared] : []))
        }
        ledger.take(
            file("2026-03-09T10:00:00Z", through: "2026-03-04", Self.rows + [later, other]))
        #expect(ledger.records().allSatisfy { $0.missingSince == nil && !$0.isGone })
    }

    @Test("an older answer may lack what was booked later on its last day")
    func olderLastDay() {
        func file(_ instant: String, through: String, _ rows: [TransactionObservation]) -> Snapshot
        {
            var account = Make.account(from: "2026-02-20")
            account.coveredThrough = Make.day(through)
            return Make.snapshot(instant, [account], rows)
        }
        var ledger = Ledger()
        let later = Make.observation("-60.00", "2026-03-04", text: "KIOSK 6")
        ledger.take(file("2026-03-05T09:00:00Z", through: "2026-03-04", Self.rows + [later]))
        let early = Make.observation("-99.00", "2026-02-25", text: "NY")
        let result = ledger.take(file("2026-03-05T10:00:00Z", through: "2026-03-02", [early]))
        #expect(result.doubted.isEmpty)
        #expect(result.changes.transactions.map(\.cause) == [.appeared])
    }

    @Test("figures of a file that is not believed wait with its rows, those of a bank do not")
    func figures() {
        for isFile in [true, false] {
            var account = Make.account(booked: "876.55", from: "2026-02-20")
            if isFile { account.coveredThrough = Make.day("2026-03-02") }
            var ledger = Ledger()
            ledger.take(Make.snapshot("2026-03-02T09:00:00Z", [account], Self.rows))
            let before = ledger.stored.accounts.values.first
            account.booked = Make.money("5")
            if isFile { account.coveredThrough = Make.day("2026-03-03") }
            let other = Make.observation("-99.00", "2026-03-02", text: "NY")
            let result = ledger.take(Make.snapshot("2026-03-03T09:00:00Z", [account], [other]))
            #expect(result.doubted.count == 1)
            #expect((ledger.stored.accounts.values.first == before) == isFile)
            #expect(result.balances.isEmpty == isFile)
            #expect(result.changes.refreshedAccounts.isEmpty == isFile)
            // After a day it is believed.
            let later = ledger.take(Make.snapshot("2026-03-04T10:00:00Z", [account], [other]))
            #expect(later.doubted.isEmpty)
            #expect(later.accounts.first?.booked == Make.money("5"))
        }
    }
}
