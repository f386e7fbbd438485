import Finance
import Foundation
import TestSupport
import Testing

@Suite("What a store loads for an answer")
struct HoldingsTests {
    @Test(
        "ten days before the covered day or the oldest row",
        arguments: [
            ("2026-02-20", "2026-03-05", "2026-02-10"), ("2026-03-05", "2026-02-25", "2026-02-15"),
        ])
    func named(from: String, oldest: String, expected: String) {
        let snapshot = Make.snapshot(
            "2026-03-06T09:00:00Z", [Make.account(from: from)],
            [Make.observation("-1", oldest, posted: "2026-03-06")])
        #expect(
            ReconciliationInput.firstDayNeeded(for: snapshot) == [
                Make.accountID(): Make.day(expected)
            ])
    }

    @Test("an answer that names no day needs more than a month")
    func unnamed() {
        let snapshot = Make.snapshot("2026-03-06T09:00:00Z", [Make.account()])
        #expect(
            ReconciliationInput.firstDayNeeded(for: snapshot) == [
                Make.accountID(): Make.day("2026-01-25")
            ])
    }

    @Test("rows of one account do not widen another's days")
    func perAccount() {
        let snapshot = Make.snapshot(
            "2026-03-06T09:00:00Z",
            [Make.account(from: "2026-02-20"), Make.account("a2", from: "2026-02-20")],
            [Make.observation("-1", "2026-01-11")])
        #expect(
            ReconciliationInput.firstDayNeeded(for: snapshot)
                == [
                    Make.accountID(): Make.day("2026-01-01"),
                    Make.accountID("a2"): Make.day("2026-02-10"),
                ])
    }
}
