import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("What `except` leaves out")
struct ExceptionTests {
    private func matches(_ excluded: Filter.Kind) -> Bool {
        var pool = MatchPool()
        let program = pool.program(.everything, [Filter(kind: .except(excluded), span: 0..<0)])
        let row = TransactionObservation(
            bankAccountID: "a1", amount: Money(minorUnits: -5_000, currency: .nok),
            status: .booked, date: CalendarDay(dayNumber: 20_500), text: "KIOSK",
            type: .pointOfSale)
        let transaction = Transaction(
            id: StableHash("row").uuid, accountID: Make.accountID("a1"), observed: row,
            firstSeen: .distantPast)
        return program.matches(pool.subject(transaction), &pool)
    }

    @Test("matches what an exception does not name")
    func others() {
        #expect(matches(.at([TextLiteral(text: "REMA*", span: 0..<0)])))
        #expect(!matches(.at([TextLiteral(text: "KIOSK", span: 0..<0)])))
        #expect(matches(.inForeignCurrency))
        #expect(!matches(.ofType(.pointOfSale)))
    }

    @Test("matches nothing if an exception can't be tested, rather than too much")
    func untestable() {
        #expect(!matches(.atNewMerchant))
        #expect(!matches(.exceptOwnTransfers))
    }
}
