import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("Pages and currencies of CAMT files")
struct CamtPagesTests {
    private static let number = "12345678903"

    private func balance(
        _ code: String, _ amount: String, _ day: String, _ currency: String = "NOK"
    ) -> String {
        """
        <Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy="\(currency)">\(amount)</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-\(day)</Dt></Dt></Bal>
        """
    }

    private func entry(
        _ day: String, _ text: String, _ amount: String = "10.00", side: String = "DBIT",
        _ currency: String = "NOK"
    ) -> String {
        """
        <Ntry><Amt Ccy="\(currency)">\(amount)</Amt><CdtDbtInd>\(side)</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-\(day)</Dt></BookgDt>
        <AddtlNtryInf>\(text)</AddtlNtryInf></Ntry>
        """
    }

    private func statement(
        _ content: String..., page: String = "", sequence: Int = 50, currency: String = "NOK",
        tag: String = "Stmt"
    ) -> String {
        """
        <\(tag)><Id>S50</Id>\(page)<ElctrncSeqNb>\(sequence)</ElctrncSeqNb>
        <Acct><Id><IBAN>NO7112345678903</IBAN></Id><Ccy>\(currency)</Ccy></Acct>
        \(content.joined())</\(tag)>
        """
    }

    private func file(
        _ statements: String..., made: String = "26", header: String = "",
        kind: String = "BkToCstmrStmt"
    ) throws -> StatementMerge.File {
        let text = """
            <Document><\(kind)><GrpHdr><MsgId>M</MsgId>
            <CreDtTm>2026-11-\(made)T02:10:00</CreDtTm>\(header)</GrpHdr>
            \(statements.joined())</\(kind)></Document>
            """
        return StatementMerge.File(
            try StatementReader.read(Array(text.utf8)), modified: .distantPast)
    }

    private func merge(
        _ files: [StatementMerge.File], stored: [String: Currency] = [:], name: String? = nil
    ) -> StatementMerge {
        StatementMerge(
            files, source: "x", account: StatementAccount(name: name), zone: Make.oslo,
            currencies: stored)
    }

    private func answer(
        _ merge: StatementMerge
    ) -> (accounts: [AccountObservation], rows: [TransactionObservation]) {
        merge.observed(at: Make.instant("2026-11-27T12:00:00Z"))
    }

    private static func page(_ number: Int, isLast: Bool, tag: String = "StmtPgntn") -> String {
        "<\(tag)><PgNb>\(number)</PgNb><LastPgInd>\(isLast)</LastPgInd></\(tag)>"
    }

    private func first() -> String {
        statement(
            balance("OPBD", "100.00", "21"), balance("ITBD", "70.00", "24"), entry("22", "A1"),
            entry("23", "A2"), entry("24", "A3"), page: Self.page(1, isLast: false))
    }

    private func second(closing: String = "50.00") -> String {
        statement(
            balance("ITBD", "70.00", "24"), balance("CLBD", closing, "25"), entry("24", "B1"),
            entry("25", "B2"), page: Self.page(2, isLast: true))
    }

    @Test("pages add up, in one file or in several, in any order and also when one is there twice")
    func together() throws {
        let (one, two) = (try file(first()), try file(second()))
        let again = try file(second(), made: "27")
        for files in [[one, two], [two, one], [two, one, again], [try file(first(), second())]] {
            let merge = merge(files)
            #expect(merge.incomplete.isEmpty && merge.contradictions.isEmpty)
            let found = answer(merge)
            #expect(found.rows.compactMap(\.text).sorted() == ["A1", "A2", "A3", "B1", "B2"])
            #expect(found.accounts.map(\.booked) == [Make.money("50")])
            #expect(found.accounts.map(\.coveredFrom) == [Make.day("2026-11-22")])
        }
    }

    @Test("a page that is missing is named, and nothing of the statement counts")
    func missing() throws {
        func problems(_ statements: String...) throws -> [String] {
            let merge = merge(try statements.map { try file($0) })
            #expect(answer(merge).rows.isEmpty && answer(merge).accounts.isEmpty)
            #expect(merge.incomplete.allSatisfy { $0.account == Self.number })
            return merge.incomplete.map(\.problem)
        }
        #expect(try problems(first()) == ["page 2 is missing"])
        #expect(try problems(second()) == ["page 1 is missing"])
        let third = statement(entry("25", "C"), page: Self.page(3, isLast: true))
        #expect(try problems(third, first()) == ["page 2 is missing"])
        let far = statement(entry("25", "C"), page: Self.page(.max, isLast: true))
        #expect(try problems(far) == ["page 1 is missing"])
    }

    @Test("pages whose entries do not lead from the first balance to the last are not taken in")
    func wrongSum() throws {
        let merge = merge([try file(first()), try file(second(closing: "40.00"))])
        #expect(answer(merge).rows.isEmpty)
        #expect(
            merge.incomplete.map(\.problem) == [
                "opening balance and booked entries do not give the closing balance"
            ])
    }

    @Test("a statement that is whole counts although its message has more pages")
    func pagesOfMessage() throws {
        let whole = statement(
            balance("OPBD", "100.00", "21"), balance("CLBD", "90.00", "22"), entry("22", "A"))
        let part = try file(whole, header: Self.page(1, isLast: false, tag: "MsgPgntn"))
        let merge = merge([part])
        #expect(merge.incomplete.isEmpty)
        #expect(answer(merge).rows.map(\.text) == ["A"])
    }

    @Test("a statement that is missing between two is named by its number, unless it is stored")
    func gap() throws {
        func numbered(
            _ sequence: Int, _ day: String, opening: String, closing: String
        ) throws -> StatementMerge.File {
            try file(
                statement(
                    balance("OPBD", opening, day), balance("CLBD", closing, day),
                    entry(day, "A"), sequence: sequence))
        }
        func missing(
            _ sequence: Int, opening: String, known: String? = nil
        ) throws -> [String] {
            let merge = merge([
                try numbered(41, "05", opening: "50.00", closing: "40.00"),
                try numbered(
                    sequence, "11", opening: opening,
                    closing: opening == "40.00" ? "30.00" : "20.00"),
            ])
            let starts = known.map { [Self.number: Make.day($0)] } ?? [:]
            return merge.missingStatements(known: starts).map(\.text)
        }
        #expect(
            try missing(43, opening: "30.00") == ["statement 42 is missing after 2026-11-05"])
        #expect(
            try missing(45, opening: "30.00") == [
                "statements 42 to 44 are missing after 2026-11-05"
            ])
        #expect(try missing(42, opening: "30.00").isEmpty)
        #expect(try missing(43, opening: "40.00").isEmpty, "nothing was booked between them")
        #expect(try missing(43, opening: "30.00", known: "2026-11-01").isEmpty)
        #expect(try missing(43, opening: "30.00", known: "2026-11-11").count == 1)
    }

    private func kroner(_ day: String = "20") throws -> StatementMerge.File {
        try file(
            statement(
                balance("OPBD", "100.00", "19"), balance("CLBD", "40.00", day),
                entry(day, "KR", "60.00")))
    }

    private func euros(_ day: String = "20") throws -> StatementMerge.File {
        try file(
            statement(
                balance("OPBD", "1.00", "19", "EUR"), balance("CLBD", "61.00", day, "EUR"),
                entry(day, "EU", "60.00", side: "CRDT", "EUR"), currency: "EUR"))
    }

    @Test("one number in two currencies is two accounts, together and one after the other")
    func currencies() throws {
        let euro = try #require(Currency(code: "EUR"))
        for files in [[try kroner(), try euros()], [try euros(), try kroner()]] {
            let found = answer(merge(files))
            #expect(
                found.accounts.map(\.details.bankAccountID) == [Self.number, "EUR-12345678903"])
            #expect(found.accounts.map(\.booked) == [Make.money("40"), Make.money("61", "EUR")])
            #expect(
                found.accounts.map(\.details.displayName) == ["Account 8903", "Account 8903 EUR"])
            #expect(found.rows.map(\.bankAccountID) == [Self.number, "EUR-12345678903"])
        }
        let named = answer(merge([try kroner(), try euros()], name: "Bruks")).accounts
        #expect(named.map(\.details.displayName) == ["Bruks", "Bruks EUR"])
        func numbers(_ file: StatementMerge.File, stored: Currency?) -> [String] {
            answer(merge([file], stored: stored.map { [Self.number: $0] } ?? [:])).accounts
                .map(\.details.bankAccountID)
        }
        #expect(numbers(try euros(), stored: .nok) == ["EUR-12345678903"])
        #expect(numbers(try kroner(), stored: euro) == ["NOK-12345678903"])
        #expect(numbers(try euros(), stored: nil) == [Self.number])
        #expect(numbers(try euros(), stored: euro) == [Self.number])
    }

    @Test("both currencies of one file are read whole")
    func currenciesOfOneFile() throws {
        let parts = [
            statement(
                balance("OPBD", "100.00", "19"), balance("CLBD", "40.00", "20"),
                entry("20", "KR", "60.00")),
            statement(
                balance("OPBD", "1.00", "19", "EUR"), balance("CLBD", "61.00", "20", "EUR"),
                entry("20", "EU", "60.00", side: "CRDT", "EUR"), currency: "EUR"),
        ]
        for order in [parts, parts.reversed()] {
            let found = answer(merge([try file(order[0], order[1])]))
            #expect(found.accounts.map(\.booked) == [Make.money("40"), Make.money("61", "EUR")])
        }
    }

    @Test("a report within the day has its interim balances, a closing one goes before them")
    func interim() throws {
        func figures(_ balances: String...) throws -> [Money?] {
            let report = statement(
                balances.joined(), entry("24", "A"), tag: "Rpt")
            let found = answer(merge([try file(report, kind: "BkToCstmrAcctRpt")]))
            return found.accounts.flatMap { [$0.booked, $0.available] }
        }
        // A report may list only what came since the one before it.
        let opening = balance("OPBD", "120.00", "24")
        let interim = balance("ITBD", "90.00", "24")
        let available = balance("ITAV", "80.00", "24")
        #expect(try figures(opening, interim, available) == [Make.money("90"), Make.money("80")])
        #expect(
            try figures(interim, balance("ITBD", "95.00", "23"), available).first
                == Make.money("90"))
        #expect(
            try figures(interim, balance("CLBD", "70.00", "24"), balance("CLAV", "60.00", "24"))
                == [Make.money("70"), Make.money("60")])
    }
}
