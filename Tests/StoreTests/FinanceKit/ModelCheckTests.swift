import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing

/// The lines of the conformance list that are about models and amounts, one test each.
@Suite("FinanceKit on Linux: models", .io)
struct ModelCheckTests {
    @Test(
        "1: the three cases of a balance round-trip; shortcuts are nil exactly when they should be")
    func balances() async throws {
        let fed = try FedStore()
        let (money, at) = (Make.money("-5.00"), Make.instant("2026-03-06T09:00:00Z"))
        let balance = try Balance(signed: money, asOf: at)
        let cases: [(CurrentBalance, String)] = [
            (.booked(balance), "a1"), (.available(balance), "a2"),
            (.availableAndBooked(available: balance, booked: balance), "a3"),
        ]
        let records = cases.map {
            AccountBalance(
                accountID: Make.accountID($0.1), currentBalance: $0.0,
                day: Make.day("2026-03-06"))
        }
        let accounts = cases.map { Make.accountFacts(Make.account($0.1)) }
        try await fed.store.commit(Make.commit(accounts: accounts, balances: records))
        let read = try await fed.owner().accountBalances(query: AccountBalanceQuery())
        #expect(Set(read) == Set(records))
        for record in read {
            let current = record.currentBalance
            #expect((record.available == nil) == (current.available == nil))
            #expect((record.booked == nil) == (current.booked == nil))
        }
        let booked = AccountBalanceQuery(predicate: #Predicate { $0.available == nil })
        #expect(
            try await fed.owner().accountBalances(query: booked).map(\.currentBalance)
                == [.booked(balance)])
    }

    @Test("2: a zero balance is credit; -0.01 is debit with amount 0.01")
    func zero() throws {
        let at = Make.instant("2026-03-06T09:00:00Z")
        #expect(try Balance(signed: Make.money("0.00"), asOf: at).creditDebitIndicator == .credit)
        let debit = try Balance(signed: Make.money("-0.01"), asOf: at)
        #expect(debit.creditDebitIndicator == .debit)
        #expect(debit.amount == Make.money("0.01"))
    }

    @Test("3: a debit on a card lowers the credit left and is money out, never income")
    func card() async throws {
        let fed = try FedStore()
        let rows = [Make.observation("-100.00", "2026-03-06", account: "c1")]
        try await fed.take(
            Make.snapshot("2026-03-06T09:00:00Z", [Make.card(available: "28900.00")], []))
        try await fed.take(
            Make.snapshot("2026-03-06T10:00:00Z", [Make.card(available: "28800.00")], rows))
        let query = AccountBalanceQuery(sortDescriptors: [SortDescriptor(\.asOfDate)])
        let left = try await fed.owner().accountBalances(query: query)
            .compactMap { $0.available?.signedAmount.minorUnits }
        #expect(left == [2_890_000, 2_880_000])
        let row = try await fed.owner().transactions(query: TransactionQuery())
        #expect(row.map(\.creditDebitIndicator) == [.debit])
        #expect(row.first?.signedAmount == Make.money("-100.00"))
    }

    @Test("15: pending to booked keeps the id and arrives as updated, with status, dates, amount")
    func booking() async throws {
        let fed = try FedStore()
        var foreign = Make.reservation("-100.00", "2026-03-06")
        foreign.foreign = ForeignAmount(amount: Make.money("9.00", "EUR"))
        try await fed.take("2026-03-06T09:00:00Z", [foreign])
        var mirror = Mirror<Transaction>()
        try await mirror.follow(try fed.owner())
        let reserved = try #require(mirror.models.values.first)
        var booked = Make.observation("-104.00", "2026-03-06", posted: "2026-03-08")
        booked.foreign = foreign.foreign
        try await fed.take("2026-03-08T09:00:00Z", [booked])
        try await mirror.follow(try fed.owner())
        let page = try #require(mirror.pages.last)
        #expect(page.inserted.isEmpty && page.deleted.isEmpty)
        let after = try #require(page.updated.first)
        #expect(after.id == reserved.id)
        #expect(after.status == .booked)
        #expect(after.postedDate == Make.day("2026-03-08"))
        #expect(after.transactionAmount == Make.money("104.00"))
        #expect(after.reservedAmount == Make.money("100.00"))
    }

    @Test("16: two identical purchases on one day stay two")
    func twins() async throws {
        let fed = try FedStore()
        let row = Make.observation("-45.00", "2026-03-06")
        for hour in 9...12 {
            try await fed.take("2026-03-06T\(hour < 10 ? "09" : "\(hour)"):00:00Z", [row, row])
        }
        #expect(try await fed.owner().shown().count == 2)
    }

    @Test("17: a reservation that vanishes is deleted with the reason dropped")
    func dropped() async throws {
        let fed = try FedStore()
        try await fed.take("2026-03-06T09:00:00Z", [Make.reservation("-45.00", "2026-03-06")])
        var mirror = Mirror<Transaction>()
        try await mirror.follow(try fed.owner())
        let id = try #require(mirror.models.keys.first)
        for day in 7...9 { try await fed.take("2026-03-0\(day)T09:00:00Z", []) }
        try await mirror.follow(try fed.owner())
        #expect(mirror.pages.last?.deleted == [id])
        #expect(mirror.pages.last?.deletionReasons == [id: .dropped])
    }

    @Test("18: a changed credit limit arrives as an updated account")
    func creditLimit() async throws {
        let fed = try FedStore()
        try await fed.take(Make.snapshot("2026-03-06T09:00:00Z", [Make.card()], []))
        var mirror = Mirror<Account>()
        let owner = try fed.owner()
        for try await page in owner.accountHistory(isMonitoring: false) { mirror.apply(page) }
        try await fed.take(
            Make.snapshot("2026-03-06T10:00:00Z", [Make.card(limit: "40000.00")], []))
        let token = mirror.token
        for try await page in owner.accountHistory(since: token, isMonitoring: false) {
            mirror.apply(page)
        }
        let updated = try #require(mirror.pages.last?.updated.first?.liabilityAccount)
        #expect(updated.creditInformation.creditLimit == Make.money("40000.00"))
        #expect(mirror.faults == [])
    }

    @Test("26: a foreign purchase keeps both amounts and the rate; nothing is converted")
    func foreign() async throws {
        let fed = try FedStore()
        let amount = ForeignAmount(amount: Make.money("30.00", "USD"), exchangeRate: "10.6250")
        try await fed.take(
            "2026-03-06T09:00:00Z", [Make.observation("-318.75", "2026-03-06", foreign: amount)])
        let row = try #require(try await fed.owner().shown().values.first)
        #expect(row.foreignAmount == amount)
        #expect(row.transactionAmount == Make.money("318.75"))
    }

    @Test("27: amounts of the kind 0.1 + 0.2 survive exactly; other ways of writing are refused")
    func exact() async throws {
        let sum = try Make.money("0.10").adding(Make.money("0.20"))
        #expect(sum == Make.money("0.30"))
        let fed = try FedStore()
        try await fed.take("2026-03-06T09:00:00Z", [Make.observation("-0.30", "2026-03-06")])
        let wanted = sum
        let query = TransactionQuery(predicate: #Predicate { $0.transactionAmount == wanted })
        #expect(try await fed.owner().transactions(query: query).count == 1)
        for text in ["1 234,50", "1.234,50", "1,5", "1 234.50", "1'234.50", "0x10", "NaN", ""] {
            #expect(throws: MoneyError.self) { try Money(parsing: text, currency: .nok) }
        }
    }

    @Test(
        "27a: a text follows the declared format only",
        arguments: [
            (AmountFormat.norwegian, "1 234,50"), (.norwegian, "1\u{A0}234,50"),
            (.norwegian, "1234,50"), (.german, "1.234,50"), (.english, "1,234.50"),
            (.plain, "1234.50"),
        ] as [(AmountFormat, String)])
    func declared(format: AmountFormat, text: String) throws {
        #expect(try Money(parsing: text, as: format, currency: .nok) == Make.money("1234.50"))
        #expect(
            try Money(parsing: "-" + text, as: format, currency: .nok) == Make.money("-1234.50"))
        let others: [AmountFormat] = [.plain, .norwegian, .german, .english]
        for other in others where other != format && text != "1234,50" {
            let read = try? Money(parsing: text, as: other, currency: .nok)
            #expect(read == nil || text == "1234.50" && other == .english, "\(other)")
        }
        for broken in [text + "0", "1" + text, text + " ", " " + text, "--" + text, "", "+" + text]
        {
            let read = try? Money(parsing: broken, as: format, currency: .nok)
            #expect(read != Make.money("1234.50") || broken == text + "0", "\(broken)")
        }
        #expect(throws: MoneyError.self) {
            try Money(parsing: "12 34,50", as: .norwegian, currency: .nok)
        }
        #expect(throws: MoneyError.self) {
            try Money(parsing: "1 234\u{A0}567,00", as: .norwegian, currency: .nok)
        }
    }

    @Test("27b: every amount comes back from the store to the last digit, sums included")
    func exactRows() async throws {
        let fed = try FedStore()
        let amounts = ["-0.10", "-0.20", "-0.07", "-1.10", "-4503599627370497.01", "-79.99"]
        try await fed.take(
            "2026-03-06T09:00:00Z", amounts.map { Make.observation($0, "2026-03-06") },
            booked: "90071992547409.93")
        let read = try await fed.owner().transactions(query: TransactionQuery())
        #expect(
            Set(read.compactMap(\.signedAmount).map(\.decimalText)) == Set(amounts))
        var sum = Make.money("0.00")
        for row in read { sum = try sum.adding(row.signedAmount) }
        #expect(sum == Make.money("-4503599627370578.47"))
        let balance = try await fed.owner().accountBalances(query: AccountBalanceQuery()).first
        #expect(balance?.booked?.amount == Make.money("90071992547409.93"))
        let json = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode([Transaction].self, from: json) == read)
    }

    @Test("28: a day does not shift across zones or at a change of clocks")
    func days() async throws {
        let fed = try FedStore()
        let days = ["2026-03-28", "2026-03-29", "2026-10-25", "2026-01-01"]
        let rows = days.enumerated().map { Make.observation("-\($0.offset + 1).00", $0.element) }
        let accounts = [Make.account(from: "2025-12-01")]
        try await fed.take(Make.snapshot("2026-10-25T23:30:00Z", accounts, rows))
        let query = TransactionQuery(sortDescriptors: [SortDescriptor(\.transactionDate)])
        let read = try await fed.owner().transactions(query: query)
        #expect(read.map(\.transactionDate.description) == days.sorted())
        let token = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode([Transaction].self, from: token) == read)
    }

    @Test("29: what the bank's codes do not tell is unknown, and the bank's own words are kept")
    func unknown() async throws {
        let fed = try FedStore()
        let row = Make.observation("-5.00", "2026-03-06", text: "ZZ9 UKJENT KODE 999")
        try await fed.take("2026-03-06T09:00:00Z", [row])
        let unknown = TransactionType.unknown
        let query = TransactionQuery(predicate: #Predicate { $0.transactionType == unknown })
        let read = try await fed.owner().transactions(query: query)
        #expect(read.map(\.originalTransactionDescription) == ["ZZ9 UKJENT KODE 999"])
    }

    @Test("29a: the bank's code of an unknown kind is kept, and goes when the kind is known")
    func rawCode() async throws {
        let fed = try FedStore()
        var row = Make.observation("-5.00", "2026-03-06", text: "ZZ9")
        row.bankTypeCode = "999 UKJENT"
        try await fed.take("2026-03-06T09:00:00Z", [row])
        let read = try #require(try await fed.owner().shown().values.first)
        #expect(read.transactionType == .unknown && read.bankTypeCode == "999 UKJENT")
        #expect(
            try JSONDecoder().decode(Transaction.self, from: JSONEncoder().encode(read)) == read)
        let known = Make.observation("-5.00", "2026-03-06", text: "ZZ9", type: .fee)
        try await fed.take("2026-03-06T10:00:00Z", [known])
        let later = try #require(try await fed.owner().shown().values.first)
        #expect(later.id == read.id)
        #expect(later.transactionType == .fee && later.bankTypeCode == nil)
    }

    @Test("29b: every known type comes back as itself, and is never taken for unknown")
    func everyType() async throws {
        let fed = try FedStore()
        let rows = TransactionType.allCases.enumerated().map {
            Make.observation("-\($0.offset + 1).00", "2026-03-06", type: $0.element)
        }
        try await fed.take("2026-03-06T09:00:00Z", rows)
        for (index, type) in TransactionType.allCases.enumerated() {
            let found = try await fed.owner().transactions(
                query: TransactionQuery(
                    predicate: TransactionQuery.predicate(forTransactionTypes: [type])))
            #expect(found.map(\.transactionAmount.minorUnits) == [Int64(index + 1) * 100])
        }
    }
}
