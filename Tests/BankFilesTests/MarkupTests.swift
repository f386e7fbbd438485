import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("CAMT and OFX")
struct MarkupTests {
    private func statements(_ text: String, number: String? = nil) throws -> [Statement] {
        try StatementReader.read(Array(text.utf8), account: StatementAccount(number: number))
            .statements
    }

    private func line(_ row: TransactionObservation) -> String {
        [
            row.date.description, row.amount.description, row.status.rawValue, row.text ?? "-",
            row.counterparty?.name ?? "-", row.bankTransactionID ?? "-",
        ].joined(separator: " | ")
    }

    private static func document(
        entries: String, opening: String = "4737.85", closing: String = "4125.50",
        version: String = "053.001.08", head: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.\(version)"><BkToCstmrStmt>
        <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-11T02:10:00+01:00</CreDtTm></GrpHdr>
        <Stmt><Id>S1</Id><ElctrncSeqNb>41</ElctrncSeqNb>\(head)
        <Acct><Id><IBAN>NO7112345678903</IBAN></Id><Ccy>NOK</Ccy></Acct>
        <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="NOK">\(opening)</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-09</Dt></Dt></Bal>
        <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy='NOK'>\(closing)</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-10</Dt></Dt></Bal>
        \(entries)</Stmt></BkToCstmrStmt></Document>
        """
    }

    private static let booked = """
        <Ntry><NtryRef>1</NtryRef><Amt Ccy="NOK">000612.35</Amt><CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-02-10</Dt></BookgDt>
        <AcctSvcrRef>9912345</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Pty>
        <Nm>PUMPESTASJON &amp; 44</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>04.02</Ustrd>
        <Ustrd><![CDATA[PUMPESTASJON <44>]]></Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        """

    @Test("both forms of state and party are read, and what waits is not booked")
    func camt() throws {
        let old = """
            <Ntry><Amt Ccy="NOK">99.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts>
            <ValDt><DtTm>2026-02-10T09:00:00</DtTm></ValDt><AcctSvcrRef>NONREF</AcctSvcrRef>
            <NtryDtls><TxDtls><RltdPties><Cdtr><Nm>KINO</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>
            <AddtlNtryInf>Kort</AddtlNtryInf></Ntry>
            <Ntry><Amt Ccy="NOK">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>INFO</Sts></Ntry>
            """
        let statement = try #require(
            try statements(Self.document(entries: Self.booked + old)).first)
        #expect(statement.number == "12345678903")
        #expect(statement.booked?.amount == Make.money("4125.50"))
        #expect(statement.days.upperBound == Make.day("2026-02-10"))
        #expect(
            statement.rows.map(line) == [
                "2026-02-10 | -612.35 NOK | booked | 04.02 PUMPESTASJON <44> |"
                    + " PUMPESTASJON & 44 | 9912345",
                "2026-02-10 | -99.00 NOK | pending | Kort | KINO | -",
            ])
    }

    @Test("a batch is one movement under the words for the whole")
    func batch() throws {
        let parts = "<TxDtls><RmtInf><Ustrd>PART</Ustrd></RmtInf></TxDtls>"
        let entry = """
            <Ntry><Amt Ccy="NOK">612.35</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>
            <Sts>BOOK</Sts><BookgDt><Dt>2026-02-10</Dt></BookgDt>
            <NtryDtls>\(parts)\(parts)</NtryDtls><AddtlNtryInf>Lønn, 2 betalinger</AddtlNtryInf></Ntry>
            """
        let rows = try statements(Self.document(entries: entry, version: "053.001.02")).flatMap(
            \.rows)
        #expect(
            rows.map(line) == ["2026-02-10 | -612.35 NOK | booked | Lønn, 2 betalinger | - | -"])
    }

    @Test(
        "what does not add up, declares a type or is cut off is refused whole",
        arguments: [
            Self.document(entries: Self.booked, closing: "4125.51"), Self.document(entries: ""),
            Self.document(entries: Self.booked).replacing(
                "<Document", with: "<!DOCTYPE a []>\n<Document"),
            String(Self.document(entries: Self.booked).dropLast(30)),
            Self.document(entries: Self.booked + "</Ntry>"),
            Self.document(entries: Self.booked.replacing("Ccy=\"NOK\"", with: "Ccy=\"EUR\"")),
            Self.document(entries: Self.booked.replacing("<Cd>BOOK</Cd>", with: "<Cd>WHAT</Cd>")),
            Self.document(entries: Self.booked.replacing("DBIT", with: "")),
            Self.document(entries: Self.booked.replacing("2026-02-10", with: "2026-02-31")),
            Self.document(entries: Self.booked.replacing("612.35", with: "6,12")),
            Self.document(entries: String(repeating: "<a>", count: 5_000)),
            "<html><body></body></html>",
            "<Document><BkToCstmrDbtCdtNtfctn><x></x></BkToCstmrDbtCdtNtfctn></Document>", "<",
        ])
    func refused(text: String) {
        #expect {
            try statements(text)
        } throws: { error in
            guard let error = error as? StatementFileError else { return false }
            return error.line != nil && !(error.problem + error.fix).contains("612")
        }
    }

    @Test("pages of one statement are one, and a missing statement is a gap")
    func pages() throws {
        let page = "<StmtPgntn><LastPgInd>false</LastPgInd></StmtPgntn>"
        let opening = "4737.85"
        let closing = "3513.15"
        let file = StatementMerge.File(
            try StatementReader.read(
                Array(
                    Self.document(
                        entries: Self.booked, opening: opening, closing: closing, head: page
                    ).utf8)),
            modified: .distantPast)
        let other = StatementMerge.File(
            try StatementReader.read(
                Array(
                    Self.document(
                        entries: Self.booked.replacing("04.02", with: "OTHER"), opening: opening,
                        closing: closing, head: page
                    )
                    .utf8)), modified: .distantPast)
        let merge = StatementMerge(
            [file, other], source: "x", account: StatementAccount(), zone: Make.oslo)
        #expect(merge.observed(at: Make.instant("2026-02-12T12:00:00Z")).rows.count == 2)
        let later = Self.document(entries: Self.booked).replacing("2026-02-1", with: "2026-02-2")
            .replacing("2026-02-09", with: "2026-02-19")
        func first(
            _ sequence: String, _ day: String, after known: String = "41"
        ) throws -> CalendarDay? {
            let next = try StatementReader.read(
                Array(
                    later.replacing("41</Elc", with: "\(sequence)</Elc").replacing(
                        "2026-02-20", with: day
                    ).utf8))
            let now = Make.instant("2026-02-28T12:00:00Z")
            let whole = StatementMerge.File(
                try StatementReader.read(
                    Array(
                        Self.document(entries: Self.booked)
                            .replacing("41</Elc", with: "\(known)</Elc").utf8)),
                modified: .distantPast)
            return StatementMerge(
                [whole, .init(next, modified: .distantPast)], source: "x",
                account: StatementAccount(), zone: Make.oslo
            ).observed(at: now).accounts.first?.coveredFrom
        }
        #expect(try first("42", "2026-02-20") == Make.day("2026-02-10"))
        #expect(try first("43", "2026-02-13") == Make.day("2026-02-13"))
        let last = "\(Int.max)"
        #expect(try first("43", "2026-02-13", after: last) == Make.day("2026-02-13"))
        #expect(try first("\(Int.min)", "2026-02-13", after: last) == Make.day("2026-02-13"))
    }

    private static let rows = """
        <BANKTRANLIST><DTSTART>20260201<DTEND>20260211
        <STMTTRN><TRNTYPE>POS<DTPOSTED>20260210000000.000[-5:EST]<TRNAMT>-12.35<FITID>7<NAME>A&T
        <MEMO>CAFE</STMTTRN>
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260209<TRNAMT>+100.00<FITID>7
        <PAYEE><NAME>KARI</PAYEE><BANKACCTTO><ACCTID>99</BANKACCTTO></STMTTRN>
        </BANKTRANLIST><LEDGERBAL><BALAMT>87.65<DTASOF>20260210</LEDGERBAL>
        <AVAILBAL><BALAMT>80.00<DTASOF>20260210</AVAILBAL>
        """
    private static let old = """
        OFXHEADER:100\r
        DATA:OFXSGML\r
        CHARSET:1252\r
        \r
        <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</STATUS></SONRS></SIGNONMSGSRSV1>
        <BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
        <BANKACCTFROM><BANKID>1<ACCTID>555<ACCTTYPE>CHECKING</BANKACCTFROM>
        \(rows)</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """

    @Test("OFX 1: values without end tags, one number for two rows, days as they are written")
    func sgml() throws {
        let statement = try #require(try statements(Self.old).first)
        #expect(statement.number == "555" && statement.currency.code == "USD")
        #expect(statement.days == Make.day("2026-02-01")...Make.day("2026-02-11"))
        #expect(statement.booked?.amount == Make.money("87.65", "USD"))
        #expect(statement.available?.amount == Make.money("80", "USD"))
        #expect(
            statement.rows.map(line) == [
                "2026-02-10 | -12.35 USD | booked | A&T CAFE | - | 7/2026-02-10/-12.35",
                "2026-02-09 | 100.00 USD | booked | KARI | - | 7/2026-02-09/100.00",
            ])
        #expect(statement.rows.map(\.type) == [.pointOfSale, .unknown])
    }

    @Test("OFX 2 is XML, a card is a liability, and a file may name no account")
    func xml() throws {
        let text = """
            <?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>
            <OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR</CURDEF>
            <BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260210</DTPOSTED>
            <TRNAMT>-1.012,35</TRNAMT><FITID>7</FITID><NAME>A &amp; B</NAME><MEMO/></STMTTRN>
            </BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>
            """
        #expect(throws: StatementFileError.self) { try statements(text) }
        let named = text.replacing(
            "<BANKTRANLIST>", with: "<CCACCTFROM><ACCTID>4</ACCTID></CCACCTFROM><BANKTRANLIST>")
        let statement = try #require(try statements(named).first)
        #expect(
            statement.rows.map(line) == [
                "2026-02-10 | -1012.35 EUR | booked | A & B | - | 7/2026-02-10/-1012.35"
            ])
        #expect(statement.isCard)
    }

    @Test(
        "OFX that is cut off or can't be read is refused whole",
        arguments: [
            String(Self.old.dropLast(10)), String(Self.old.prefix(500)),
            Self.old.replacing("-12.35", with: "-12.355"),
            Self.old.replacing("20260209<", with: "2026<"),
            Self.old.replacing("CURDEF>USD", with: "CURDEF>DOLLAR"), "OFXHEADER:100\n",
        ])
    func cutOff(text: String) {
        #expect(throws: StatementFileError.self) { try statements(text) }
    }

    @Test(
        "an amount of OFX may lack the zero before its decimals",
        arguments: [
            ("-.50", "-0.50"), (".50", "0.50"), ("+5", "5"), ("+.5", "0.50"), ("-,50", "-0.50"),
        ])
    func withoutZero(written: String, amount: String) throws {
        let text = Self.old.replacing("TRNAMT>-12.35", with: "TRNAMT>\(written)")
        let statement = try #require(try statements(text).first)
        #expect(statement.rows.contains { $0.amount == Make.money(amount, "USD") })
    }

    @Test(
        "what is no number is no amount",
        arguments: [".", "-", "", "-.", "+", "1.", ".5.0", "--1"])
    func noAmount(written: String) {
        let text = Self.old.replacing("TRNAMT>-12.35", with: "TRNAMT>\(written)")
        #expect(throws: StatementFileError.self) { try statements(text) }
    }
}
