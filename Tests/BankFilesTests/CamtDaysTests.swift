import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("The days that CAMT files cover")
struct CamtDaysTests {
    private func entry(_ amount: Int, _ day: String, _ text: String, reference: String? = nil)
        -> String
    {
        """
        <Ntry><Amt Ccy="NOK">\(amount)</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-02-\(day)</Dt></BookgDt>
        \(reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? "")
        <NtryDtls><TxDtls><RmtInf><Ustrd>\(text)</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        """
    }

    private func balance(_ code: String, _ amount: Int, _ day: String) -> String {
        """
        <Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy="NOK">\(amount)</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-\(day)</Dt></Dt></Bal>
        """
    }

    private func part(
        _ tag: String = "Stmt", _ sequence: Int?, period: (String, String)? = nil,
        _ content: String...
    ) -> String {
        let days = period.map {
            "<FrToDt><FrDtTm>2026-02-\($0.0)</FrDtTm><ToDtTm>2026-02-\($0.1)</ToDtTm></FrToDt>"
        }
        let number = sequence.map { "<ElctrncSeqNb>\($0)</ElctrncSeqNb>" }
        return """
            <\(tag)><Id>S</Id>\(number ?? "")\(days ?? "")
            <Acct><Id><IBAN>NO7112345678903</IBAN></Id><Ccy>NOK</Ccy></Acct>
            \(content.joined())</\(tag)>
            """
    }

    private func file(
        made day: String, _ parts: String..., kind: String = "BkToCstmrStmt"
    ) throws -> StatementMerge.File {
        let text = """
            <Document><\(kind)><GrpHdr><MsgId>M</MsgId>
            <CreDtTm>2026-02-\(day)</CreDtTm></GrpHdr>\(parts.joined())</\(kind)></Document>
            """
        return StatementMerge.File(
            try StatementReader.read(Array(text.utf8)), modified: .distantPast)
    }

    private func report(
        made day: String, _ parts: String...
    ) throws -> StatementMerge.File {
        try file(made: day, parts.joined(), kind: "BkToCstmrAcctRpt")
    }

    private func answer(
        _ files: StatementMerge.File...
    ) -> (texts: [String], from: CalendarDay?) {
        let merge = StatementMerge(
            files, source: "x", account: StatementAccount(), zone: Make.oslo)
        let found = merge.observed(at: Make.instant("2026-02-20T12:00:00Z"))
        return (found.rows.compactMap(\.text).sorted(), found.accounts.first?.coveredFrom)
    }

    private func daily() throws -> [StatementMerge.File] {
        [
            try file(
                made: "10T02:00:00",
                part(
                    "Stmt", 40, balance("OPBD", 700, "09"), balance("CLBD", 690, "09"),
                    entry(10, "09", "OLD"))),
            try file(
                made: "11T02:00:00",
                part(
                    "Stmt", 41, balance("OPBD", 690, "10"), balance("CLBD", 70, "10"),
                    entry(600, "10", "RENT"), entry(20, "10", "COFFEE"))),
            try file(
                made: "12T02:00:00",
                part(
                    "Stmt", 42, balance("OPBD", 70, "11"), balance("CLBD", 20, "11"),
                    entry(40, "11", "FOOD"), entry(10, "10", "LATE"))),
        ]
    }

    @Test("an entry that is booked on the day of the statement before adds to that day")
    func lateEntry() throws {
        let files = try daily()
        let found = answer(files[0], files[1], files[2])
        #expect(found.texts == ["COFFEE", "FOOD", "LATE", "OLD", "RENT"])
        #expect(found.from == Make.day("2026-02-09"))
        #expect(answer(files[2], files[2], files[1], files[1]).texts.count == 4, "nothing twice")
        #expect(answer(files[2]).from == Make.day("2026-02-11"))
    }

    @Test("two statements of one day, with numbers of their own, both count")
    func ownNumbers() throws {
        let morning = try file(
            made: "10T10:00:00",
            part(
                "Stmt", 1, balance("OPBD", 100, "10"), balance("CLBD", 90, "10"),
                entry(10, "10", "A")))
        let evening = try file(
            made: "10T18:00:00",
            part(
                "Stmt", 2, balance("OPBD", 90, "10"), balance("CLBD", 60, "10"),
                entry(30, "10", "B")))
        #expect(answer(morning, evening).texts == ["A", "B"])
    }

    @Test("of a day on which a statement begins later than at midnight the one before counts")
    func cutInTheDay() throws {
        let first = try file(
            made: "10T18:05:00",
            part("Stmt", nil, period: ("09T18:00:00", "10T18:00:00"), entry(1, "10", "A")))
        let second = try file(
            made: "11T18:05:00",
            part(
                "Stmt", nil, period: ("10T18:00:00", "11T18:00:00"), entry(2, "10", "B"),
                entry(3, "11", "C")))
        #expect(answer(first, second).texts == ["A", "B", "C"])
        #expect(answer(first, second).from == Make.day("2026-02-10"))
        let whole = try file(
            made: "11T18:05:00",
            part("Stmt", nil, period: ("10T00:00:00", "12T00:00:00"), entry(2, "10", "B")))
        #expect(answer(first, whole).texts == ["B"], "from midnight on it covers the day")
    }

    @Test("reports within one day add up, whether they repeat rows or not")
    func reports() throws {
        let rent = entry(600, "10", "RENT", reference: "R1")
        let morning = try report(made: "10T10:00:00", part("Rpt", 1, rent))
        let noon = try report(
            made: "10T12:00:00", part("Rpt", 2, entry(20, "10", "COFFEE", reference: "R2")))
        let evening = try report(
            made: "10T18:00:00", part("Rpt", 3, rent, entry(5, "10", "BUS", reference: "R3")))
        #expect(answer(morning, noon, evening).texts == ["BUS", "COFFEE", "RENT"])
        let statement = try file(
            made: "11T02:00:00",
            part(
                "Stmt", 41, balance("OPBD", 900, "10"), balance("CLBD", 275, "10"),
                entry(600, "10", "WHOLE RENT"), entry(25, "10", "WHOLE REST")))
        #expect(
            answer(morning, noon, evening, statement).texts == ["WHOLE RENT", "WHOLE REST"],
            "the statement of the day replaces them")
    }

    @Test("a row that the next report of a file repeats is there once, equal ones are counted")
    func repeated() throws {
        let rent = entry(600, "10", "RENT", reference: "R1")
        let bus = entry(5, "10", "BUS")
        let found = try report(
            made: "10T12:00:00", part("Rpt", 1, rent, bus), part("Rpt", 2, rent, bus, bus))
        #expect(answer(found).texts == ["BUS", "BUS", "RENT"])
    }

    /// Two statements of one day, each with one purchase of the same amount.
    private func halves(_ texts: (String, String), reference: Bool = false) throws
        -> [StatementMerge.File]
    {
        let parts: [(Int, Int, Int, String)] = [(1, 100, 90, texts.0), (2, 90, 80, texts.1)]
        return try parts.map { number, before, after, text in
            try file(
                made: "10T1\(number):00:00",
                part(
                    "Stmt", number, balance("OPBD", before, "10"), balance("CLBD", after, "10"),
                    entry(10, "10", text, reference: reference ? "R\(number)" : nil)))
        }
    }

    private func take(_ ledger: inout Ledger, _ files: StatementMerge.File..., day: Int) {
        let merge = StatementMerge(
            files, source: "x", account: StatementAccount(), zone: Make.oslo)
        let now = Make.instant("2026-02-\(day)T12:00:00Z")
        let found = merge.observed(at: now)
        ledger.take(
            Snapshot(
                source: "x", observedAt: now, accounts: found.accounts, transactions: found.rows,
                tolerances: IdentityTolerances(
                    daysToBooking: 7, reservationShift: 7, replacesTexts: true)))
    }

    @Test(
        "statements of one day that are read one after the other add up as those read together",
        arguments: [("KIOSK", "KIOSK"), ("KIOSK", "KINO")], [false, true])
    func readApart(texts: (String, String), hasReference: Bool) throws {
        let halves = try halves(texts, reference: hasReference)
        var ledger = Ledger(source: "x")
        take(&ledger, halves[0], day: 11)
        take(&ledger, halves[1], day: 12)
        let expected = [texts.0, texts.1].sorted()
        #expect(ledger.texts == expected)
        #expect(ledger.stored.accounts.values.first?.booked == Make.money("80"))
        // Neither is forgotten or doubled when they are read again, apart or together.
        for (day, files) in [(13, [1]), (15, [0]), (16, [1]), (18, [0]), (20, [0, 1])] {
            for file in files where files.count == 1 { take(&ledger, halves[file], day: day) }
            if files.count > 1 { take(&ledger, halves[0], halves[1], day: day) }
            #expect(ledger.texts == expected, "\(day)")
        }
    }
}

extension Ledger {
    /// The texts of what is there.
    fileprivate var texts: [String] {
        records("12345678903").filter { !$0.isGone }.compactMap(\.observation.text).sorted()
    }
}
