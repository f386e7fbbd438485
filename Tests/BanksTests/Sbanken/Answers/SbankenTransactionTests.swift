import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks

@Suite("Rows of the transactions list", .io)
struct SbankenTransactionTests {
    @Test("reservations have the day they were made and no posting day")
    func reservations() throws {
        let lines = try read("transactions").filter { $0.status == .pending }.map(line)
        #expect(
            lines == [
                "2026-03-06 - -187.00 pointOfSale FJORDBY TAXI AS",
                "2026-03-06 - -42.00 pointOfSale KAFFEHJORNET AS",
                "2026-03-06 - -42.00 pointOfSale KAFFEHJORNET AS",
                "2026-03-06 - -389.50 pointOfSale Varekjøp",
                "2026-03-06 - -1000.00 pointOfSale PUMPESTASJON 44",
                "2026-03-06 - -20.00 transfer Straksoverføring",
                "2026-03-05 - -312.40 pointOfSale EXAMPLE HOSTING",
                "2026-03-04 - -800.00 pointOfSale HOTELL DEPOSITU",
            ])
    }

    @Test("bookings have the day of purchase and the day of posting")
    func bookings() throws {
        let lines = try read("transactions-booked").filter { $0.status == .booked }.map(line)
        let expected = [
            "2026-03-06 2026-03-10 -187.00 pointOfSale *0000 06.03 NOK 187.00 F",
            "2026-03-06 2026-03-09 -42.00 pointOfSale *0000 06.03 NOK 42.00 KA",
            "2026-03-06 2026-03-09 -42.00 pointOfSale *0000 06.03 NOK 42.00 KA",
            "2026-03-06 2026-03-09 -612.35 pointOfSale *0000 06.03 NOK 612.35 P",
            "2026-03-05 2026-03-09 -318.75 pointOfSale *0000 05.03 USD 30.00 EX",
            "2026-03-06 2026-03-09 -389.50 pointOfSale 06.03 MATBUTIKKEN FJORDB",
            "2026-03-09 2026-03-09 -20.00 transfer Til: Ola Testesen",
            "2026-03-05 2026-03-05 -1500.00 billPayment Nettgiro til: Fjordby Kr",
            "2026-03-04 2026-03-04 -400.00 transfer Overføring mellom egne k",
            "2026-03-01 2026-03-03 -109.00 pointOfSale *0000 01.03 NOK 109.00 M",
            "2026-03-02 2026-03-02 28450.00 directDeposit Lønn fra: Eksempelbedrif",
            "2026-02-28 2026-02-28 3.12 interest Kreditrente",
        ]
        #expect(lines == expected)
    }

    @Test("no row has a bank's identifier, because none stays")
    func noIdentifier() throws {
        #expect(try read("transactions-booked").allSatisfy { $0.bankTransactionID == nil })
    }

    @Test("merchant, category and foreign amount come from the card's details")
    func card() throws {
        let rows = try read("transactions-booked")
        let taxi = try #require(rows.first { $0.amount.minorUnits == -18_700 })
        #expect(taxi.merchantName == "FJORDBY TAXI AS")
        #expect(taxi.merchantCategoryCode?.description == "4121")
        #expect(taxi.foreign == nil)
        let hosting = try #require(rows.first { $0.amount.minorUnits == -31_875 })
        let dollars = try #require(Currency(code: "USD"))
        #expect(hosting.foreign?.amount == Money(minorUnits: 3_000, currency: dollars))
        #expect(hosting.foreign?.exchangeRate == "10.6250")
        #expect(rows.first { $0.text == "Kreditrente" }?.merchantName == nil)
    }

    @Test("the other side comes from the details, else from the text")
    func counterparty() throws {
        let rows = try read("transactions-booked")
        let power = try #require(rows.first { $0.amount.minorUnits == -150_000 })
        #expect(power.counterparty?.name == "FJORDBY KRAFT AS")
        #expect(power.counterparty?.account?.digits == "99991111121")
        let friend = try #require(rows.first { $0.amount.minorUnits == -2_000 })
        #expect(friend.counterparty == Counterparty(name: "Ola Testesen"))
        let pay = try #require(rows.first { $0.type == .directDeposit })
        #expect(pay.counterparty?.name == "Eksempelbedriften AS")
    }

    @Test("a movement between own accounts is marked")
    func ownTransfer() throws {
        let rows = try read("transactions-booked")
        #expect(rows.filter(\.isOwnTransfer).map(\.amount.minorUnits) == [-40_000])
    }

    @Test("dates of 2019 with an offset mean the day that is written")
    func offsets() throws {
        let lines = try read("v1/transactions-2019-offset-dates").map(line)
        #expect(
            lines == [
                "2026-03-06 - -187.00 pointOfSale FJORDBY TAXI AS",
                "2026-03-04 2026-03-04 -400.00 transfer Overføring mellom egne k",
            ])
    }

    @Test("fields that come and go change nothing")
    func flapping() throws {
        let base = Self.fields("2026-03-06", "-42.0", #""KAFFE""#, isReservation: true)
        let plain = try read(body: base)
        for extra in [
            #""transactionId": "0""#, #""transactionId": 990000000000000001"#, #""source": 0"#,
            #""source": 1"#, #""source": "Archive""#, #""reservationType": null"#,
            #""reservationType": "VisaReservation""#, #""cardDetails": null"#,
            #""interestDate": null"#, #""interestDate": "2030-01-01T00:00:00""#,
        ] {
            #expect(try read(body: base + ", " + extra) == plain, "\(extra)")
        }
    }

    @Test(
        "text may be missing, empty or hostile, and stays as it is",
        arguments: [
            ("null", nil), (#""""#, ""), (#""Nettgiro""#, "Nettgiro"),
            (#""\u0000\u001b[2J""#, "\u{0}\u{1b}[2J"),
            (#""99.99 12.13 Kurs: Kurs:""#, "99.99 12.13 Kurs: Kurs:"),
        ] as [(String, String?)])
    func texts(json: String, text: String?) throws {
        let row = try read(body: Self.fields("2026-03-06", "-1", json))
        #expect(row.text == text)
        #expect(row.date.description == "2026-03-06")
    }

    @Test("a card row without details tells day and foreign amount in its text")
    func withoutDetails() throws {
        let text = #""*0000 31.12 Usd 30.00 EXAMPLE Kurs: 10.6250""#
        let row = try read(body: Self.fields("2026-01-02", "-318.75", text))
        #expect(row.date.description == "2025-12-31")
        #expect(row.foreign?.amount.description == "30.00 USD")
        #expect(row.foreign?.exchangeRate == "10.6250")
        #expect(row.merchantName == nil)
    }

    @Test("a foreign amount that its currency cannot hold is left out")
    func oddForeignAmount() throws {
        let card = #""cardDetails": {"originalCurrencyCode": "JPY", "currencyAmount": 1000.5}"#
        let row = try read(body: Self.fields("2026-01-02", "-75", "null") + ", " + card)
        #expect(row.foreign == nil)
        #expect(row.amount.minorUnits == -7_500)
    }

    private func read(_ name: String) throws -> [TransactionObservation] {
        try Fixture.rows(name).map { try SbankenTransaction.observation($0, of: account()) }
    }

    private func read(body: String) throws -> TransactionObservation {
        try SbankenTransaction.observation(try Fixture.row("{\(body)}"), of: account())
    }

    private static func fields(
        _ day: String, _ amount: String, _ text: String, isReservation: Bool = false
    ) -> String {
        """
        "accountingDate": "\(day)T00:00:00", "amount": \(amount), "text": \(text), \
        "isReservation": \(isReservation), "transactionTypeCode": \(isReservation ? 946 : 714)
        """
    }

    private func account() throws -> AccountObservation {
        let text = #"{"accountId": "A", "accountNumber": "99990000001", "name": "A"}"#
        return try SbankenAccount.observation(try Fixture.row(text), source: "sbanken")
    }

    private func line(_ row: TransactionObservation) -> String {
        let posted = row.posted?.description ?? "-"
        let text = (row.text ?? "").prefix(24)
        return "\(row.date) \(posted) \(row.amount.decimalText) \(row.type) \(text)"
    }
}
