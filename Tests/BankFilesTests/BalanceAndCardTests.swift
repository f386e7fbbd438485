import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Lists with balances, references and foreign money")
struct BalanceAndCardTests {
    private static let own = "12345678903"

    @Test(
        "the balance is that of the newest booked row, whichever end of the file it is at",
        arguments: [
            (
                "Reskontrodato;Transaksjonsdato;Tekst;Beløp;Saldo", "Handelsbanken",
                [
                    "2026-02-09;2026-02-08;A;-45,50;1 045,50",
                    "2026-02-10;2026-02-07;B;-45,50;1 000,00",
                    "2026-02-11;2026-02-09;C;17 250,00;18 250,00",
                ]
            ),
            (
                "Dato;Kategori;Underkategori;Tekst;Beløp;Saldo;Status;Avstemt", "Danske Bank",
                [
                    "09.02.2026;Mat;;A;-45,50;1.045,50;Utført;Nei",
                    "10.02.2026;Mat;;B;-45,50;1.000,00;Utført;Ja",
                    "11.02.2026;Inntekt;;C;17.250,00;18.250,00;Utført;Nei",
                ]
            ),
        ])
    func balances(header: String, bank: String, rows: [String]) throws {
        for rows in [rows, rows.reversed()] {
            let list = WrittenList(([header] + rows).joined(separator: "\n"))
            let found = try list.statements(number: Self.own)
            #expect(found.map(\.balance) == ["18250.00 on 2026-02-11"], "\(bank)")
            #expect(found.map(\.days) == [Make.day("2026-02-09")...Make.day("2026-02-11")])
            #expect(try WrittenList.statements(list.latin, number: Self.own) == found)
        }
        let sameDay = rows.map { String(rows[0].prefix(10) + $0.dropFirst(10)) }
        for rows in [sameDay, sameDay.reversed()] {
            let found = try WrittenList(([header] + rows).joined(separator: "\n"))
                .statements(number: Self.own)
            #expect(found.map(\.balance) == ["18250.00 on 2026-02-09"], "\(bank)")
        }
    }

    @Test(
        "Danske Bank: whatever is not carried out waits, and its balance is not the account's",
        arguments: ["Venter", "Reservert", "Godkjent"])
    func danske(status: String) throws {
        let found = try WrittenList(
            "Dato;Kategori;Underkategori;Tekst;Beløp;Saldo;Status;Avstemt",
            "11.02.2026;Mat;;KINO;-120,00;834,50;\(status);Nei",
            "10.02.2026;Mat;;KIOSK;-45,50;954,50;Utført;Nei"
        ).statements(number: Self.own)
        #expect(
            found.flatMap(\.lines) == [
                "2026-02-11 | - | -120.00 | pending | KINO",
                "2026-02-10 | 2026-02-10 | -45.50 | booked | KIOSK",
            ])
        #expect(found.map(\.balance) == ["954.50 on 2026-02-10"])
    }

    @Test("Sbanken: the reference in the archive is the bank's number of a movement")
    func references() throws {
        let list = WrittenList(
            "BOKFØRINGSDATO\tRENTEDATO\tARKIVREFERANSE\tTYPE\tTEKST\tUT FRA KONTO\tINN PÅ KONTO",
            "10.02.2026\t10.02.2026\t40012987\tVISA VARE\tKIOSK\t45,50\t",
            "10.02.2026\t10.02.2026\t40012988\tVISA VARE\tKIOSK\t45,50\t",
            "09.02.2026\t09.02.2026\t\tGIRO\tLØNN\t\t17 250,00")
        for bytes in [list.utf8, list.latin] {
            let rows = try WrittenList.statements(bytes, number: Self.own).flatMap(\.rows)
            #expect(rows.map(\.bankTransactionID) == ["40012987", "40012988", nil])
            #expect(rows.map(\.amount.decimalText) == ["-45.50", "-45.50", "17250.00"])
            #expect(rows.map(\.type) == [.pointOfSale, .pointOfSale, .directDeposit])
        }
    }

    @Test(
        "Bank Norwegian: a foreign purchase, whatever the language of its type",
        arguments: ["Kjøp", "Köp", "Einkauf", "Osto", ""])
    func norwegian(type: String) throws {
        let found = try WrittenList(
            "\u{FEFF}TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;"
                + "Merchant Area;Merchant Category;BookDate;ValueDate",
            "08.02.2026;CAFE;\(type);-9,90;11,353535;EUR;-112,40;PARIS;Mat;10.02.2026;20.03.2026",
            "07.02.2026;KIOSK;\(type);-45,50;1;NOK;-45,50;OSLO;Mat;09.02.2026;20.03.2026",
            "06.02.2026;CAFE;\(type);3,00;11,35;EUR;34,05;PARIS;Mat;09.02.2026;20.03.2026"
        ).statements(number: Self.own)
        #expect(found.map(\.isCard) == [true])
        #expect(
            found.flatMap(\.lines) == [
                "2026-02-08 | 2026-02-10 | -112.40 | booked | CAFE",
                "2026-02-07 | 2026-02-09 | -45.50 | booked | KIOSK",
                "2026-02-06 | 2026-02-09 | 34.05 | booked | CAFE",
            ])
        #expect(
            found.flatMap(\.rows).map(\.foreign?.amount)
                == [Make.money("9.90", "EUR"), nil, Make.money("3.00", "EUR")])
        #expect(found.first?.days == Make.day("2026-02-09")...Make.day("2026-02-10"))
    }
}
