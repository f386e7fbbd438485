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
