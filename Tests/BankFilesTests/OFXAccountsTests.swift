import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("The accounts of OFX files")
struct OFXAccountsTests {
    private func account(_ type: String?, bank: String = "111") -> String {
        let kind = type.map { "<ACCTTYPE>\($0)\n" } ?? ""
        return "<BANKACCTFROM><BANKID>\(bank)\n<ACCTID>555\n\(kind)</BANKACCTFROM>\n"
    }

    private func part(_ account: String, _ text: String, currency: String = "USD") -> String {
        """
        <STMTRS><CURDEF>\(currency)
        \(account)<BANKTRANLIST><DTSTART>20260201<DTEND>20260210
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260205<TRNAMT>-10.00<FITID>1<NAME>\(text)</STMTTRN>
        </BANKTRANLIST><LEDGERBAL><BALAMT>90.00<DTASOF>20260210</LEDGERBAL></STMTRS>

        """
    }

    private func read(_ parts: String..., number: String? = nil) throws -> StatementFile {
        let text = "OFXHEADER:100\n\n<OFX>\n\(parts.joined())</OFX>"
        return try StatementReader.read(
            Array(text.utf8), account: StatementAccount(number: number))
    }

    private func statements(_ parts: String..., number: String? = nil) throws -> [Statement] {
        try read(parts.joined(), number: number).statements
    }

    @Test("accounts with one number and different types are two")
    func types() throws {
        let file = try read(
            part(account("CHECKING"), "A"), part(account("SAVINGS", bank: "222"), "B"))
        let found = file.statements
        #expect(found.map(\.number) == ["555", "SAVINGS-555"])
        #expect(found.map { $0.rows.map(\.bankAccountID) } == [["555"], ["SAVINGS-555"]])
        let merge = StatementMerge(
            [.init(file, modified: .distantPast)], source: "x", account: StatementAccount(),
            zone: .gmt)
        let accounts = merge.observed(at: Make.instant("2026-02-12T12:00:00Z")).accounts
        #expect(accounts.map(\.details.displayName) == ["Account 555", "Account 555 savings"])
    }

    @Test("an account that no other has the number of keeps it plain")
    func plain() throws {
        let savings = part(account("SAVINGS"), "A")
        #expect(try statements(savings).map(\.number) == ["555"])
        #expect(try statements(savings, savings).map(\.number) == ["555", "555"])
        let untyped = try statements(part(account(nil), "A"), savings)
        #expect(untyped.map(\.number) == ["555", "SAVINGS-555"])
    }

    @Test("accounts of one number and type at different banks are refused with both lines")
    func banks() {
        #expect {
            try statements(
                part(account("CHECKING"), "SECRET"), part(account("CHECKING", bank: "222"), "B"))
        } throws: { error in
            guard let error = error as? StatementFileError else { return false }
            return error.line == 12 && error.problem.contains("line 4")
                && !error.problem.contains("555") && error.fix.contains("folder")
        }
    }

    @Test("the currency is read where no account is named")
    func currency() throws {
        let found = try #require(try statements(part("", "A"), number: "9").first)
        #expect(found.currency.code == "USD")
        #expect(found.rows.map(\.amount) == [Make.money("-10", "USD")])
        #expect(found.booked?.amount == Make.money("90", "USD"))
    }

    @Test("a file in another currency is an account of its own, together and beside what is stored")
    func otherCurrency() throws {
        let dollars = StatementMerge.File(
            try read(part(account("CHECKING"), "A")), modified: .distantPast)
        let kroner = StatementMerge.File(
            try read(part(account("CHECKING"), "B", currency: "NOK")), modified: .distantFuture)
        func numbers(
            _ files: [StatementMerge.File], stored: [String: Currency] = [:]
        ) -> [String] {
            StatementMerge(
                files, source: "x", account: StatementAccount(), zone: .gmt, currencies: stored
            ).observed(at: Make.instant("2026-02-12T12:00:00Z")).accounts
                .map(\.details.bankAccountID)
        }
        #expect(numbers([dollars, kroner]) == ["555", "USD-555"])
        #expect(numbers([dollars], stored: ["555": .nok]) == ["USD-555"])
        #expect(numbers([dollars]) == ["555"])
    }

    @Test("a file that names no account is refused beside another currency, stored or in a file")
    func mixedCurrency() throws {
        let dollars = try read(part("", "A"), number: "9")
        let kroner = try read(part("", "B", currency: "NOK"), number: "9")
        var lists = MixedLists()
        try lists.check(kroner, name: "a.ofx")
        #expect {
            try lists.check(dollars, name: "b.ofx")
        } throws: {
            ($0 as? StatementFileError)?.problem
                == "it is in USD, a.ofx is in NOK, and neither names its account"
        }
        var stored = MixedLists(currencies: ["9": .nok])
        #expect {
            try stored.check(dollars, name: "b.ofx")
        } throws: {
            ($0 as? StatementFileError)?.problem
                == "it is in USD, what is stored under its number is in NOK, and the file names no"
                + " account"
        }
        try stored.check(kroner, name: "a.ofx")
    }
}
