import Finance
import Foundation
import TestSupport
import Testing

@Suite("Balances and accounts")
struct BalanceTests {
    private static let now = Make.instant("2026-03-06T09:00:00Z")

    @Test(
        "a balance is positive with a side, and signed again on request",
        arguments: [
            ("95.00", CreditDebitIndicator.credit, "95.00"), ("0", .credit, "0"),
            ("-1200.00", .debit, "1200.00"),
        ])
    func signs(signed: String, side: CreditDebitIndicator, amount: String) throws {
        let balance = try Balance(signed: Make.money(signed), asOf: Self.now)
        #expect(balance.creditDebitIndicator == side)
        #expect(balance.amount == Make.money(amount))
        #expect(balance.signedAmount == Make.money(signed))
    }

    @Test("the one amount without a positive twin is refused, not a crash")
    func edge() throws {
        let least = Money(minorUnits: .min, currency: .nok)
        #expect(throws: MoneyError.overflow) { try Balance(signed: least, asOf: Self.now) }
        let next = Money(minorUnits: .min + 1, currency: .nok)
        #expect(try Balance(signed: next, asOf: Self.now).signedAmount == next)
    }

    @Test("a record's identifier follows from account and millisecond")
    func recordIDs() throws {
        func record(_ milliseconds: Double) throws -> AccountBalance {
            let date = Date(timeIntervalSince1970: 1_772_787_600 + milliseconds / 1_000)
            let figure = try Balance(signed: Make.money("1"), asOf: date)
            return AccountBalance(
                accountID: Make.accountID(), currentBalance: .booked(figure),
                day: CalendarDay(of: date, in: Make.oslo))
        }
        let ids = try Set((0..<1_000).map { try record(Double($0)).id })
        #expect(ids.count == 1_000)
        #expect(try record(123).id == record(123.0001).id)
    }

    @Test("an account's identifier follows from source and bank id, its kind from the observation")
    func accounts() {
        #expect(Make.account().account.id == Make.accountID("a1"))
        #expect(Make.accountID("a1") != Make.accountID("a2"))
        #expect(Make.accountID("a1", source: "x") != Make.accountID("a1"))
        #expect(Make.account().account.assetAccount != nil)
        #expect(Make.account().account.liabilityAccount == nil)
        #expect(
            Make.card().account.liabilityAccount?.creditInformation.creditLimit
                == Make.money("30000"))
    }

    @Test("credit used is what is owed, nothing when overpaid, unknown on an asset account")
    func creditUsed() {
        #expect(Make.accountFacts(Make.card(booked: "-1200.00")).creditUsed == Make.money("1200"))
        #expect(Make.accountFacts(Make.card(booked: "10.00")).creditUsed == Make.money("0"))
        #expect(Make.accountFacts(Make.card(booked: nil)).creditUsed == nil)
        #expect(Make.accountFacts(Make.account(booked: "-50.00")).creditUsed == nil)
    }

    @Test("both figures are found in each shape")
    func currentBalance() throws {
        let (low, high) = (
            try Balance(signed: Make.money("1"), asOf: Self.now),
            try Balance(signed: Make.money("2"), asOf: Self.now)
        )
        #expect(CurrentBalance.available(low).booked == nil)
        #expect(CurrentBalance.booked(high).available == nil)
        let both = CurrentBalance.availableAndBooked(available: low, booked: high)
        #expect(both.available == low && both.booked == high && both.asOfDate == Self.now)
    }
}
