import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Numbers and letters of lists")
struct CSVNumberTests {
    private static let nordea =
        "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype"
    private static let eika =
        "Utført dato;Bokført dato;Rentedato;Beskrivelse;Type;Undertype;Fra konto;Avsender;"
        + "Til konto;Mottakernavn;Beløp inn;Beløp ut;Valuta;Status;Melding/KID/Fakt.nr"

    /// A list with a comma before the decimals.
    private func comma(_ amount: String) -> WrittenList {
        WrittenList(Self.nordea, "2026/02/10;\(amount);12345678903;;;SECRET;NOK;")
    }

    /// A list with a point before the decimals.
    private func point(_ amount: String) -> WrittenList {
        WrittenList(
            Self.eika,
            "10.02.2026;10.02.2026;;SECRET;;;12345678903;;;;;\(amount);NOK;Bokført;")
    }

    private func amounts(_ statements: [Statement]) -> [Money] {
        statements.flatMap(\.rows).map(\.amount)
    }

    @Test(
        "a point or a blank, also one that does not break, sets groups of three apart",
        arguments: [".", " ", "\u{A0}", "\u{202F}"], ["-", "\u{2212}"])
    func groups(blank: String, minus: String) throws {
        let written = "\(minus)1\(blank)234\(blank)567,50"
        #expect(try amounts(comma(written).statements()) == [Make.money("-1234567.50")])
        #expect(
            try amounts(comma("\(minus)12\(blank)345").statements()) == [Make.money("-12345")])
    }

    @Test("a blank that does not break is one byte in older files")
    func latinBlank() throws {
        let list = comma("-31\u{A0}200,00")
        #expect(list.latin.contains(0xA0))
        #expect(try amounts(WrittenList.statements(list.latin)) == [Make.money("-31200")])
    }

    @Test(
        "groups of another length or with another sign are none, where a comma is before decimals",
        arguments: [
            "1 23,50", "12\u{A0}34,50", "1234\u{202F}567,00", "1 2345,00", "1..234,00", "1. 234,00",
            "1\u{2009}234,50", "1'234,50", "1,234,50", "1 234.50", "1 234,5 0",
            "1.234,50-",
        ])
    func badGroups(written: String) {
        let fault = comma(written).fault()
        #expect(fault?.line == 2 && fault?.column == 12)
        #expect(fault?.problem.contains("Nordea") == true)
        #expect(fault.map { $0.problem + $0.fix }?.contains("234") == false)
    }

    @Test(
        "Handelsbanken: a point is before one to three decimals",
        arguments: [
            ("-1234.5", "-1234.50"), ("-612.350", "-612.35"), ("-112.000", "-112"),
            ("-20000", "-20000"), ("\u{2212}13150.5", "-13150.50"),
        ])
    func points(written: String, amount: String) throws {
        #expect(try amounts(point(written).statements()) == [Make.money(amount)])
    }

    @Test(
        "Handelsbanken: nothing sets groups apart where a point is before the decimals",
        arguments: [
            "-1.234.50", "-1 234.50", "-1,234.50", "-1\u{A0}234.50", "-1\u{202F}234.50", "-1 234",
            "-1.234.500", "-1234,50", "-1.234",
        ])
    func ungrouped(written: String) {
        let fault = point(written).fault()
        #expect(fault?.line == 2)
        #expect(fault?.problem.contains("Handelsbanken") == true)
        #expect(fault?.fix.contains("download it again") == true)
    }

    @Test(
        "DNB: one sign is before the decimals of a whole file",
        arguments: [("1.234.50", "1"), ("1 234.50", "1"), ("34.9", "1,00"), ("1,234.50", "1")])
    func oneSign(first: String, second: String) {
        let list = WrittenList(
            "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto",
            "10.02.2026;A;;\(first);", "09.02.2026;B;;\(second);")
        #expect(list.fault(number: "12345678903")?.line == 2)
    }

    @Test(
        "what windows-1252 has from 0x80 to 0x9F is read as the letters it stands for",
        arguments: [
            (0x80, "€"), (0x82, "‚"), (0x83, "ƒ"), (0x84, "„"), (0x85, "…"), (0x86, "†"),
            (0x87, "‡"), (0x88, "ˆ"), (0x89, "‰"), (0x8A, "Š"), (0x8B, "‹"), (0x8C, "Œ"),
            (0x8E, "Ž"), (0x91, "‘"), (0x92, "’"), (0x93, "“"), (0x94, "”"), (0x95, "•"),
            (0x96, "–"), (0x97, "—"), (0x98, "˜"), (0x99, "™"), (0x9A, "š"), (0x9B, "›"),
            (0x9C, "œ"), (0x9E, "ž"), (0x9F, "Ÿ"), (0xA7, "§"), (0xC5, "Å"), (0xF8, "ø"),
        ] as [(UInt8, String)])
    func windows(byte: UInt8, letter: String) throws {
        let list = Array("Dato;Forklaring;Rentedato;Uttak;Innskudd\n10.02.2026;A ".utf8)
        let found = try WrittenList.statements(
            list + [byte] + Array(" B;;10,00;\n".utf8), number: "12345678903")
        #expect(found.flatMap(\.rows).map(\.text) == ["A \(letter) B"])
    }

    @Test("curly quotes are letters, not the quotes around a value")
    func curlyQuotes() throws {
        let letters: [UInt8] = [0x93] + Array("KAF".utf8) + [0xC9, 0x94, 0x20, 0x96, 0x20, 0x80]
        let list = Array("Dato;Forklaring;Rentedato;Uttak;Innskudd\n10.02.2026;".utf8)
        let found = try WrittenList.statements(
            list + letters + Array("5;;10,00;\n".utf8), number: "12345678903")
        #expect(found.flatMap(\.rows).map(\.text) == ["“KAFÉ” – €5"])
    }

    @Test("Handelsbanken and Eika: names and texts in older letters, with ; between them")
    func latinEika() throws {
        let list = WrittenList(
            Self.eika,
            "10.02.2026;;;BØK & BÆR ÅL;Varekjøp;;1234 56 78903;Ola;;;;-45.5;NOK;Reservert;",
            "09.02.2026;09.02.2026;;Lønn;Lønn;Lønn;9999 00 00001;FIRMA;1234 56 78903;Ola;"
                + "31200.00;;NOK;Bokført;Lønn for februar",
            "Utgående saldo pr. 10.02.2026:;;4 125,50 NOK;;;;;;;;;;;;")
        let found = try WrittenList.statements(list.latin)
        #expect(
            found.flatMap(\.lines) == [
                "2026-02-10 | - | -45.50 | pending | BØK & BÆR ÅL",
                "2026-02-09 | 2026-02-09 | 31200.00 | booked | Lønn",
            ])
        #expect(found.map(\.balance) == ["4125.50 on 2026-02-10"])
        #expect(try found == list.statements())
    }
}
