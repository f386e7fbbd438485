import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Lists of SpareBank 1 and DNB")
struct SpareBank1AndDNBTests {
    private static let own = "12345678903"
    private static let savings = "12345678911"

    @Test(
        "SpareBank 1: categories are columns that there may be, anywhere",
        arguments: [
            ("", ""), (";Kategori;Underkategori", ";Mat;Dagligvarer"),
            (";CATEGORY;", ";\"Mat; drikke\";"),
        ])
    func categories(names: String, values: String) throws {
        let behind = WrittenList(
            "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto\(names)",
            "10.02.2026;KIOSK;;;-45,00;;\(Self.own)\(values)")
        let before = WrittenList(
            "Dato;Beskrivelse\(names);Rentedato;Inn;Ut;Til konto;Fra konto;",
            "10.02.2026;KIOSK\(values);;;-45,00;;\(Self.own);")
        for list in [behind, before] {
            let found = try list.statements()
            #expect(found.map(\.number) == [Self.own])
            #expect(found.flatMap(\.lines) == ["2026-02-10 | 2026-02-10 | -45.00 | booked | KIOSK"])
        }
    }

    private func sparebank1(_ rows: [String]) -> WrittenList {
        WrittenList(
            (["Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;"] + rows).joined(
                separator: "\n"))
    }

    private func answer(_ lists: [WrittenList]) throws -> Snapshot {
        let now = Make.instant("2026-02-10T12:00:00Z")
        let files = try lists.map { list in
            StatementMerge.File(try StatementReader.read(list.utf8), modified: now)
        }
        let found = StatementMerge(files, source: "x", account: StatementAccount(), zone: Make.oslo)
            .observed(at: now)
        return Snapshot(
            source: "x", observedAt: now, accounts: found.accounts, transactions: found.rows)
    }

    @Test("SpareBank 1: both halves of an own transfer are read, each from the file of its account")
    func ownTransfer() throws {
        let between = "\(Self.savings);\(Self.own);"
        var ledger = Ledger(source: "x")
        ledger.take(
            try answer([
                sparebank1([
                    "09.02.2026;Sparing;;;-500,00;\(between)", "09.02.2026;A;;;-1;;\(Self.own);",
                ]),
                sparebank1(["09.02.2026;Sparing;;500,00;;\(between)"]),
            ]))
        let out = ledger.transactions(Self.own)
        let incoming = ledger.transactions(Self.savings)
        #expect(out.map(\.signedAmount.decimalText).sorted() == ["-1.00", "-500.00"])
        #expect(incoming.map(\.signedAmount.decimalText) == ["500.00"])
        #expect(out.filter(\.isOwnTransfer).map(\.signedAmount) == [Make.money("-500")])
        #expect(incoming.map(\.isOwnTransfer) == [true])
    }

    @Test("SpareBank 1: the order of the rows says nothing")
    func order() throws {
        let days = ["04", "10", "07", "02", "10", "06"]
        let rows = days.map {
            "\($0).02.2026;KIOSK \($0);;;-45,00;;\(Self.own);"
        }
        let mixed = sparebank1(rows)
        let statement = try #require(try mixed.statements().first)
        #expect(statement.days == Make.day("2026-02-02")...Make.day("2026-02-10"))
        #expect(statement.rows.map { $0.date.description.suffix(2) } == days.map { $0[...] })
        var ledger = Ledger(source: "x")
        ledger.take(try answer([mixed]))
        #expect(
            ledger.transactions(Self.own).map(\.originalTransactionDescription)
                == days.sorted().map { "KIOSK \($0)" })
        for again in [[mixed, sparebank1(rows.sorted())], [sparebank1(rows.reversed()), mixed]] {
            #expect(ledger.take(try answer(again)).changes.transactions.isEmpty)
        }
    }

    @Test(
        "DNB: each pair of names of the columns of money",
        arguments: [
            ("Ut fra konto", "Inn på konto"), ("Uttak", "Innskudd"),
            ("Uttak fra konto", "Innskudd på konto"), ("Ut av konto", "Inn på konto"),
            ("UTTAK FRA KONTO", "INNSKUDD PÅ KONTO"),
        ])
    func names(out: String, incoming: String) throws {
        let list = WrittenList(
            "\"Dato\";\"Forklaring\";\"Rentedato\";\"\(out)\";\"\(incoming)\"\r",
            "10.02.2026;KIOSK;10.02.2026;163,80;\r", "09.02.2026;LØNN;09.02.2026;;17 250,00")
        for bytes in [list.utf8, list.latin] {
            let found = try WrittenList.statements(bytes, number: Self.own)
            #expect(
                found.flatMap(\.lines) == [
                    "2026-02-10 | 2026-02-10 | -163.80 | booked | KIOSK",
                    "2026-02-09 | 2026-02-09 | 17250.00 | booked | LØNN",
                ])
        }
    }

    @Test("DNB: a list of reservations only has their days")
    func onlyWaiting() throws {
        let found = try WrittenList(
            "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto",
            "10.02.2026;KIOSK Reservert transaksjon;;45.0;",
            "08.02.2026;KINO Reservert transaksjon;;120;"
        ).statements(number: Self.own)
        #expect(
            found.flatMap(\.lines) == [
                "2026-02-10 | - | -45.00 | pending | KIOSK",
                "2026-02-08 | - | -120.00 | pending | KINO",
            ])
        #expect(found.map(\.days) == [Make.day("2026-02-08")...Make.day("2026-02-10")])
    }

    @Test("the kinds of rows are known by the words of the bank, and unknown words have none")
    func kinds() throws {
        let rows = try WrittenList(
            "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto",
            "02.08.2026;Minibankuttak OSLO;02.08.2026;1000,00;",
            "10.08.2026;Lønn Fra: ACME AS;10.08.2026;;32500,00",
            "12.08.2026;Overføring husleie;12.08.2026;9000,00;",
            "27.08.2026;Varekjøp ELKJOP Dato 26.08 kl. 08.01;27.08.2026;3500,00;"
        ).statements(number: "12345678903").flatMap(\.rows)
        #expect(rows.map(\.type) == [.atm, .directDeposit, .unknown, .pointOfSale])
    }
}
