import Finance
import TestSupport
import Testing

@testable import Banks

@Suite("Rows and balances of Enable Banking", .io)
struct EnableBankingAnswerTests {
    private static func row(_ json: String) throws -> AnswerRow { try Fixture.row(json) }

    private static func account(_ kind: String = "CACC") throws -> EnableBankingAccount {
        let json = """
            {"uid": "u", "identification_hash": "h", "identification_hashes": ["h"],
             "cash_account_type": "\(kind)", "currency": "NOK",
             "account_id": {"iban": "NO93 9999 0000 001", "other": null}}
            """
        return try #require(try EnableBankingAccount(try row(json)))
    }

    /// A row that owes 95 kr with more members.
    private static func rows(_ members: String...) throws -> EnableBankingRows {
        try EnableBankingRows(
            try members.map { members in
                try row(
                    """
                    {"transaction_amount": {"currency": "NOK", "amount": "95.00"},
                     "credit_debit_indicator": "DBIT", \(members)}
                    """)
            }, of: try account(), from: Make.day("2026-03-01"), today: Make.day("2026-03-06"))
    }

    @Test(
        "statuses decide what a row is",
        arguments: [
            ("BOOK", "booked"), ("PDNG", "pending"), ("HOLD", "pending"), ("OTHR", "pending"),
            ("SCHD", nil), ("CNCL", nil), ("RJCT", nil),
        ] as [(String, String?)])
    func statuses(word: String, status: String?) throws {
        let rows = try Self.rows(#""status": "\#(word)", "booking_date": "2026-03-06""#)
        #expect(rows.transactions.first?.status.rawValue == status)
        #expect(rows.scheduled.count == (word == "SCHD" ? 1 : 0))
        #expect(rows.remarks.isEmpty == (word != "OTHR"))
    }

    @Test(
        "the day of a purchase is the field's, else the text's, and never after the posting",
        arguments: [
            (#""transaction_date": "2026-03-04", "booking_date": "2026-03-06""#, "2026-03-04"),
            (#""transaction_date": "2026-03-08", "booking_date": "2026-03-06""#, "2026-03-06"),
            (
                #""booking_date": "2026-03-06", "remittance_information": ["05.03 KIOSK"]"#,
                "2026-03-05"
            ),
            (
                #""booking_date": "2026-03-06", "remittance_information": ["KIOSK Dato 05.03"]"#,
                "2026-03-05"
            ),
            (#""value_date": "2026-03-06", "remittance_information": null"#, "2026-03-06"),
        ])
    func days(members: String, day: String) throws {
        let row = try #require(try Self.rows(#""status": "BOOK", \#(members)"#).transactions.first)
        #expect(row.date.description == day)
        #expect(row.posted?.description == "2026-03-06")
    }

    @Test("rows without a day or in another currency are left out and said, older ones left out")
    func omitted() throws {
        let rows = try Self.rows(
            #""status": "BOOK""#, #""status": "BOOK", "booking_date": "2026-02-28""#,
            #""status": "PDNG", "transaction_date": "2026-03-02""#)
        #expect(rows.transactions.map(\.date.description) == ["2026-03-02"])
        #expect(rows.remarks == [EnableBankingProblems.omittedRows])
    }

    @Test("a reservation without a day has that of the answer until a stored one tells it")
    func undated() throws {
        let rows = try Self.rows(#""status": "PDNG""#, #""status": "HOLD", "value_date": null"#)
        #expect(rows.transactions.map(\.date.description) == ["2026-03-06", "2026-03-06"])
        #expect(rows.transactions.map(\.isUndated) == [true, true])
        #expect(rows.remarks.isEmpty)
    }

    @Test("equal scheduled items get ids of their own, the same in each answer")
    func scheduled() throws {
        let item = #""status": "SCHD", "booking_date": "2026-03-20""#
        let ids = try Self.rows(item, item).scheduled.map(\.id)
        #expect(Set(ids).count == 2)
        #expect(try Self.rows(item, item).scheduled.map(\.id) == ids)
    }

    @Test("a purchase abroad has its amount and rate, a merchant its name, a cash machine its kind")
    func details() throws {
        let rows = try Self.rows(
            """
            "status": "BOOK", "booking_date": "2026-03-06", "merchant_category_code": "5541",
            "creditor": {"name": "PUMPESTASJON 44"}, "creditor_account": {"iban": "NO9399990000001"},
            "exchange_rate": {"exchange_rate": "10.62",
              "instructed_amount": {"currency": "USD", "amount": "8.95"}}
            """,
            #""status": "BOOK", "booking_date": "2026-03-06", "merchant_category_code": "6011""#,
            """
            "status": "BOOK", "booking_date": "2026-03-06",
            "bank_transaction_code": {"description": "GIRO", "code": "X"}
            """)
        let row = rows.transactions[0]
        #expect(row.amount == Money(minorUnits: -9_500, currency: .nok))
        #expect(row.merchantName == "PUMPESTASJON 44" && row.type == .pointOfSale)
        #expect(row.text == "PUMPESTASJON 44")
        #expect(row.counterparty?.account?.digits == "99990000001")
        let dollars = try #require(Currency(code: "USD"))
        #expect(row.foreign?.amount == Money(minorUnits: 895, currency: dollars))
        #expect(row.foreign?.exchangeRate == "10.62")
        // A recording holds numbers only.
        let odd = try Self.rows(
            #""status": "BOOK", "booking_date": "2026-03-06", "exchange_rate": {"exchange_rate": "10*62","#
                + #""instructed_amount": {"currency": "USD", "amount": "9.00"}}"#)
        #expect(odd.transactions.first?.foreign == ForeignAmount(amount: Make.money("9.00", "USD")))
        #expect(rows.transactions[1].type == .atm)
        #expect(rows.transactions[2].bankTypeCode == "GIRO X")
        let bill = #""bank_transaction_code": {"description": "Nettgiro"}"#
        let paid = try Self.rows(#""status": "BOOK", "booking_date": "2026-03-06", \#(bill)"#)
        #expect(paid.transactions[0].type == .billPayment)
        #expect(paid.transactions[0].bankTypeCode == nil)
    }

    @Test(
        "an answer with a wrong field is malformed",
        arguments: [
            #""status": 7"#, #""booking_date": "2026-03-06""#,
            #""status": "BOOK", "booking_date": "6.3.2026""#,
            #""status": "BOOK", "remittance_information": [1]"#,
        ])
    func malformed(members: String) {
        #expect(throws: BankError.self) { try Self.rows(members) }
    }

    @Test(
        "booked and available come from the balances that mean them, unknown stays unknown",
        arguments: [
            ("CLBD 1, ITBD 2, ITAV 3, CLAV 4", "1", "3"), ("ITBD 2, OPBD 5", "2", nil),
            ("PRCD 6, OPBD 5", "6", nil), ("PRCD@2026-03-05 6, OPBD 5", "5", nil),
            ("CLBD@2026-03-05 1, CLBD@2026-03-06 2, CLBD@2026-03-04 3", "2", nil),
            ("CLAV 4, XPCD 7", nil, "4"), ("XPCD 7", "7", nil), ("FWAV 8", nil, "8"),
            ("VALU 7", "7", nil), ("INFO 7", "7", nil), ("OTHR 7", "7", nil),
            ("INFO 1, VALU 2, OTHR 3, ITAV 4", nil, "4"),
            ("", nil, nil),
        ] as [(String, String?, String?)])
    func balances(list: String, booked: String?, available: String?) throws {
        let rows = try list.split(separator: ", ").map { item in
            let words = item.split(separator: " ")
            let type = words[0].split(separator: "@")
            return try Self.row(
                """
                {"balance_type": "\(type[0])", "name": null,
                 "reference_date": "\(type.count > 1 ? type[1] : "2026-03-06")",
                 "balance_amount": {"currency": "NOK", "amount": "\(words[1])"}}
                """)
        }
        let balances = try EnableBankingBalances(
            rows, currency: .nok, today: Make.day("2026-03-06"))
        let amount = { (text: String?) in try text.map { try Money(parsing: $0, currency: .nok) } }
        #expect(try balances.booked == amount(booked))
        #expect(try balances.available == amount(available))
        #expect(balances.isWeak == (list.hasSuffix(" 7") && available == nil))
    }
}
