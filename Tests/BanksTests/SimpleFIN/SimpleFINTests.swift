import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks

@Suite("Accounts behind a SimpleFIN server", .io)
struct SimpleFINTests {
    @Test("does what every bank source has to do")
    func conformance() async throws {
        try await SimpleFINBench.with { bench in
            try await BankSourceConformance(hasScheduledItems: false) { situation in
                bench.server.reset()
                // A pause that was kept would answer for the server afterwards.
                bench.store.forgetPause()
                switch situation {
                case .working: break
                case .halfBroken: try bench.server.set(.simplefinAccounts, "failed")
                case .throttling: try bench.server.set(.throttle, 120)
                case .refusing: try bench.server.set(.simplefin, "revoked")
                case .hanging: try bench.server.set(.hang, true)
                }
                return bench.source
            }.run()
        }
    }

    @Test("a claim whose answer is lost gives no access, and says where a new token comes from")
    func lostClaim() async throws {
        try await SimpleFINBench.with { bench in
            _ = bench.store.remove()
            for word in ["before", "during"] {
                try bench.server.set(.cutConnection, .choice(word))
                let address = "\(try #require(bench.server.port))/simplefin/claim/sandbox-\(word)"
                let error = await #expect(throws: BankError.self) {
                    try await bench.claim("http://127.0.0.1:\(address)")
                }
                guard case .failed(let failure) = error?.outcome else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(failure.fix.contains("setup token"), "\(failure)")
                #expect(bench.store.load() == nil)
            }
        }
    }

    @Test("a pending row that stays beside its posting is no second purchase")
    func lingering() async throws {
        try await SimpleFINBench.with { bench in
            try bench.server.set(.reservationLinger, 1)
            var ledger = Ledger(source: "bridge")
            ledger.take(await bench.fetch())
            bench.server.advance()
            bench.clock.set(to: Make.instant("2026-03-09T09:00:00Z"))
            let changes = ledger.take(await bench.fetch()).changes.transactions
            #expect(!Self.appeared(changes).contains { $0.contains("TAXI") })
            bench.server.advance()
            bench.clock.advance(by: 86_400)
            let later = ledger.take(await bench.fetch()).changes.transactions
            // One names its merchant and its day of purchase only in the booking's text.
            #expect((changes + later).count { $0.cause == .booked } == 5)
            #expect(Self.appeared(later).isEmpty, "\(later)")
        }
    }

    @Test("accounts that come back under new ids are remarked as possibly the same")
    func readded() async throws {
        try await SimpleFINBench.with { bench in
            var ledger = Ledger(source: "bridge")
            ledger.take(await bench.fetch())
            bench.clock.advance(by: 60)
            let snapshot = try await bench.fetch("readded")
            let accounts = ledger.take(snapshot).changes.transactions
            #expect(accounts.allSatisfy { $0.isBaseline })
            #expect(ledger.stored.accounts.count == 10)
        }
    }

    @Test("a setup token works once, and a second use is a warning")
    func claims() async throws {
        try await SimpleFINBench.with { bench in
            let access = try #require(bench.store.load()?["accessURL"])
            #expect(access.hasPrefix("http://fakeclient") && access.hasSuffix("/simplefin"))
            let error = await #expect(throws: BankError.self) { try await bench.claim() }
            guard case .signInRefused(let failure) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.problem.contains("somebody else"))
            #expect(failure.fix.contains("disable the token"))
            #expect(bench.store.load()?["accessURL"] == access)
        }
    }

    @Test(
        "what is no setup token is refused before anything is sent",
        arguments: [
            "", "nonsense!", "aGVsbG8=", "aHR0cDovL2JyaWRnZS50ZXN0L2NsYWltLzE=",
            "ZnRwOi8vYnJpZGdlLnRlc3QvMQ==",
        ])
    func badToken(token: String) async throws {
        let transport = ScriptedTransport()
        let store = InMemorySignInStore()
        let error = await #expect(throws: BankError.self) {
            try await SimpleFINClaim(transport: transport, store: store)
                .claim(setupToken: Secret(token))
        }
        guard case .signInRefused(let failure) = error else { return #expect(Bool(false)) }
        #expect(failure.problem.contains("no setup token"))
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "an answer to the claim that is no access address is not stored",
        arguments: ["", "<html>", "http://u:p@bridge.test/simplefin", "https://bridge.test/x"])
    func badAccess(body: String) async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            HTTPResponse(status: 200, body: Array(body.utf8))
        }
        let store = InMemorySignInStore()
        await #expect(throws: BankError.self) {
            try await SimpleFINClaim(transport: transport, store: store).claim(
                setupToken: Secret(Data("https://bridge.test/claim/1".utf8).base64EncodedString()))
        }
        #expect(store.load() == nil)
    }

    @Test("nobody has signed in: the command that does it is named")
    func notSignedIn() async throws {
        try await SimpleFINBench.with { bench in
            _ = bench.store.remove()
            let snapshot = await bench.fetch()
            #expect(Self.failure(snapshot)?.fix == "saldovakt login bridge")
        }
    }

    @Test("accounts and rows, pending ones without an id and without 1970")
    func reads() async throws {
        try await SimpleFINBench.with { bench in
            let snapshot = await bench.fetch()
            #expect(snapshot.outcome == .complete)
            let main = try #require(snapshot.accounts.first)
            #expect(main.details.displayName == "Brukskonto")
            #expect(main.details.accountDescription == "Sandkassebanken")
            #expect(main.booked == Make.money("12043.21"))
            #expect(main.available == Make.money("9250.31"))
            #expect(snapshot.accounts.allSatisfy { $0.kind == .asset })
            let pending = snapshot.transactions.filter { $0.status == .pending }
            #expect(pending.allSatisfy { $0.bankTransactionID == nil && $0.posted == nil })
            #expect(pending.contains { $0.text == "PUMPESTASJON 44" })
            #expect(Set(pending.map(\.date.description)).max() == "2026-03-06")
            let music = snapshot.transactions.first { $0.merchantName == "MUSIKKSTROM" }
            #expect(music?.date.description == "2026-03-01")
            #expect(music?.posted?.description == "2026-03-03")
            #expect(music?.type == .pointOfSale)
            let salary = snapshot.transactions.first { $0.text?.hasPrefix("Lønn fra") == true }
            #expect(salary?.type == .directDeposit)
            #expect(music?.bankTransactionID?.hasPrefix("TRN-") == true)
        }
    }

    @Test("a pending row that is posted under a new id is one purchase")
    func posting() async throws {
        try await SimpleFINBench.with { bench in
            var ledger = Ledger(source: "bridge")
            ledger.take(await bench.fetch())
            bench.server.advance()
            let clock = ManualClock("2026-03-10T09:00:00Z")
            let source = SimpleFINSource(
                id: "bridge", store: bench.store, transport: bench.transport, clock: clock)
            let changes = ledger.take(await source.fetch(FetchRequest())).changes.transactions
            #expect(changes.count { $0.cause == .booked } >= 5)
            let known: Set = ["KAFFEHJORNET AS", "FJORDBY TAXI AS", "PUMPESTASJON 44 FJORDBY"]
            #expect(known.isDisjoint(with: Self.appeared(changes)))
        }
    }

    private static func appeared(_ changes: [TransactionChange]) -> [String] {
        changes.filter { $0.cause == .appeared }.compactMap { $0.after?.transactionDescription }
    }

    @Test("rows that come under other ids with all else equal are no news")
    func reissued() async throws {
        try await SimpleFINBench.with { bench in
            var ledger = Ledger(source: "bridge")
            ledger.take(await bench.fetch())
            let reissued = try await bench.fetch("reissued")
            #expect(ledger.take(reissued).changes.transactions.isEmpty)
        }
    }

    @Test(
        "errors of either version leave the rows of their accounts incomplete",
        arguments: [
            ("connectionFailed", 0), ("version1", 0), ("failed", 4), ("missingData", 4),
            ("draft", 4),
        ])
    func errors(word: String, complete: Int) async throws {
        try await SimpleFINBench.with { bench in
            let snapshot = try await bench.fetch(word)
            #expect(snapshot.outcome == .partial)
            #expect(snapshot.accounts.count == 5)
            #expect(snapshot.accounts.allSatisfy { $0.booked != nil })
            #expect(snapshot.accounts.count { $0.isTransactionListComplete } == complete)
            #expect(!snapshot.shortfalls.isEmpty)
        }
    }

    @Test("a range that was capped is partial, and its rows count")
    func capped() async throws {
        try await SimpleFINBench.with { bench in
            let snapshot = try await bench.fetch("capped")
            #expect(snapshot.outcome == .partial)
            #expect(snapshot.accounts.allSatisfy { $0.isTransactionListComplete })
            #expect(snapshot.accounts.allSatisfy { $0.coveredFrom == nil })
            #expect(snapshot.shortfalls.first?.problem.contains("was capped") == true)
        }
    }

    @Test(
        "an access that has ended says so, and how to sign in again",
        arguments: [
            ("revoked", "then saldovakt login bridge"),
            ("signInFailed", "then saldovakt login bridge"), ("payment", "renew the subscription"),
        ])
    func refused(word: String, fix: String) async throws {
        try await SimpleFINBench.with { bench in
            let failure = Self.failure(try await bench.fetch(word))
            #expect(failure?.kind == .refused)
            #expect(failure?.fix.contains(fix) == true)
        }
    }

    @Test("the bank's own time of the figures is their age")
    func stale() async throws {
        try await SimpleFINBench.with { bench in
            var ledger = Ledger(source: "bridge")
            let snapshot = try await bench.fetch("stale")
            ledger.take(snapshot)
            let account = try #require(ledger.stored.accounts.values.first)
            #expect(account.freshAt == Make.instant("2026-03-01T09:00:00Z"))
            #expect(account.completeAt == Make.instant("2026-03-06T09:00:00Z"))
            let remark = try #require(snapshot.shortfalls.first?.problem)
            #expect(remark.contains("has had no new figures") && remark.contains("2026-03-01"))
        }
    }

    @Test("an account in a private currency is left out with a remark")
    func points() async throws {
        try await SimpleFINBench.with { bench in
            let snapshot = try await bench.fetch("points")
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.accounts.count == 4)
            #expect(snapshot.shortfalls.first?.problem.contains("VISA KREDITTKORT") == true)
        }
    }

    @Test("pending rows without a day have that of the answer, and move on without news")
    func undated() async throws {
        try await SimpleFINBench.with { bench in
            var ledger = Ledger(source: "bridge")
            ledger.take(try await bench.fetch("noDay"))
            let later = SimpleFINSource(
                id: "bridge", store: bench.store, transport: bench.transport,
                clock: ManualClock("2026-03-07T09:00:00Z"))
            let changes = ledger.take(await later.fetch(FetchRequest())).changes.transactions
            #expect(!changes.isEmpty && changes.allSatisfy { $0.cause == .amended })
        }
    }

    @Test("accounts of one name stay several")
    func sameName() async throws {
        try await SimpleFINBench.with { bench in
            let accounts = try await bench.fetch("alike").accounts
            #expect(Set(accounts.map(\.details.displayName)) == ["Checking"])
            #expect(Set(accounts.map(\.details.id)).count == 5)
        }
    }

    @Test("credentials are in a header, in no address; 45 days at most are asked for")
    func question() async throws {
        let (source, transport) = SimpleFINBench.answering(
            SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#))
        let new = await source.fetch(FetchRequest())
        #expect(new.outcome == .complete)
        let known = FetchRequest(knownThrough: ["ACT-1": Make.day("2026-03-05")])
        _ = await source.fetch(known)
        let asked = transport.requests
        #expect(asked.allSatisfy { !$0.url.contains("user") && !$0.url.contains("hemmelig") })
        let credentials = Data("user:pass/hemmelig".utf8).base64EncodedString()
        #expect(asked[0].headers.contains(HTTPHeader("Authorization", "Basic \(credentials)")))
        let today = Make.day("2026-03-06").dayNumber
        #expect(asked[0].url.hasSuffix("start-date=\((today - 44) * 86_400)"))
        #expect(asked[1].url.hasSuffix("start-date=\((today - 16) * 86_400)"))
        #expect(!asked[0].url.contains("end-date"))
    }

    @Test(
        "what is no answer of the protocol changes nothing",
        arguments: [
            "", "<html>", "[]", #"{"errors": []}"#, #"{"errors": [], "accounts": []}"#,
            #"{"errors": [], "accounts": [{"id": 1, "currency": "USD", "balance": "1.00"}]}"#,
            #"{"errors": [], "accounts": [{"id": "a"}, {"id": "a"}]}"#,
        ])
    func malformed(body: String) async throws {
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect(Self.failure(snapshot)?.kind == .malformed)
        #expect(snapshot.accounts.isEmpty)
    }

    @Test(
        "a row that can't be read makes the list of its own account incomplete, and names it",
        arguments: [
            #""posted": 1, "amount": "+1.00""#, #""posted": 1, "amount": -1.00"#,
            #""posted": 1, "amount": "1.005""#, #""posted": "1", "amount": "1.00""#,
            #""posted": 1"#, #""posted": 999999999999999999, "amount": "1.00""#,
        ])
    func unreadableRow(row: String) async throws {
        let body = SimpleFINBench.row(row).replacing(
            #""accounts": ["#, with: #""accounts": [\#(Self.other), "#)
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        #expect(
            snapshot.accounts.map(\.booked) == [
                Make.money("7.00", "USD"), Make.money("1.00", "USD"),
            ])
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [true, false])
        #expect(snapshot.transactions.isEmpty)
        #expect(snapshot.shortfalls.map(\.kind) == [.malformed])
        #expect(snapshot.shortfalls.first?.problem.hasPrefix("account 'Checking': ") == true)
    }

    @Test(
        "a balance that can't be read leaves its account without figures", arguments: ["null", "1"])
    func unreadableBalance(balance: String) async throws {
        let body = SimpleFINBench.row(#""posted": 1772409600, "amount": "1.00""#, balance: balance)
            .replacing(#""accounts": ["#, with: #""accounts": [\#(Self.other), {"name": "x"}, "#)
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.booked) == [Make.money("7.00", "USD"), nil])
        #expect(snapshot.transactions.count == 1)
        let said = snapshot.shortfalls.map(\.problem)
        #expect(said.count == 2 && said[0].hasPrefix("account 'x': "))
        #expect(said.last?.hasPrefix("account 'Checking': ") == true)
    }

    private static let other =
        #"{"id": "ACT-2", "name": "Savings", "currency": "USD", "balance": "7.00"}"#

    @Test("an error without words is said to be one", arguments: [#"[""]"#, #"["\n"]"#])
    func wordless(errors: String) async throws {
        for name in ["errors", "errlist"] {
            let list = name == "errors" ? errors : #"[{"msg": ""}]"#
            let body = #"{"\#(name)": \#(list), "accounts": []}"#
            let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
            #expect(Self.failure(snapshot)?.problem == "an error without words")
        }
    }

    @Test("words of the server are shown on one line, and secrets nowhere")
    func words() async throws {
        let body = #"""
            {"errlist": [{"code": "gen.x", "message": "Look\nhere\u001b[1m 01018030043 \#
            pass/hemmelig, https://user:pass%2Fhemmelig@x"}], "accounts": []}
            """#
        var text = ""
        for status in [200, 402, 403, 429, 500] {
            let (source, _) = SimpleFINBench.answering(body, status: status)
            let snapshot = await source.fetch(FetchRequest())
            if status == 200 {
                #expect(
                    Self.failure(snapshot)?.problem
                        == "Look here [1m 010180***** …, https://user:…@x")
            }
            dump(snapshot, to: &text)
            dump(source, to: &text)
        }
        #expect(!text.contains("hemmelig"))
    }

    private static func failure(_ snapshot: Snapshot) -> SourceFailure? {
        if case .failed(let failure) = snapshot.outcome { failure } else { nil }
    }
}
