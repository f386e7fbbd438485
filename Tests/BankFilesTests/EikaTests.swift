import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Lists of Handelsbanken and the banks of Eika")
struct EikaTests {
    private static let header =
        "Utført dato;Bokført dato;Rentedato;Beskrivelse;Type;Undertype;Fra konto;Avsender;"
        + "Til konto;Mottakernavn;Beløp inn;Beløp ut;Valuta;Status;Melding/KID/Fakt.nr"
    private static let kiosk =
        "09.02.2026;10.02.2026;;KIOSK;Varekjøp;;12345678903;Ola;;;;-45.5;NOK;Bokført;"

    @Test(
        "the balance behind the list is read, also with two blanks in its name, as banks write it",
        arguments: [
            "Utgående saldo pr. 12.02.2026:;;4 125,50 NOK",
            "Utgående  saldo pr. 12.02.2026:;;4 125,50 NOK;;;;;;;;;;;;",
            "\"Utgående  saldo pr. 12.02.2026:\";;\"4\u{A0}125,50\u{A0}NOK\";;;;;;;;;;;;",
        ])
    func closing(footer: String) throws {
        let list = WrittenList(Self.header, Self.kiosk, ";;;;;;;;;;;;;;", footer)
        for bytes in [list.utf8, list.latin] {
            let found = try WrittenList.statements(bytes)
            #expect(found.map(\.balance) == ["4125.50 on 2026-02-12"])
            #expect(found.map(\.days) == [Make.day("2026-02-10")...Make.day("2026-02-12")])
            #expect(found.map(\.rows.count) == [1])
        }
    }

    @Test("sums and the balance before the list are no movements")
    func sums() throws {
        let found = try WrittenList(
            Self.header, Self.kiosk, ";;;;;;;;;;;;;;",
            "Total beløp inn på konto:;;0,00 NOK;;;;;;;;;;;;",
            "Totalt beløp ut av konto:;;-45,50 NOK;;;;;;;;;;;;",
            "Inngående saldo pr. 01.02.2026:;;4 171,00 NOK;;;;;;;;;;;;",
            "Utgående  saldo pr. 10.02.2026:;;4 125,50 NOK;;;;;;;;;;;;"
        ).statements()
        #expect(found.flatMap(\.lines) == ["2026-02-09 | 2026-02-10 | -45.50 | booked | KIOSK"])
        #expect(found.map(\.balance) == ["4125.50 on 2026-02-10"])
    }

    @Test("a balance of which a comma makes two values is refused, it is not 50 kroner")
    func tornBalance() {
        let comma = { (line: String) in line.replacing(";", with: ",") }
        let fault = WrittenList(
            comma(Self.header), comma(Self.kiosk), "Utgående saldo pr. 10.02.2026:,,4 125,50 NOK"
        ).fault()
        #expect(fault?.line == 3)
        #expect(fault?.problem == "this balance can't be read")
    }

    @Test("a column without a name holds the text only where none is named after it")
    func namelessColumn() throws {
        let named = try WrittenList(
            "Utført dato,Bokført dato,Rentedato,,Beskrivelse,Type,Undertype,Fra konto,Avsender,"
                + "Til konto,Mottakernavn,Beløp inn,Beløp ut,Valuta,Status,Melding/KID/Fakt.nr",
            "10.02.2026,,,,KIOSK,Varekjøp,,1234 56 78903,Ola,,,,-234.18,NOK,Reservert,KIOSK",
            "02.02.2026,02.02.2026,02.02.2026,,Husleie (99990000001),Betaling,,1234 56 78903,Ola,"
                + "9999 00 00001,Borettslaget,,-5952.00,NOK,Bokført,Februar"
        ).statements()
        #expect(
            named.flatMap(\.lines) == [
                "2026-02-10 | - | -234.18 | pending | KIOSK",
                "2026-02-02 | 2026-02-02 | -5952.00 | booked | Husleie (99990000001)",
            ])
        let nameless = try WrittenList(
            "Betalingstidspunkt;Bokført dato;Valuteringsdato;;Type;Undertype;Frå konto;Avsendar;"
                + "Til konto;Mottakarnamn;Beløp inn;Beløp ut;Valuta;Status;Melding",
            "01.02.2026;02.02.2026;;Straum;;;12345678903;;;Kraftlaget;;-99.9;NOK;Bokført;"
        ).statements()
        #expect(
            nameless.flatMap(\.lines) == ["2026-02-01 | 2026-02-02 | -99.90 | booked | Straum"])
    }

    @Test(
        "the other side has its own name or none, never that of the person",
        arguments: [
            ("9999 00 00001;FIRMA;12345678903;Ola;31200.00;", "FIRMA", "99990000001"),
            ("9999 00 00001;;12345678903;Ola;31200.00;", nil, "99990000001"),
            (";;12345678903;Ola;12.00;", nil, nil),
            ("12345678903;Ola;9999 00 00001;Kari;;-100", "Kari", "99990000001"),
            ("12345678903;Ola;;;;-100", nil, nil),
        ] as [(String, String?, String?)])
    func otherSide(values: String, name: String?, account: String?) throws {
        let found = try WrittenList(
            Self.header, "10.02.2026;10.02.2026;;BETALING;;;\(values);NOK;Bokført;"
        ).statements()
        #expect(found.map(\.number) == ["12345678903"])
        let other = found.first?.rows.first?.counterparty
        #expect(other?.name == name)
        #expect(other?.account?.digits == account)
    }

    @Test("Sparebanken Vest: the other side is never the person's own account")
    func vestOtherSide() throws {
        let found = try WrittenList(
            "Dato;Beløp;Originalt Beløp;Original Valuta;Til konto;Til kontonummer;Fra konto;"
                + "Fra kontonummer;Type;Tekst;KID;Hovedkategori;Underkategori",
            "2026-02-10;12,00;12,00;NOK;Brukskonto;36000000001;;;Renter;Renter;;;"
        ).statements()
        #expect(found.map(\.number) == ["36000000001"])
        #expect(found.first?.rows.first?.counterparty == nil)
    }
}
