import BankFiles
import Finance
import TestSupport
import Testing

@Suite("The form of separated values")
struct CSVFormTests {
    private func rows(
        _ text: String, profile: CSVProfile? = nil, number: String? = "12345678903"
    ) throws -> [TransactionObservation] {
        try StatementReader.read(
            Array(text.utf8), profile: profile, account: StatementAccount(number: number)
        ).statements.flatMap(\.rows)
    }

    private func error(_ text: String, profile: CSVProfile? = nil) -> StatementFileError? {
        do { _ = try rows(text, profile: profile) } catch { return error as? StatementFileError }
        return nil
    }

    private func profile(_ separator: Character) throws -> CSVProfile {
        CSVProfile(
            columns: ["date": "Date", "text": "Text", "amount": "Amount"],
            date: try #require(CSVProfile.DateFormat("MM/dd/yyyy")), decimals: .point,
            separator: try #require(separator.asciiValue), pendingWord: nil)
    }

    @Test("quoted names may have any separator", arguments: [",", "\t", ";"] as [Character])
    func quotedNames(separator: Character) throws {
        let text = "\"Date\";\"Text\";\"Amount\"\n\"03/25/2026\";\"SHOP, #4\";\"-12.50\"\n"
            .replacing(";", with: String(separator))
        let found = try rows(text, profile: try profile(separator))
        #expect(found.map(\.amount) == [Make.money("-12.50")])
        let bank =
            "\"Dato\";\"Forklaring\";\"Uttak\";\"Innskudd\"\n\"10.02.2026\";\"A\";\"5\";\"\"\n"
        #expect(try rows(bank.replacing(";", with: String(separator))).count == 1)
    }

    @Test("names with a quote that never ends are refused with its place")
    func openName() {
        let found = error("Dato;\"Forklaring;Uttak;Innskudd\n10.02.2026;A;5;\n")
        #expect(found?.line == 1 && found?.column == 6)
    }

    private static let header = "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"

    @Test(
        "a line that ends too early is refused, the file was cut off",
        arguments: [
            "10.02.2026;A;;;-85,00;;12345678903;\n09.02.2026;B;;;-8",
            "10.02.2026;A;;;-85,00;;12345678903;\n09.02.20",
            "10.02.2026;A;;;-85,00;;12345678903;\n09.02.2026;B;;;-85,00;",
        ])
    func cutOff(lines: String) {
        let found = error(Self.header + lines)
        #expect(found?.line == 3)
        #expect(found?.problem.contains("fewer values") == true)
        #expect(found?.fix.contains("again") == true)
    }

    @Test(
        "a list that ends within the last value of a line is refused",
        arguments: [
            (2, "10.02.2026;A;;;-85,00;;1234567"),
            (3, "10.02.2026;A;;;-85,00;;12345678903\n09.02.2026;B;;;-8,00;;1234567"),
            (3, "10.02.2026;A;;;-85,00;;12345678903;\n09.02.2026;B;;;-8,00;;1234567"),
            (3, "10.02.2026;A;;;-85,00;;12345678903;\n09.02.2026;B;;;-8,00;;12345678903"),
            (3, "10.02.2026;A;;;-85,00;;12345678903;\n09.02.2026;B;;;-8,00;;"),
            (3, "10.02.2026;A;;85,00;;12345678903;;\n09.02.2026;B;;8,00;;12345678903;99990"),
        ])
    func cutInValue(line: Int, lines: String) {
        let found = error(Self.header + lines)
        #expect(found?.line == line)
        #expect(found?.problem.contains("cut off") == true)
    }

    @Test("a list may end without a line break")
    func withoutBreak() throws {
        for end in [";", ""] {
            let lines = ["10", "09"].map { "\($0).02.2026;A;;;-85,00;;12345678903\(end)" }
            #expect(try rows(Self.header + lines.joined(separator: "\n")).count == 2)
        }
    }

    @Test("a line may lack the separator at its end, and lines of blanks are none")
    func shorter() throws {
        let lines = "10.02.2026;A;;;-85,00;;12345678903\n   \n"
        #expect(try rows(Self.header + lines).map(\.amount) == [Make.money("-85")])
    }

    @Test("SpareBank 1: the column that is filled says whose account it is, not the sign")
    func correction() throws {
        let text = Self.header + "24.03.2026;CORRECTION;;-20,00;;12345678903;99990000009;\n"
        let found = try rows(text, number: nil)
        #expect(found.map(\.bankAccountID) == ["12345678903"])
        #expect(found.map(\.amount) == [Make.money("-20")])
        #expect(found.map(\.counterparty?.account?.digits) == ["99990000009"])
    }

    @Test("an empty file is called that", arguments: ["", "\u{FEFF}", "\r\n", " \n\n"])
    func empty(text: String) {
        #expect(error(text)?.problem == "it is empty")
    }

    @Test("what a person's own profile can't read is corrected in the profile")
    func ownProfile() throws {
        let own = try profile(",")
        let date = error("Date,Text,Amount\n25.03.2026,A,1.00\n", profile: own)
        #expect(date?.fix.contains("\"format\"") == true)
        let amount = error("Date,Text,Amount\n03/25/2026,A,\"1,00\"\n", profile: own)
        #expect(amount?.fix.contains("\"decimal\"") == true)
    }

    @Test(
        "a person's own profile with a point reads groups of three with commas between them",
        arguments: [
            ("-1,234.50", "-1234.50"), ("12,345,678.00", "12345678"), ("1,234", "1234"),
            ("1234.5", "1234.50"), ("1 234.50", "1234.50"),
        ])
    func grouped(written: String, amount: String) throws {
        let text = "Date,Text,Amount\n03/25/2026,A,\"\(written)\"\n"
        #expect(try rows(text, profile: try profile(",")).map(\.amount) == [Make.money(amount)])
    }

    @Test(
        "groups of another length, or with the sign of the decimals, are none",
        arguments: [
            "1,00", "1,23.50", "1234,567.00", "1,2345.00", ",123.00", "1.234,50", "1.234.5",
        ])
    func badGroups(written: String) throws {
        let text = "Date,Text,Amount\n03/25/2026,A,\"\(written)\"\n"
        #expect(error(text, profile: try profile(","))?.fix.contains("\"decimal\"") == true)
    }
}
