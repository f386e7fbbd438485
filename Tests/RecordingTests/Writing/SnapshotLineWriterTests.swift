import Finance
import Foundation
import Recording
import Testing

@Suite("Writing a line of a recording")
struct SnapshotLineWriterTests {
    private let reader = SnapshotLineReader()
    private let writer = SnapshotLineWriter()

    private func text(_ snapshot: Snapshot) -> String {
        String(decoding: writer.line(snapshot), as: UTF8.self)
    }

    @Test(
        "gives back the very line that was read", arguments: [Examples.complete, Examples.details])
    func roundTrip(line: String) throws {
        #expect(text(try reader.snapshot(Array(line.utf8), number: 1)) == line)
    }

    @Test("keeps the kind of trouble")
    func failures() throws {
        let at = Date(timeIntervalSince1970: 1_772_787_900)
        let failed = Snapshot(
            source: "s", observedAt: at,
            failure: SourceFailure(kind: .timedOut, problem: "x", fix: "y"))
        #expect(
            text(failed)
                == #"{"observedAt":"2026-03-06T09:05:00Z","source":"s","outcome":"failed","error":"timedOut"}"#
        )
        let throttled = Snapshot(
            source: "s", observedAt: at, outcome: .throttled(retryAfter: .seconds(5)), accounts: [],
            transactions: [])
        #expect(
            text(throttled)
                == #"{"observedAt":"2026-03-06T09:05:00Z","source":"s","outcome":"throttled","error":"throttled","retryAfter":5}"#
        )
    }

    @Test("never breaks a line, whatever a bank's text contains")
    func hostileTexts() throws {
        let text = String(String.UnicodeScalarView((0...0x2100).compactMap(UnicodeScalar.init)))
        let day = CalendarDay(dayNumber: 20_000)
        let line = BareTransactionLine(
            TransactionObservation(
                bankAccountID: "a\"\\", amount: Money(minorUnits: -1, currency: .nok),
                status: .booked, date: day, posted: day, text: text))
        let bytes = writer.line(line)
        #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
        #expect(try reader.line(bytes, number: 1) == .transaction(line))
    }

    @Test("writes bare transactions so that they read back the same")
    func bareTransactions() throws {
        let day = CalendarDay(dayNumber: 20_518)
        var line = BareTransactionLine(
            TransactionObservation(
                bankAccountID: "Bruk", amount: Money(minorUnits: -1_250, currency: .nok),
                status: .booked, date: day, posted: day))
        #expect(
            String(decoding: writer.line(line), as: UTF8.self)
                == #"{"account":"Bruk","amount":"-12.50","date":"2026-03-06"}"#)
        line.row.amount = Money(minorUnits: -.max, currency: Currency(code: "KWD") ?? .nok)
        line.time = Date(timeIntervalSince1970: -0.001)
        line.row.status = .pending
        line.row.posted = nil
        line.row.merchantName = "M"
        line.row.merchantCategoryCode = MerchantCategoryCode("0001")
        line.row.type = .refund
        #expect(try reader.line(writer.line(line), number: 1) == .transaction(line))
    }

    @Test("names a scheduled item's currency only where it is not the account's")
    func scheduledCurrency() throws {
        let eur = try #require(Currency(code: "EUR"))
        let account = AccountObservation(
            details: AccountDetails(
                displayName: "E", institutionName: "s", currency: eur, bankAccountID: "e"),
            kind: .asset, booked: nil, available: nil)
        let items = [eur, .nok].map {
            ScheduledItem(
                bankAccountID: "e", id: $0.code, amount: Money(minorUnits: -1, currency: $0),
                due: CalendarDay(dayNumber: 0), text: nil, kind: .eInvoice)
        }
        let snapshot = Snapshot(
            source: "s", observedAt: Date(timeIntervalSince1970: 0), accounts: [account],
            transactions: [], scheduled: items)
        let line = writer.line(snapshot)
        #expect(try reader.snapshot(line, number: 1) == snapshot)
        #expect(
            String(decoding: line, as: UTF8.self).components(separatedBy: "\"currency\"").count == 3
        )
    }
}
