import BankFiles
import Finance
import TestSupport
import Testing

@Suite("A person's own profile")
struct OwnProfileTests {
    private func profile(
        _ columns: [String: String], date: String = "yyyy-MM-dd", pending: String? = nil
    ) throws -> CSVProfile {
        CSVProfile(
            columns: columns, date: try #require(CSVProfile.DateFormat(date)), decimals: .comma,
            separator: UInt8(ascii: ";"), pendingWord: pending)
    }

    private func twoColumns() throws -> CSVProfile {
        try profile(["date": "Day", "text": "What", "in": "Came", "out": "Went"])
    }

    @Test(
        "money out is that whatever its sign is, money in has the sign that it is written with",
        arguments: [
            ("1.234,50", "", "1234.50"), ("", "40,00", "-40"), ("", "-40,00", "-40"),
            ("0,00", "\u{2212}40,00", "-40"), ("1\u{A0}234,50", "0,00", "1234.50"),
            ("-5,00", "", "-5"),
        ])
    func signs(incoming: String, outgoing: String, amount: String) throws {
        let found = try WrittenList("Day;What;Came;Went", "2026-02-10;A;\(incoming);\(outgoing)")
            .statements(number: "7", profile: twoColumns())
        #expect(found.flatMap(\.rows).map(\.amount) == [Make.money(amount)])
    }

    @Test("money in and money out on one line are refused, zero is no movement")
    func both() throws {
        let list = WrittenList("Day;What;Came;Went", "2026-02-10;SECRET;5,00;40,00")
        let fault = list.fault(number: "7", profile: try twoColumns())
        #expect(fault?.line == 2 && fault?.column == 24)
        #expect(fault?.problem.contains("SECRET") == false)
        let neither = WrittenList("Day;What;Came;Went", "2026-02-10;A;0,00;", "2026-02-09;B;;0,00")
        #expect(try neither.statements(number: "7", profile: twoColumns()).isEmpty)
    }

    @Test("a line without an amount is refused with its place, also in a bank's list")
    func noAmount() throws {
        let list = WrittenList("Day;What;Came;Went", "2026-02-10;A;1,00;", "2026-02-09;SECRET;;")
        let fault = list.fault(number: "7", profile: try twoColumns())
        #expect(fault?.line == 3 && fault?.problem == "there is no amount")
        let bank = WrittenList(
            "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;",
            "20.11.2026;Avtale;20.11.2026;;;;12345678911;")
        #expect(bank.fault()?.line == 2)
        let dnb = WrittenList(
            "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto", "20.11.2026;Avtale;;;")
        #expect(dnb.fault(number: "7")?.line == 2)
    }

    @Test("of a profile that does not fit is said which of its columns the file lacks")
    func misfit() throws {
        let own = try profile(["date": "Dato", "text": "Tekst", "amount": "Sum"])
        for text in ["Dato;Tekst;Beløp", "Dato,Tekst,Sum", "Konto;7\nDato;Tekst;Sum"] {
            let fault = WrittenList(text, "2026-02-10;A;1,00").fault(number: "7", profile: own)
            #expect(fault?.line == 1)
            #expect(fault?.problem.contains("\"profile\"") == true)
            #expect(fault?.problem.contains("\"amount\"") == true)
            #expect(fault?.fix.contains("\"separator\"") == true)
        }
        let fault = WrittenList("Dato;Tekst;Beløp", "x").fault(number: "7", profile: own)
        #expect(fault?.problem.contains("\"date\"") == false)
    }

    @Test(
        "only an amount that the other sign makes readable is one of \"decimal\"",
        arguments: [
            ("12.50", true), ("1,234.50", true), ("(12,50)", false), ("12,50-", false),
            ("$500,00", false), ("1 000,00 kr", false),
        ])
    func wrongDecimal(written: String, isSetting: Bool) throws {
        let own = try profile(["date": "Day", "text": "What", "amount": "Sum"])
        let fault = WrittenList("Day;What;Sum", "2026-02-10;A;\(written)").fault(
            number: "7", profile: own)
        #expect(fault?.fix.contains("decimal\"") == isSetting)
        #expect(fault?.fix.contains("brackets") == !isSetting)
    }

    @Test("one column of money is enough", arguments: [("in", "45.50"), ("out", "-45.50")])
    func oneColumn(key: String, amount: String) throws {
        let found = try WrittenList("Day;What;Sum", "2026-02-10;A;45,50").statements(
            number: "7", profile: profile(["date": "Day", "text": "What", key: "Sum"]))
        #expect(found.flatMap(\.rows).map(\.amount) == [Make.money(amount)])
    }

    @Test("a column says whose each row is, however it writes a number; the settings say the rest")
    func accounts() throws {
        let own = try profile([
            "date": "Day", "text": "What", "amount": "Sum", "account": "Mine", "balance": "Left",
        ])
        let list = WrittenList(
            "Mine;Day;What;Sum;Left", "1234 56 78903;2026-02-10;A;-45,50;954,50",
            "1234.56.78911;2026-02-09;B;100,00;1.100,00",
            "NO7112345678903;2026-02-08;C;-1,00;1000,00",
            ";2026-02-07;D;-2,00;")
        let found = try list.statements(number: "7", profile: own)
        #expect(found.map(\.number) == ["12345678903", "12345678911", "7"])
        #expect(found.map { $0.rows.compactMap(\.text) } == [["A", "C"], ["B"], ["D"]])
        #expect(found.map(\.balance) == ["954.50 on 2026-02-10", "1100.00 on 2026-02-09", nil])
        #expect(Set(found.map(\.days)) == [Make.day("2026-02-07")...Make.day("2026-02-10")])
        let fault = list.fault(profile: own)
        #expect(fault?.line == 5)
        #expect(fault?.fix.contains("--account") == true)
    }

    @Test(
        "the day of booking has a column of its own; what waits has none",
        arguments: [
            ("2026-02-08;2026-02-10;A;done", "2026-02-08 | 2026-02-10 | -1.00 | booked | A"),
            ("2026-02-08;;A;done", "2026-02-08 | 2026-02-08 | -1.00 | booked | A"),
            (";2026-02-10;A;done", "2026-02-10 | 2026-02-10 | -1.00 | booked | A"),
            ("2026-02-10;2026-02-08;A;done", "2026-02-08 | 2026-02-08 | -1.00 | booked | A"),
            ("2026-02-08;2026-02-10;A;open", "2026-02-08 | - | -1.00 | pending | A"),
            ("2026-02-08;open;A;", "2026-02-08 | - | -1.00 | pending | A"),
            ("2026-02-08;;A open;", "2026-02-08 | - | -1.00 | pending | A"),
            ("open;;A;", "2026-02-01 | - | -1.00 | pending | A"),
        ])
    func posted(values: String, expected: String) throws {
        let own = try profile(
            [
                "date": "Day", "posted": "Booked", "text": "What", "status": "State",
                "amount": "Sum",
            ],
            pending: "open")
        let found = try WrittenList(
            "Day;Booked;What;State;Sum", "\(values);-1,00", "2026-02-01;2026-02-01;B;done;-2,00"
        ).statements(number: "7", profile: own)
        #expect(found.flatMap(\.lines).first == expected)
    }

    @Test("the letters of a file are found by what is in it: no setting names them")
    func letters() throws {
        let own = try profile(["date": "Når", "text": "Hva", "amount": "Beløp"])
        let list = WrittenList("Når;Hva;Beløp", "2026-02-10;BØKER \u{AB}PÅ NETT\u{BB};-45,50")
        let expected = ["2026-02-10 | 2026-02-10 | -45.50 | booked | BØKER «PÅ NETT»"]
        for bytes in [list.utf8, [0xEF, 0xBB, 0xBF] + list.utf8, list.latin] {
            let found = try WrittenList.statements(bytes, number: "7", profile: own)
            #expect(found.flatMap(\.lines) == expected)
        }
        let units = list.text.utf16.flatMap { unit -> [UInt8] in
            [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect {
            try WrittenList.statements([0xFF, 0xFE] + units, number: "7", profile: own)
        } throws: { error in
            (error as? StatementFileError)?.fix == "save it as UTF-8"
        }
    }

    @Test("it comes before what is known of a bank, even of one whose list has more to say")
    func beforeBanks() throws {
        let own = try profile(
            ["date": "Dato", "text": "Kategori", "amount": "Beløp"], date: "MM.dd.yyyy")
        let list = WrittenList(
            "Dato;Kategori;Underkategori;Tekst;Beløp;Saldo;Status;Avstemt",
            "02.10.2026;Mat;;KIOSK;-45,50;954,50;Utført;Nei")
        #expect(
            try list.statements(number: "7", profile: own).flatMap(\.lines)
                == ["2026-02-10 | 2026-02-10 | -45.50 | booked | Mat"])
        // What it does not fit is read as the bank's.
        let other = WrittenList("Dato;Beløpet gjelder;Inn;Ut", "10.02.2026;KINO;;120,00")
        #expect(
            try other.statements(number: "7", profile: own).flatMap(\.lines)
                == ["2026-02-10 | 2026-02-10 | -120.00 | booked | KINO"])
    }
}
