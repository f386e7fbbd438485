import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("How many rows are looked at to find like transactions")
struct RepeatWorkTests {
    /// The rows that are looked at for so many rows, ten a day on one account.
    private func rowsLookedAt(_ sentence: String, rows: Int) -> Int {
        var compiler = RuleCompiler(history: HistoryTable(zone: Make.oslo))
        var table = RepeatTable([Make.rule(sentence)], &compiler)
        var state = EvaluationState(
            moment: EvaluationMoment(
                facts: Facts(), now: .distantPast, zone: Make.oslo,
                pollIntervals: PollIntervals(.seconds(300))),
            registry: AccountRegistry(naming: AccountNaming()), pool: compiler.pool,
            windows: WindowTable([], compiler.pool), changes: ChangeTable([]),
            reservations: OpenReservations([]), history: compiler.history)
        for number in 0..<rows {
            let day = CalendarDay(dayNumber: 20_500 + number / 10)
            let now = day.instant(in: Make.oslo).addingTimeInterval(Double(number % 10) * 60)
            let row = TransactionObservation(
                bankAccountID: "a1", amount: Money(minorUnits: -5_000, currency: .nok),
                status: .booked, date: day, posted: day, text: "KIOSK", type: .pointOfSale)
            let transaction = Transaction(
                id: StableHash("row", "\(number)").uuid, accountID: Make.accountID("a1"),
                observed: row, firstSeen: now)
            state.moment = EvaluationMoment(
                facts: Facts(), now: now, zone: Make.oslo, today: day,
                pollIntervals: state.moment.pollIntervals,
                transactions: [
                    TransactionChange(before: nil, after: transaction, cause: .appeared)
                ])
            _ = table.verdicts(&state)
        }
        return table.rowsLookedAt
    }

    @Test(
        "follows the rows inside the window, not those seen before",
        arguments: [
            "2 debits of the same amount within 3 days",
            "5 purchases of the same amount within 20 minutes",
            "30 debits at the same merchant within 2 days",
            "4 debits of the same amount on the same day",
        ])
    func isLinear(_ sentence: String) {
        let some = rowsLookedAt(sentence, rows: 500)
        #expect(rowsLookedAt(sentence, rows: 2_000) < some * 5)
    }
}
