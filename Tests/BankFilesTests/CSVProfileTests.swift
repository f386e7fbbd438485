import BankFiles
import Finance
import TestSupport
import Testing

@Suite("Lists of transactions as banks write them")
struct CSVProfileTests {
    private func statements(
        _ text: String, number: String? = nil
    ) throws -> [Statement] {
        try StatementReader.read(Array(text.utf8), account: StatementAccount(number: number))
            .statements
    }

    /// What a row says, on one line.
    private func line(_ row: TransactionObservation) -> String {
        [
            row.date.description, row.posted?.description ?? "-", row.amount.description,
            row.status.rawValue, row.text ?? "-", row.counterparty?.account?.digits ?? "-",
        ].joined(separator: " | ")
    }

    @Test("SpareBank 1: money out is negative already, the own account is on the side of the money")
    func spareBank1() throws {
        let found = try statements(
            """
            \u{FEFF}Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;
            "04.02.2026";"PUMPESTASJON 44";"05.02.2026";"";"-612,35";"";"1234.56.78903";
            "03.02.2026";"LØNN ""AS""\n";"";"31 200";"";"12345678903";"86010000000";
            ;;;;;;;
            "03.02.2026";"OVERF\u{D8}RT";"";"";"\u{2212}1.500,5";"12340000000";"12345678903";
            """)
        let statement = try #require(found.first)
        #expect(found.count == 1)
        #expect(statement.number == "12345678903")
        #expect(statement.days == Make.day("2026-02-03")...Make.day("2026-02-04"))
        #expect(statement.booked == nil)
        #expect(
            statement.rows.map(line) == [
                "2026-02-04 | 2026-02-04 | -612.35 NOK | booked | PUMPESTASJON 44 | -",
                "2026-02-03 | 2026-02-03 | 31200.00 NOK | booked | LØNN \"AS\" | 86010000000",
                "2026-02-03 | 2026-02-03 | -1500.50 NOK | booked | OVERFØRT | 12340000000",
            ])
    }

    @Test(
        "DNB: points or commas, and what waits says so at the end of its text",
        arguments: [("34.9", "1250"), ("34,90", "1.250,00")])
    func dnb(small: String, large: String) throws {
        let text = """
            "Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"\r
            "10.02.2026";"KIWI 44 Reservert transaksjon";"";\(small);\r
            "09.02.2026";"Husleie";"09.02.2026";"\(large)";
            """
        let rows = try #require(try statements(text, number: "1234 56 78903").first).rows
        #expect(
            rows.map(line) == [
                "2026-02-10 | - | -34.90 NOK | pending | KIWI 44 | -",
                "2026-02-09 | 2026-02-09 | -1250.00 NOK | booked | Husleie | -",
            ])
        #expect(rows.allSatisfy { $0.bankAccountID == "12345678903" })
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        let read = try StatementReader.read(latin, account: StatementAccount(number: "12345678903"))
        #expect(read.statements.first?.rows == rows)
    }

    @Test("DNB says no account, so the person must")
    func nameless() {
        let text = "Dato;Forklaring;Rentedato;Uttak;Innskudd\n10.02.2026;KIWI;;10;\n"
        #expect {
            try statements(text)
        } throws: { error in
            let error = error as? StatementFileError
            return error?.line == 2 && error?.fix.contains("--account") == true
        }
    }

    @Test("Nordea: the date of what waits is a word")
    func nordea() throws {
        let found = try statements(
            """
            Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype
            Reservert;-99,00;1234.56.78903;;;Kino;NOK;
            2026/02/10;-612,35;1234.56.78903;;;PUMPESTASJON 44;NOK;
            2026/02/09;250,00;9999.00.00001;1234.56.78903;Kari;Takk;NOK;
            """)
        #expect(
            found.flatMap(\.rows).map(line) == [
                "2026-02-10 | - | -99.00 NOK | pending | Kino | -",
                "2026-02-10 | 2026-02-10 | -612.35 NOK | booked | PUMPESTASJON 44 | -",
                "2026-02-09 | 2026-02-09 | 250.00 NOK | booked | Takk | 99990000001",
            ])
        let older = try statements(
            """
            Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Saldo;Valuta
            09.02.2026;-50,00;1234.56.78903;;;A;1 000,00;NOK
            10.02.2026;-100,00;1234.56.78903;;;B;900,00;NOK
            """)
        #expect(older.first?.booked?.amount == Make.money("900.00"))
        #expect(older.first?.booked?.day == Make.day("2026-02-10"))
    }

    @Test("Sparebanken Vest: several accounts in one file, and the sign of money out differs")
    func vest() throws {
        let found = try statements(
            """
            Dato;Beløp;Originalt Beløp;Original Valuta;Til konto;Til kontonummer;Fra konto;Fra kontonummer;Type;Tekst;KID;Hovedkategori;Underkategori
            2026-02-10;-1.000,00;-1.000,00;NOK;Sparekonto;36000000002;Brukskonto;36000000001;Overføring;Sparing;;;
            2026-02-10;1.000,00;1.000,00;NOK;Sparekonto;36000000002;Brukskonto;36000000001;Overføring;Sparing;;;
            2026-02-09;-112,40;-9,90;EUR;;;Brukskonto;36000000001;Kortkjøp;CAFE;;;
            2026-02-08;0,00;0,00;NOK;;;Brukskonto;36000000001;E-faktura;Ny faktura;;;
            """)
        #expect(found.map(\.number) == ["36000000001", "36000000002"])
        #expect(found.map(\.rows.count) == [2, 1])
        #expect(found[0].rows[1].foreign?.amount == Make.money("9.90", "EUR"))
        let newer = try statements(
            """
            Dato;Inn på konto;Ut fra konto;Til konto;Til kontonummer;Fra konto;Fra kontonummer;Type;Tekst;KID
            2026-02-10;;112,40;;;Brukskonto;36000000001;Kortkjøp;CAFE;
            2026-02-09;;-50,00;;;Brukskonto;36000000001;Kortkjøp;KIOSK;
            """)
        #expect(newer.flatMap(\.rows).map(\.amount.decimalText) == ["-112.40", "-50.00"])
    }

    @Test("Handelsbanken and Eika: states, messages of several lines, a balance behind the list")
    func handelsbanken() throws {
        let found = try statements(
            """
            Utført dato;Bokført dato;Rentedato;Beskrivelse;Type;Undertype;Fra konto;Avsender;Til konto;Mottakernavn;Beløp inn;Beløp ut;Valuta;Status;Melding/KID/Fakt.nr
            10.02.2026;;;KIOSK;Kort;;12345678903;;;;;-45.5;NOK;Reservert;
            04.02.2026;10.02.2026;10.02.2026;*0000 04.02 NOK 612.35 PUMPESTASJON 44 Kurs: 1.0000;Kort;;12345678903;;;;;-612.350;NOK;Bokført;
            01.02.2026;02.02.2026;02.02.2026;Lån;Betaling;;12345678903;;99990000001;Banken;;-112.000;NOK;Bokført;"Avdrag 100
            Renter 12"
            Utgående saldo pr. 10.02.2026:;;4 125,50 NOK
            """)
        #expect(
            found.flatMap(\.rows).map(line) == [
                "2026-02-10 | - | -45.50 NOK | pending | KIOSK | -",
                "2026-02-04 | 2026-02-10 | -612.35 NOK | booked |"
                    + " *0000 04.02 NOK 612.35 PUMPESTASJON 44 Kurs: 1.0000 | -",
                "2026-02-01 | 2026-02-02 | -112.00 NOK | booked | Lån | 99990000001",
            ])
        #expect(found.first?.booked?.amount == Make.money("4125.50"))
        #expect(found.first?.booked?.day == Make.day("2026-02-10"))
        let nynorsk = try statements(
            """
            Betalingstidspunkt,Bokført dato,Valuteringsdato,,Type,Undertype,Frå konto,Avsendar,Til konto,Mottakarnamn,Beløp inn,Beløp ut,Valuta,Status,Melding
            01.02.2026,02.02.2026,02.02.2026,Straum,,,12345678903,,,Kraftlaget,,-99.9,NOK,Bokført,
            """)
        #expect(
            nynorsk.flatMap(\.rows).map(line) == [
                "2026-02-01 | 2026-02-02 | -99.90 NOK | booked | Straum | -"
            ])
    }

    @Test(
        "other banks",
        arguments: [
            (
                "Reskontrodato;Transaksjonsdato;Tekst;Beløp;Saldo\n2026-02-10;2026-02-08;KIOSK;-45,50;954,50\n",
                "2026-02-08 | 2026-02-10 | -45.50 NOK | booked | KIOSK | -"
            ),
            (
                "Dato;Kategori;Underkategori;Tekst;Beløp;Saldo;Status;Avstemt\n"
                    + "10.02.2026;Mat;;KIOSK;-1.045,50;954,50;Utført;Nei\n",
                "2026-02-10 | 2026-02-10 | -1045.50 NOK | booked | KIOSK | -"
            ),
            (
                "BOKFØRINGSDATO\tRENTEDATO\tARKIVREFERANSE\tTYPE\tTEKST\tUT FRA KONTO\tINN PÅ KONTO\n"
                    + "10.02.2026\t10.02.2026\t987\tVISA\tKIOSK\t45,50\t\n",
                "2026-02-10 | 2026-02-10 | -45.50 NOK | booked | KIOSK | -"
            ),
            (
                "\u{FEFF}TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;Merchant Category;BookDate;ValueDate\n"
                    + "08.02.2026;KIOSK;Kjøp;-45,50;1;NOK;-45,50;OSLO;Mat;10.02.2026;20.03.2026\n",
                "2026-02-08 | 2026-02-10 | -45.50 NOK | booked | KIOSK | -"
            ),
            (
                "\"Dato\";\"Forklaringstekst\";\"Rentedato\";\"Beløp\";\"Motkonto\"\n"
                    + "\"10.02.2026\";\"KIOSK\";\"\";\"-45,50\";\"\"\n",
                "2026-02-10 | 2026-02-10 | -45.50 NOK | booked | KIOSK | -"
            ),
            (
                "Dato;Beløpet gjelder;Inn;Ut\n01.02.2026;Skyldig beløp fra forrige faktura;;900,00\n"
                    + "10.02.2026;KIOSK;;45,50\n",
                "2026-02-10 | 2026-02-10 | -45.50 NOK | booked | KIOSK | -"
            ),
        ])
    func others(text: String, expected: String) throws {
        let rows = try statements(text, number: "12345678903").flatMap(\.rows)
        #expect(rows.map(line) == [expected])
    }

    @Test("a person's own profile")
    func ownProfile() throws {
        let format = try #require(CSVProfile.DateFormat("M/d/yyyy"))
        let profile = CSVProfile(
            columns: [
                "date": "When", "text": "What", "amount": "How much", "balance": "Left",
                "status": "State",
            ], date: format, decimals: .point, separator: UInt8(ascii: ","), pendingWord: "open")
        let text =
            "When,What,How much,Left,State\n2/10/2026,\"Shop, the\",-4.50,95.50,open\n"
            + "12/31/2025,Pay,100.00,100.00,done\n"
        let file = try StatementReader.read(
            Array(text.utf8), profile: profile,
            account: StatementAccount(number: "7", currency: Make.money("0", "USD").currency))
        #expect(
            file.statements.flatMap(\.rows).map(line) == [
                "2026-02-10 | - | -4.50 USD | pending | Shop, the | -",
                "2025-12-31 | 2025-12-31 | 100.00 USD | booked | Pay | -",
            ])
        #expect(CSVProfile.DateFormat("dd.MM") == nil)
        #expect(CSVProfile.DateFormat("dd.MM.yy") == nil)
    }

    private static let header = "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"

    @Test(
        "what can't be read whole is refused with its place, without its content",
        arguments: [
            ("04.02.2026;SECRET;;;1,234;;1;\n", 2, 22),
            ("04.02.2026;SECRET;;;12.34,00;;1;\n", 2, 22),
            ("04.02.2026;SECRET;;;1e3;;1;\n", 2, 22), ("31.02.2026;SECRET;;;1;;1;\n", 2, 1),
            ("04/02/2026;SECRET;;;1;;1;\n", 2, 1), ("04.02.2026;\"SECRET;;;1;;1;\n", 2, 12),
            ("04.02.2026;\"SECRET\"x;;;1;;1;\n", 2, 20), (";SECRET;;;1;;1;\n", 2, 1),
            ("04.02.2026;SECRET;;5;5;;1;\n", 2, 22), ("04.02.2026;SECRET;;;1;;1;;surplus\n", 2, 28),
            ("04.02.2026;ok;;;1;;1;\n04.02.2026;ÆØÅ SECRET;;;-;;1;\n", 3, 25),
        ])
    func faults(rows: String, line: Int, column: Int) {
        #expect {
            try statements(Self.header + rows)
        } throws: { error in
            guard let error = error as? StatementFileError else { return false }
            let words = error.problem + error.fix
            return error.line == line && !words.contains("SECRET") && !words.contains("12.34")
                && error.column.map { abs($0 - column) <= 1 } == true
        }
    }

    @Test(
        "other files are refused with what to do",
        arguments: ["a,b,c\n1,2,3\n", "", "PK\u{3}\u{4}zip", "%PDF-1.4\n\u{0}", "\n\n;;;\n"])
    func strangers(text: String) {
        #expect(throws: StatementFileError.self) { try statements(text) }
    }

    @Test("a list without rows has no statements")
    func empty() throws {
        #expect(try statements(Self.header).isEmpty)
        #expect(try statements(String(Self.header.dropLast())).isEmpty)
    }
}
