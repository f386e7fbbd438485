import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Lists of Nordea and Bulder")
struct NordeaAndBulderTests {
    private static let own = "12345678903"

    private static let nordea = "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel"

    @Test(
        "Nordea: a byte order mark is no letter of the first name",
        arguments: ["\u{FEFF}Bokføringsdato", "\u{FEFF}\"Bokføringsdato\"", "Bokføringsdato"])
    func mark(first: String) throws {
        let found = try WrittenList(
            "\(first);Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype",
            "2026/02/10;-300,00;1234.56.78903;;;Husleie;NOK;Straksutbetaling"
        ).statements()
        #expect(found.map(\.number) == [Self.own])
        #expect(found.flatMap(\.lines) == ["2026-02-10 | 2026-02-10 | -300.00 | booked | Husleie"])
    }

    @Test("Nordea: a list of reservations only is one without days")
    func onlyReserved() throws {
        let found = try WrittenList(
            "\u{FEFF}\(Self.nordea);Valuta;Betalingstype",
            "Reservert;-115,70;1234.56.78903;;;KIOSK;NOK;Varekjøp",
            "Reservert;-99,00;1234.56.78903;;;KINO;NOK;Varekjøp"
        ).statements()
        #expect(found.map(\.number) == [Self.own])
        #expect(found.flatMap(\.rows).map(\.status) == [.pending, .pending])
        #expect(found.flatMap(\.rows).allSatisfy { $0.isUndated })
        #expect(found.flatMap(\.rows).map(\.type) == [.pointOfSale, .pointOfSale])
    }

    @Test(
        "Nordea: newer and older days, with a balance or without",
        arguments: ["2026/02/10", "10.02.2026"],
        [("Valuta;Betalingstype", "NOK;Varekjøp"), ("Saldo;Valuta", "900,00;NOK")])
    func nordeaDays(day: String, columns: (String, String)) throws {
        let found = try WrittenList(
            "\(Self.nordea);\(columns.0)", "Reservert;-1,00;1234.56.78903;;;KINO;\(columns.1)",
            "\(day);-100,00;1234.56.78903;;;KIOSK;\(columns.1)"
        ).statements()
        #expect(
            found.flatMap(\.lines) == [
                "2026-02-10 | - | -1.00 | pending | KINO",
                "2026-02-10 | 2026-02-10 | -100.00 | booked | KIOSK",
            ])
        let hasBalance = columns.0.hasPrefix("Saldo")
        #expect(found.map(\.balance) == [hasBalance ? "900.00 on 2026-02-10" : nil])
    }

    @Test("Bulder in 2021: a balance, and a text that may be a number for the receiver")
    func bulder2021() throws {
        let found = try WrittenList(
            "Dato;Inn på konto;Ut fra konto;Balanse;Til konto;Til kontonummer;Fra konto;"
                + "Fra kontonummer;Type;Tekst/KID;Hovedkategori;Underkategori",
            "2021-11-10;2.000,00;;2.000,00;Brukskonto;3600.00.00001;Ola;9999.00.00001;Betaling;"
                + "Gave;;",
            "2021-11-15;;-1000,00;1000,00;KIOSK;;Brukskonto;3600.00.00001;Betaling;Varer;Mat;",
            "2021-11-16;;250,00;750,00;KINO;;Brukskonto;3600.00.00001;Betaling;;;"
        ).statements()
        #expect(found.map(\.number) == ["36000000001"])
        #expect(
            found.flatMap(\.lines) == [
                "2021-11-10 | 2021-11-10 | 2000.00 | booked | Gave",
                "2021-11-15 | 2021-11-15 | -1000.00 | booked | Varer",
                "2021-11-16 | 2021-11-16 | -250.00 | booked | KINO",
            ])
        #expect(found.map(\.balance) == ["750.00 on 2021-11-16"])
        #expect(found.first?.rows.first?.counterparty?.name == "Ola")
        #expect(found.first?.rows.first?.counterparty?.account?.digits == "99990000001")
    }
}
