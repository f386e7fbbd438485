import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("Files that overlap")
struct StatementMergeTests {
    private static let zone = Make.oslo
    private static let account = StatementAccount(number: "12345678903", name: "Brukskonto")

    /// A file of DNB with these rows, written on that day.
    private func file(_ rows: [String], on day: String) throws -> StatementMerge.File {
        let text = (["Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto"] + rows).joined(
            separator: "\n")
        return StatementMerge.File(
            try StatementReader.read(Array(text.utf8), account: Self.account),
            modified: Make.instant("\(day)T12:00:00Z"))
    }

    private func merge(_ files: [StatementMerge.File]) -> StatementMerge {
        StatementMerge(files, source: "dnb", account: Self.account, zone: Self.zone)
    }

    private func take(
        _ files: [StatementMerge.File], into book: inout Book, at instant: String
    ) -> Reconciliation {
        let now = Make.instant(instant)
        let answer = merge(files).observed(at: now, known: book.known(in: Self.zone))
        return book.take(
            Snapshot(
                source: "dnb", observedAt: now, accounts: answer.accounts, transactions: answer.rows
            ),
            zone: Self.zone)
    }

    /// What a store would hold.
    private struct Book {
        var accounts: [UUID: AccountFacts] = [:]
        var records: [UUID: TransactionRecord] = [:]

        func known(in zone: TimeZone) -> [String: CalendarDay] {
            accounts.values.reduce(into: [:]) { known, facts in
                known[facts.account.bankAccountID] = facts.completeAt.map {
                    CalendarDay(of: $0, in: zone)
                }
            }
        }

        mutating func take(_ snapshot: Snapshot, zone: TimeZone) -> Reconciliation {
            let held = Dictionary(grouping: records.values, by: \.transaction.accountID)
            let result = Reconciler.reconcile(
                snapshot, source: SourceFacts(id: snapshot.source),
                with: ReconciliationInput(accounts: accounts, records: held), zone: zone)
            for facts in result.accounts { accounts[facts.account.id] = facts }
            for record in result.records { records[record.transaction.id] = record }
            return result
        }

        var texts: [String] {
            records.values.filter { !$0.isGone }.map { record in
                let row = record.observation
                return
                    "\(row.date) \(row.amount.decimalText) \(row.status.rawValue) \(row.text ?? "")"
            }.sorted()
        }
    }

    @Test("two lists of the same days, one of what came in and one of what went out, contradict")
    func filteredLists() throws {
        let out = try file(["20.11.2026;KIWI;;100;", "21.11.2026;REMA;;200;"], on: "2026-11-22")
        let income = try file(
            ["20.11.2026;VIPPS;;;300", "21.11.2026;LØNN;;;400"], on: "2026-11-22")
        let found = merge([out, income]).contradictions
        #expect(found.map(\.account) == [Self.account.number])
        #expect(found.map(\.day.description) == ["2026-11-21"])
        let whole = try file(
            [
                "20.11.2026;VIPPS;;;300", "20.11.2026;KIWI OSLO;;100;", "21.11.2026;LØNN;;;400",
                "22.11.2026;REMA;;200;",
            ], on: "2026-11-23")
        #expect(merge([out, whole]).contradictions.isEmpty)
        // One movement may have been dated out of the days that both have.
        let later = try file(["21.11.2026;BUSS;;40;", "23.11.2026;KIWI;;50;"], on: "2026-11-24")
        #expect(merge([out, later]).contradictions.isEmpty)
    }

    @Test("the same purchases through two overlapping exports are there once")
    func overlap() throws {
        let first = try file(
            [
                "01.02.2026;LEIE;;5000;", "09.02.2026;KIOSK;;30;", "09.02.2026;KIOSK;;30;",
                "10.02.2026;KIWI Reservert transaksjon;;99;",
            ], on: "2026-02-10")
        let second = try file(
            [
                "09.02.2026;KIOSK;;30;", "09.02.2026;KIOSK;;30;", "10.02.2026;KIWI 44 OSLO;;99;",
                "12.02.2026;KINO;;150;",
            ], on: "2026-02-12")
        let expected = [
            "2026-02-01 -5000.00 booked LEIE", "2026-02-09 -30.00 booked KIOSK",
            "2026-02-09 -30.00 booked KIOSK", "2026-02-10 -99.00 booked KIWI 44 OSLO",
            "2026-02-12 -150.00 booked KINO",
        ]
        var together = Book()
        _ = take([second, first], into: &together, at: "2026-02-12T13:00:00Z")
        #expect(together.texts == expected)

        var apart = Book()
        _ = take([first], into: &apart, at: "2026-02-10T13:00:00Z")
        let news = take([first, second], into: &apart, at: "2026-02-12T13:00:00Z")
        #expect(apart.texts == expected)
        #expect(
            news.changes.transactions.map(\.cause).sorted { "\($0)" < "\($1)" } == [
                .appeared, .booked,
            ])
        #expect(apart.records.count == 5)
    }

    @Test("reading the same file again changes nothing, and an older one only adds what is missing")
    func again() throws {
        let january = try file(["02.01.2026;A;;10;", "31.01.2026;B;;20;"], on: "2026-01-31")
        let february = try file(["02.02.2026;C;;30;", "10.02.2026;D;;40;"], on: "2026-02-10")
        var book = Book()
        _ = take([february], into: &book, at: "2026-02-10T13:00:00Z")
        for hour in 14...17 {
            let again = take([february], into: &book, at: "2026-02-10T\(hour):00:00Z")
            #expect(again.changes.transactions.isEmpty && again.records.isEmpty)
        }
        let facts = book.accounts.values.first
        #expect(facts?.coveredFrom == Make.day("2026-02-02"))
        let old = take([january], into: &book, at: "2026-02-11T13:00:00Z")
        #expect(old.changes.transactions.map(\.cause) == [.appeared, .appeared])
        #expect(old.records.allSatisfy { $0.isBaseline }, "what is old is no news")
        _ = take([january], into: &book, at: "2026-02-13T13:00:00Z")
        _ = take([january], into: &book, at: "2026-02-15T13:00:00Z")
        #expect(book.texts.count == 4, "an older file removes nothing")
        #expect(book.accounts.values.first?.completeAt == facts?.completeAt)
    }

    @Test("what is proven ends with the newest row of a file, not with the day of its reading")
    func proof() throws {
        let february = try file(["02.02.2026;C;;30;", "10.02.2026;D;;40;"], on: "2026-02-10")
        var book = Book()
        _ = take([february], into: &book, at: "2026-03-20T13:00:00Z")
        let facts = try #require(book.accounts.values.first)
        #expect(facts.completeAt == Make.day("2026-02-10").lastInstant(in: Self.zone))
        #expect(facts.freshAt == facts.completeAt)
    }

    @Test("a movement that a newer file of its day lacks goes away, one outside its days stays")
    func removal() throws {
        let first = try file(
            ["01.02.2026;A;;10;", "05.02.2026;B;;20;", "06.02.2026;C;;30;", "07.02.2026;D;;40;"],
            on: "2026-02-07")
        let second = try file(
            ["05.02.2026;B;;20;", "07.02.2026;D;;40;", "08.02.2026;E;;50;"], on: "2026-02-08")
        var book = Book()
        _ = take([first], into: &book, at: "2026-02-07T13:00:00Z")
        _ = take([second], into: &book, at: "2026-02-08T13:00:00Z")
        _ = take([second], into: &book, at: "2026-02-10T13:00:00Z")
        #expect(book.texts.map { $0.last.map(String.init) } == ["A", "B", "D", "E"])
    }

    @Test("rows of a file that was taken away from between two others stay")
    func takenAway() throws {
        let first = try file(["01.02.2026;A;;10;", "05.02.2026;B;;20;"], on: "2026-02-05")
        let second = try file(["07.02.2026;C;;30;", "08.02.2026;D;;40;"], on: "2026-02-08")
        let third = try file(["10.02.2026;E;;50;", "12.02.2026;F;;60;"], on: "2026-02-12")
        var book = Book()
        _ = take([first, second, third], into: &book, at: "2026-02-12T13:00:00Z")
        for day in [13, 15, 17] {
            _ = take([first, third], into: &book, at: "2026-02-\(day)T13:00:00Z")
        }
        #expect(book.texts.map { $0.last.map(String.init) } == ["A", "B", "C", "D", "E", "F"])
    }

    @Test("a list of one day's incoming money and one of its outgoing money are no whole lists")
    func oneDayByDirection() throws {
        let out = try file(["24.02.2026;A;;100;"], on: "2026-02-24")
        let into = try file(["24.02.2026;B;;;500"], on: "2026-02-25")
        #expect(merge([out, into]).contradictions.map(\.day) == [Make.day("2026-02-24")])
        let whole = try file(["24.02.2026;A;;100;", "24.02.2026;B;;;500"], on: "2026-02-25")
        #expect(merge([out, whole]).contradictions.isEmpty)
    }

    @Test("files that follow each other cover the days between them, others leave a gap")
    func chain() throws {
        let january = try file(["02.01.2026;A;;10;", "30.01.2026;B;;20;"], on: "2026-01-31")
        let february = try file(["03.02.2026;C;;30;", "20.02.2026;D;;40;"], on: "2026-02-20")
        let april = try file(["03.04.2026;E;;30;", "20.04.2026;F;;40;"], on: "2026-04-20")
        let now = Make.instant("2026-04-21T12:00:00Z")
        let joined = merge([february, january]).observed(at: now).accounts
        #expect(joined.map(\.coveredFrom) == [Make.day("2026-01-02")])
        let parted = merge([january, february, april]).observed(at: now)
        #expect(parted.accounts.map(\.coveredFrom) == [Make.day("2026-04-03")])
        #expect(parted.accounts.map(\.coveredThrough) == [Make.day("2026-04-20")])
        #expect(parted.accounts.map(\.details.displayName) == ["Brukskonto"])
        #expect(parted.rows.count == 6)
    }

    private func nordea(_ rows: [String], on day: String) throws -> StatementMerge.File {
        let header = "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype"
        let text = ([header] + rows).joined(separator: "\n")
        return StatementMerge.File(
            try StatementReader.read(Array(text.utf8)), modified: Make.instant("\(day)T12:00:00Z"))
    }

    @Test("a reservation without a day keeps the day of the file that first had it")
    func undated() throws {
        let waiting = "Reservert;-99,00;12345678903;;;Kino;NOK;"
        let first = try nordea(
            [waiting, "2026/02/10;-1,00;12345678903;;;A;NOK;"], on: "2026-02-10")
        let second = try nordea(
            [waiting, "2026/02/12;-2,00;12345678903;;;B;NOK;"], on: "2026-02-12")
        let rows = merge([first, second]).observed(at: Make.instant("2026-02-12T13:00:00Z")).rows
        #expect(rows.filter { $0.status == .pending }.map(\.date) == [Make.day("2026-02-10")])
    }

    @Test("a list of reservations only has the day of its file, and says nothing about others")
    func onlyReservations() throws {
        let booked = try nordea(
            ["2026/02/10;-1,00;12345678903;;;A;NOK;", "2026/02/12;-2,00;12345678903;;;B;NOK;"],
            on: "2026-02-12")
        let reserved = StatementMerge.File(
            try nordea(["Reservert;-99,00;12345678903;;;Kino;NOK;"], on: "2026-02-12").content,
            modified: Make.instant("2026-02-12T12:30:00Z"))
        let seen = merge([booked, reserved])
        #expect(seen.contradictions.isEmpty)
        let answer = seen.observed(at: Make.instant("2026-02-12T13:00:00Z"))
        #expect(
            answer.rows.map(\.date).sorted()
                == ["2026-02-10", "2026-02-12", "2026-02-12"].map(Make.day))
        #expect(answer.accounts.map(\.coveredThrough) == [Make.day("2026-02-12")])
        #expect(answer.accounts.map(\.coveredFrom) == [Make.day("2026-02-10")])
        let alone = merge([reserved]).observed(at: Make.instant("2026-02-12T13:00:00Z"))
        #expect(alone.accounts.map(\.coveredFrom) == [Make.day("2026-02-12")])
        #expect(alone.rows.map(\.date) == [Make.day("2026-02-12")])
    }

    @Test("a reservation without a day after a quiet fortnight is one purchase with its booking")
    func undatedAfterQuietDays() throws {
        let wages = "2026/02/10;500,00;;12345678903;X;Lønn;NOK;"
        var book = Book()
        let files = [
            try nordea([wages], on: "2026-02-10"),
            try nordea(["Reservert;-250,00;12345678903;;;KIWI 505;NOK;", wages], on: "2026-02-25"),
            try nordea(
                ["2026/02/24;-250,00;12345678903;;;KIWI 505;NOK;", wages], on: "2026-02-26"),
        ]
        for (count, instant) in [
            (1, "2026-02-10T13:00:00Z"), (2, "2026-02-25T13:00:00Z"), (3, "2026-02-26T13:00:00Z"),
        ] { _ = take(Array(files.prefix(count)), into: &book, at: instant) }
        #expect(book.records.count == 2)
        let seen = merge(Array(files.prefix(2))).observed(at: Make.instant("2026-02-25T13:00:00Z"))
        #expect(seen.rows.filter { $0.status == .pending }.map(\.date) == [Make.day("2026-02-25")])
    }
}
