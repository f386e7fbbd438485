import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@testable import Banks

@Suite("A folder of files", .io)
struct FilesSourceTests {
    private static let header = "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"
    private static let now = "2026-03-06T09:00:00Z"

    private let folder = TemporaryFolder()
    private let clock = ManualClock(now)

    private func source(_ path: String? = nil) -> FilesSource {
        FilesSource(
            id: "sb1", folder: path ?? folder.path, profile: nil, account: StatementAccount(),
            zone: Make.oslo, clock: clock)
    }

    /// Writes a file of SpareBank 1, an hour before the clock's time unless said otherwise.
    private func put(
        _ rows: String, _ name: String, header: String = header, age: TimeInterval = 3_600
    ) throws {
        try Data((header + rows).utf8).write(to: URL(filePath: folder.path(name)))
        try FileManager.default.setAttributes(
            [.modificationDate: clock.now.addingTimeInterval(-age)],
            ofItemAtPath: folder.path(name))
    }

    private func row(_ day: String, _ text: String) -> String {
        "\(day).2026;\(text);;;-10,00;;12345678903;\n"
    }

    @Test("does what every bank does, as far as a folder can be in its situations")
    func conformance() async throws {
        let header = "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype\n"
        try put(
            "Reservert;-99,00;12345678903;;;Kino;NOK;\n2026/03/05;-1,00;12345678903;;;A;NOK;\n"
                + "2026/02/01;-1,00;99990000001;;;A;NOK;\n", "nordea.csv", header: header)
        try await BankSourceConformance(
            hasScheduledItems: false, situations: [.working, .hanging]
        ) { situation in
            if situation == .hanging { try put(row("05.03", "A"), "young.csv", age: 0) }
            return source()
        }.run()
    }

    @Test("facts come until they are known, then only with a change")
    func unchanged() async throws {
        try put(row("04.03", "A"), "first.csv")
        let source = source()
        #expect(await source.fetch(FetchRequest()).transactions.count == 1)
        #expect(await source.fetch(FetchRequest()).transactions.count == 1)
        let known = FetchRequest(knownThrough: ["12345678903": Make.day("2026-03-04")])
        let quiet = await source.fetch(known)
        #expect(quiet.outcome == .complete && quiet.accounts.isEmpty && quiet.transactions.isEmpty)
        // Whoever may read a file now is another question than what is in it.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.path("first.csv"))
        #expect(await source.fetch(known).accounts.count == 1)
        try put(row("04.03", "A") + row("05.03", "B"), "second.csv", age: 60)
        let news = await source.fetch(known)
        #expect(news.transactions.map(\.text) == ["A", "B"])
        #expect(news.accounts.map(\.coveredThrough) == [Make.day("2026-03-05")])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("a file is read when it stands still")
    func settling() async throws {
        try put(row("04.03", "A"), "young.csv", age: 1)
        try put("half a line", ".hidden", age: 60)
        try put("half a line", "list.csv.crdownload", age: 60)
        let source = source()
        async let answer = source.fetch(FetchRequest())
        await clock.sleepers(atLeast: 1)
        try put(row("04.03", "A") + row("05.03", "B"), "young.csv", age: -2)
        clock.advance(by: 3)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: 3)
        #expect(await answer.transactions.count == 2)
    }

    @Test("one file that can't be read leaves the others, and is named until it is gone")
    func partial() async throws {
        try put(row("04.03", "A"), "good.csv")
        try put("04.03.2026;SECRET;;;1,234;;1;\n", "bad.csv")
        let source = source()
        let known = FetchRequest(knownThrough: ["12345678903": Make.day("2026-03-04")])
        for _ in 0..<2 {
            let answer = await source.fetch(known)
            #expect(answer.outcome == .partial)
            #expect(answer.shortfalls.map(\.kind) == [.malformed])
            #expect(answer.shortfalls.allSatisfy { $0.problem.hasPrefix("bad.csv:2:") })
            #expect(answer.shortfalls.allSatisfy { !$0.problem.contains("SECRET") })
        }
        try FileManager.default.removeItem(atPath: folder.path("bad.csv"))
        #expect(await source.fetch(known).outcome == .complete)
    }

    @Test("a folder that is not there is a failure with a way out")
    func missing() async {
        let answer = await source(folder.path("none")).fetch(FetchRequest())
        guard case .failed(let failure) = answer.outcome else {
            Issue.record("\(answer.outcome)")
            return
        }
        #expect(failure.kind == .unreachable && failure.fix.contains("folder"))
    }

    private static let dnb = "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n"

    private func dnbSource() -> FilesSource {
        FilesSource(
            id: "dnb", folder: folder.path, profile: nil,
            account: StatementAccount(number: "12345678903"), zone: Make.oslo, clock: clock)
    }

    /// Takes an answer into what is held, and gives the causes of what changed.
    private func take(
        _ answer: Snapshot, into held: inout Reconciliation?
    ) -> [TransactionChange.Cause] {
        let accounts = held?.accounts ?? []
        let result = Reconciler.reconcile(
            answer, source: SourceFacts(id: "dnb"),
            with: ReconciliationInput(
                accounts: Dictionary(accounts.map { ($0.account.id, $0) }) { _, last in last },
                records: Dictionary(
                    grouping: held?.records ?? [], by: \.transaction.accountID)), zone: Make.oslo)
        held = result
        return result.changes.transactions.map(\.cause)
    }

    @Test(
        "a reservation that DNB books under other words some days later is one transaction",
        arguments: [
            "Varekjøp 02.03 Rema 1000 Oslo", "Varekjøp Rema 1000 Oslo",
            "Visa 100123 Nok 250,00 Rema 1000 Oslo",
        ])
    func booked(text: String) async throws {
        var held: Reconciliation?
        let first = "02.03.2026;REMA 1000 OSLO Reservert transaksjon;;250;\n"
        try put(first, "1.csv", header: Self.dnb)
        let source = dnbSource()
        #expect(take(await source.fetch(FetchRequest()), into: &held) == [.appeared])
        try put("04.03.2026;\(text);;250;\n", "2.csv", header: Self.dnb, age: 60)
        #expect(take(await source.fetch(FetchRequest()), into: &held) == [.booked])
    }

    @Test("a reservation of one price a week later is another purchase, and the first one stays")
    func samePrice() async throws {
        var held: Reconciliation?
        try put("04.10.2026;CAFE Reservert transaksjon;;25;\n", "1.csv", header: Self.dnb)
        let source = dnbSource()
        #expect(take(await source.fetch(FetchRequest()), into: &held) == [.appeared])
        try put(
            "11.10.2026;CAFE Reservert transaksjon;;25;\n10.10.2026;KIOSK;;2;\n", "2.csv",
            header: Self.dnb, age: 60)
        #expect(
            take(await source.fetch(FetchRequest()), into: &held) == [.appeared, .appeared])
    }

    @Test("a booked row whose words the bank replaced is the one with the old words among the new")
    func rewritten() async throws {
        var held: Reconciliation?
        try put("05.03.2026;BUSS;;25;\n", "1.csv", header: Self.dnb)
        let source = dnbSource()
        #expect(take(await source.fetch(FetchRequest()), into: &held) == [.appeared])
        try put(
            "05.03.2026;Varekjøp KIOSK OSLO;;25;\n05.03.2026;Varekjøp BUSS OSLO;;25;\n", "2.csv",
            header: Self.dnb, age: 60)
        let causes = take(await source.fetch(FetchRequest()), into: &held)
        #expect(causes.sorted { "\($0)" < "\($1)" } == [.amended, .appeared])
        let texts = held?.changes.transactions.filter { $0.cause == .appeared }
            .compactMap { $0.after?.transactionDescription }
        #expect(texts == ["Varekjøp KIOSK OSLO"])
    }

    @Test("a card's list beside an account's is reported, where neither names its account")
    func otherKind() async throws {
        try put("03.03.2026;KIOSK;;30;\n", "z.csv", header: Self.dnb)
        try put(
            "04.03.2026;HOTEL;;900,00\n", "card.csv", header: "Dato;Beløpet gjelder;Inn;Ut\n",
            age: 60)
        let answer = await dnbSource().fetch(FetchRequest())
        #expect(answer.outcome == .partial)
        #expect(answer.transactions.map(\.text) == ["KIOSK"])
        let report = try #require(answer.shortfalls.first)
        #expect(
            report.problem
                == "card.csv: it is another kind of list than z.csv, and neither names its account")
        #expect(report.fix.contains("a bank entry and a folder of its own"))
    }

    @Test("of an account with filtered lists nothing is taken in until they are gone")
    func filtered() async throws {
        try put(row("04.03", "A") + row("02.03", "B"), "out.csv")
        try put(
            "04.03.2026;C;;5,00;;12345678903;;\n02.03.2026;D;;6,00;;12345678903;;\n"
                + "03.03.2026;E;;;-7,00;;12345678911;\n", "in.csv", age: 60)
        let source = source()
        let answer = await source.fetch(FetchRequest())
        #expect(answer.outcome == .partial)
        #expect(answer.accounts.map(\.details.bankAccountID) == ["12345678911"])
        #expect(answer.transactions.map(\.text) == ["E"])
        #expect(answer.shortfalls.first?.fix.contains("nothing of the account") == true)
        try FileManager.default.removeItem(atPath: folder.path("in.csv"))
        let whole = await source.fetch(FetchRequest())
        #expect(whole.outcome == .complete && whole.transactions.map(\.text) == ["A", "B"])
    }

    @Test("rows that were not believed come again although nothing has changed")
    func doubted() async throws {
        try put(row("04.03", "A"), "first.csv")
        let source = source()
        let through = ["12345678903": Make.day("2026-03-04")]
        let doubted = FetchRequest(knownThrough: through, doubted: ["12345678903"])
        for _ in 0..<2 { #expect(await source.fetch(doubted).accounts.count == 1) }
        #expect(await source.fetch(FetchRequest(knownThrough: through)).accounts.isEmpty)
    }

    @Test(
        "a list is reported that is of another kind than what is stored", arguments: [false, true])
    func otherThanStored(isCard: Bool) async throws {
        if isCard {
            try put(
                "04.03.2026;HOTEL;;900,00\n", "list.csv", header: "Dato;Beløpet gjelder;Inn;Ut\n")
        } else {
            try put("03.03.2026;KIOSK;;30;\n", "list.csv", header: Self.dnb)
        }
        func answer(stored isStoredCard: Bool) async -> Snapshot {
            await dnbSource().fetch(
                FetchRequest(
                    knownThrough: ["12345678903": Make.day("2026-03-04")],
                    cards: isStoredCard ? ["12345678903"] : []))
        }
        #expect(await answer(stored: isCard).outcome == .complete)
        let other = await answer(stored: !isCard)
        #expect(other.outcome == .partial && other.transactions.isEmpty)
        let kind = isCard ? "a card" : "an account"
        #expect(other.shortfalls.first?.problem.contains("list of \(kind)") == true)
    }
}
