import Finance
import Foundation
import Recording
import Testing

@Suite("Reading a line of a recording")
struct SnapshotLineReaderTests {
    private let reader = SnapshotLineReader()

    private func snapshot(_ text: String) throws -> Snapshot {
        try reader.snapshot(Array(text.utf8), number: 7)
    }

    private func bare(_ text: String) throws -> BareTransactionLine {
        guard case .transaction(let line) = try reader.line(Array(text.utf8), number: 1) else {
            throw Finance.MoneyError.overflow
        }
        return line
    }

    private func nok(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .nok)
    }

    @Test("reads the contract's example")
    func example() throws {
        let snapshot = try snapshot(Examples.complete)
        #expect(snapshot.observedAt == Date(timeIntervalSince1970: 1_772_787_600))
        #expect(snapshot.source == "sbanken")
        #expect(snapshot.outcome == .complete)
        let account = try #require(snapshot.accounts.first)
        #expect(account.details.displayName == "Brukskonto")
        #expect(account.details.institutionName == "sbanken")
        #expect(account.details.accountNumber?.digits == "99990000001")
        #expect(account.kind == .asset)
        #expect(account.booked == nok(1_204_321))
        #expect(account.available == nok(925_031))
        #expect(account.creditLimit == nok(0))
        #expect(account.coveredFrom == nil)
        #expect(account.isTransactionListComplete)
        let row = try #require(snapshot.transactions.first)
        #expect(row.bankAccountID == "a1")
        #expect(row.bankTransactionID == nil)
        #expect(row.amount == nok(-18_700))
        #expect(row.status == .pending)
        #expect(row.date == CalendarDay(isoText: "2026-03-06"))
        #expect(row.posted == nil)
        #expect(row.text == "FJORDBY TAXI AS")
        #expect(row.type == .pointOfSale)
        let item = try #require(snapshot.scheduled?.first)
        #expect(item.amount == nok(-499_900))
        #expect(item.due == CalendarDay(isoText: "2026-03-20"))
        #expect(item.kind == .payment)
    }

    @Test("reads foreign amounts, counterparties and categories in both forms")
    func details() throws {
        let rows = try snapshot(Examples.details).transactions
        #expect(
            rows[0].foreign?.amount
                == Money(minorUnits: 3_000, currency: Currency(code: "USD") ?? .nok))
        #expect(rows[0].foreign?.exchangeRate == "10.6250")
        #expect(rows[0].counterparty?.name == "Kari Nordmann")
        #expect(rows[0].counterparty?.account?.digits == "99990000002")
        #expect(rows[0].merchantCategoryCode?.description == "0742")
        #expect(rows[0].isOwnTransfer)
        #expect(rows[1].foreign?.exchangeRate == nil)
        #expect(rows[1].counterparty == Counterparty())
        #expect(rows[1].merchantCategoryCode?.description == "5411")
        #expect(rows[1].text == nil)
    }

    @Test("reads what a poll brought that failed")
    func failures() throws {
        for kind in SourceFailure.Kind.allCases {
            let line =
                #"{"observedAt":"2026-03-06T09:05:00Z","source":"s","outcome":"failed","error":"\#(kind.rawValue)"}"#
            guard case .failed(let failure) = try snapshot(line).outcome else {
                Issue.record("not a failure")
                return
            }
            #expect(failure.kind == kind)
        }
        let throttled =
            #"{"observedAt":"2026-03-06T09:05:00Z","source":"s","outcome":"throttled","error":"throttled"}"#
        #expect(try snapshot(throttled).outcome == .throttled(retryAfter: nil))
        #expect(try snapshot(throttled).scheduled == nil)
        let timed = throttled.dropLast() + #","retryAfter":120}"#
        #expect(try snapshot(String(timed)).outcome == .throttled(retryAfter: .seconds(120)))
    }

    @Test("a partial answer proves nothing about rows")
    func partial() throws {
        let line =
            #"{"observedAt":"2026-03-06T09:05:00Z","source":"s","outcome":"partial","accounts":[{"id":"a"}]}"#
        let account = try #require(try snapshot(line).accounts.first)
        #expect(!account.isTransactionListComplete)
        #expect(account.details.displayName == "a")
    }

    @Test("takes keys in any order, so that a row's currency may stand behind its amount")
    func anyOrder() throws {
        let line = """
            {"scheduled":[{"due":"2026-03-20","amount":"-5","id":"p","account":"j"}],
             "transactions":[{"date":"2026-03-06","amount":"-12","account":"j"},
               {"amount":"1.234","currency":"KWD","account":"a","date":"2026-03-06"}],
             "accounts":[{"booked":"100","currency":"JPY","id":"j"}],
             "unknown":[{"a":{"b":[null,true,-1.5e3]}}],
             "outcome":"complete","source":"s","observedAt":"2026-03-06T09:05:00Z"}
            """
        let snapshot = try snapshot(line)
        #expect(snapshot.accounts[0].booked?.description == "100 JPY")
        #expect(snapshot.transactions[0].amount.description == "-12 JPY")
        #expect(snapshot.transactions[1].amount.description == "1.234 KWD")
        #expect(snapshot.scheduled?[0].amount.description == "-5 JPY")
    }

    @Test(
        "reads amounts exactly, from texts and from numbers",
        arguments: [
            (#""-12.50""#, -1_250), ("-12.50", -1_250), ("1e2", 10_000), ("1E+2", 10_000),
            (#""1e2""#, 10_000), ("0.1", 10), ("12345678.91", 1_234_567_891),
            ("10.500", 1_050), ("1.5e1", 1_500), ("-0", 0), ("0e999", 0), ("100", 10_000),
            (#""92233720368547758.07""#, .max), ("-92233720368547758.07", -.max),
            ("99999999999999.99", 9_999_999_999_999_999),
        ] as [(String, Int64)])
    func exactAmounts(written: String, minorUnits: Int64) throws {
        let line = #"{"account":"a","amount":\#(written),"date":"2026-03-06"}"#
        #expect(try bare(line).row.amount == nok(minorUnits))
    }

    @Test(
        "refuses amounts that it could not hold exactly",
        arguments: [
            "999.999", "\"999.999\"", "1.5e-3", "92233720368547758.08", "1e17",
            "1e400", "\"12,50\"", "\"\"", "\"12.50 kr\"", "01", "1.", "-", "\"NaN\"", "\"+1\"",
            "\"1\\u0030\"",
        ])
    func refusedAmounts(written: String) throws {
        let line = #"{"account":"a","amount":\#(written),"date":"2026-03-06"}"#
        let error = #expect(throws: RecordingError.self) { try bare(line) }
        #expect(error?.fault.code == "amount")
    }

    @Test("reads bare transactions with every member and with none of the optional ones")
    func bareTransactions() throws {
        let short = try bare(#"{"account":"Bruk","amount":"-12.50","date":"2026-03-06"}"#)
        #expect(short.row.status == .booked)
        #expect(short.row.type == .unknown)
        #expect(short.row.text == nil)
        let long = try bare(
            #"{"account":"Bruk","amount":-12.5,"date":"2026-03-06","time":"2026-03-06T23:30:00.250+01:00","currency":"EUR","status":"pending","text":"KØB","merchant":"Kjøp\u00e5","mcc":5411,"type":"atm","more":1}"#
        )
        #expect(long.row.amount.description == "-12.50 EUR")
        #expect(long.time == Date(timeIntervalSince1970: 1_772_836_200.25))
        #expect(long.row.status == .pending)
        #expect(long.row.text == "KØB")
        #expect(long.row.merchantName == "Kjøpå")
        #expect(long.row.merchantCategoryCode?.rawValue == 5_411)
        #expect(long.row.type == .atm)
    }

    @Test("the clock of a bare transaction is its time, else noon of its day")
    func clock() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
        let winter = try bare(#"{"account":"a","amount":1,"date":"2026-03-06"}"#)
        #expect(winter.observedAt(in: zone) == Date(timeIntervalSince1970: 1_772_794_800))
        let summer = try bare(#"{"account":"a","amount":1,"date":"2026-07-06"}"#)
        #expect(summer.observedAt(in: zone) == Date(timeIntervalSince1970: 1_783_332_000))
    }

    @Test("tells the two kinds of line apart by their keys")
    func kinds() throws {
        guard case .snapshot = try reader.line(Array(Examples.complete.utf8), number: 1) else {
            Issue.record("the example is a snapshot")
            return
        }
        let line = #"{"id":"x","note":{"a":[1]},"amount":1,"account":"a","date":"2026-03-06"}"#
        #expect(try bare(line).row.bankAccountID == "a")
    }
}
