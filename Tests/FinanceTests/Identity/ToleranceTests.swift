import TestSupport
import Testing

@testable import Finance

@Suite("How far a booking may be from its reservation")
struct ToleranceTests {
    @Test(
        "per category of the booked row",
        arguments: [
            ("5541", "-1000.00", "-612.35", true), ("5542", "-1000.00", "-0.01", true),
            ("5552", "-1000.00", "-1500.00", true), ("5541", "-1000.00", "-1500.01", false),
            ("5541", "-799.00", "-612.35", true), ("5541", "-799.00", "-799.00", true),
            ("5541", "-799.00", "-799.01", false), ("5541", "-750.00", "-799.01", true),
            ("7011", "-1000.00", "-1300.00", true), ("3501", "-1000.00", "-1300.01", false),
            ("3355", "-1000.00", "-999.99", false), ("7512", "-1000.00", "-1000.00", true),
            ("5812", "-1000.00", "-1250.00", true), ("5814", "-1000.00", "-1250.01", false),
            ("5811", "-1000.00", "-999.99", false), ("5541", "-1000.00", "1000.00", false),
            ("5541", "0", "-1.00", false),
        ])
    func categories(mcc: String, reserved: String, booked: String, isAllowed: Bool) throws {
        let row = Make.observation(booked, "2026-03-06", mcc: mcc)
        let tolerance = try #require(AmountTolerance(booked: row))
        #expect(
            tolerance.allows(reserved: Make.money(reserved), booked: row.amount) == isAllowed)
    }

    @Test(
        "round holds of fuel in the currency's own units (D77)",
        arguments: [
            ("JPY", "-1150", "-1400", true), ("JPY", "-1160", "-1400", false),
            ("JPY", "-1160", "-900", true), ("KWD", "-50.000", "-60.000", true),
            ("KWD", "-5.000", "-6.000", false), ("NOK", "-50.00", "-60.00", true),
        ])
    func currencies(code: String, reserved: String, booked: String, isAllowed: Bool) throws {
        let row = Make.observation("-1.00", "2026-03-06", mcc: "5541")
        let tolerance = try #require(AmountTolerance(booked: row))
        let isFound = tolerance.allows(
            reserved: Make.money(reserved, code), booked: Make.money(booked, code))
        #expect(isFound == isAllowed)
    }

    @Test("a reservation may fall to any amount only from a round one, in its own units (D77)")
    func changes() {
        let yen = { Make.money($0, "JPY") }
        #expect(AmountTolerance.allowsChange(from: yen("-1200"), to: yen("-300")))
        #expect(!AmountTolerance.allowsChange(from: yen("-1250"), to: yen("-300")))
        #expect(!AmountTolerance.allowsChange(from: Make.money("-12.34"), to: Make.money("-5")))
    }

    @Test(
        "ten percent either way abroad",
        arguments: [
            ("-312.40", "-318.75", true), ("-100.00", "-110.00", true), ("-100.00", "-90.00", true),
            ("-100.00", "-110.01", false), ("-100.00", "-89.99", false),
        ])
    func abroad(reserved: String, booked: String, isAllowed: Bool) throws {
        let row = Make.observation(
            booked, "2026-03-06", foreign: ForeignAmount(amount: Make.money("30", "USD")))
        let tolerance = try #require(AmountTolerance(booked: row))
        #expect(
            tolerance.allows(reserved: Make.money(reserved), booked: row.amount) == isAllowed)
    }

    @Test("none without a reason")
    func none() {
        let home = ForeignAmount(amount: Make.money("100"))
        #expect(AmountTolerance(booked: Make.observation("-1", "2026-03-06")) == nil)
        #expect(AmountTolerance(booked: Make.observation("-1", "2026-03-06", mcc: "5411")) == nil)
        #expect(AmountTolerance(booked: Make.observation("-1", "2026-03-06", foreign: home)) == nil)
    }

    @Test("the largest amounts do not overflow")
    func edge() throws {
        let row = Make.observation("-1", "2026-03-06", mcc: "5541")
        let tolerance = try #require(AmountTolerance(booked: row))
        let least = Money(minorUnits: .min, currency: .nok)
        #expect(tolerance.allows(reserved: least, booked: least))
        #expect(AmountTolerance.distance(reserved: row.amount, booked: least) == 10_000)
        #expect(AmountTolerance.distance(reserved: Make.money("0"), booked: least) == 10_000)
        #expect(
            AmountTolerance.distance(reserved: Make.money("10"), booked: Make.money("11")) == 100)
    }
}
