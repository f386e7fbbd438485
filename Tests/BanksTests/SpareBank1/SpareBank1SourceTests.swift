import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks

@Suite("Polls of SpareBank 1", .io)
struct SpareBank1SourceTests {
    @Test("does what every bank source has to do")
    func conformance() async throws {
        try await SpareBank1Stage.with { stage in
            try await BankSourceConformance(hasScheduledItems: false) { situation in
                stage.server.reset()
                // A pause that was kept would answer for the bank afterwards.
                stage.store.forgetPause()
                switch situation {
                case .working: break
                case .halfBroken: try stage.server.set(.listFailure, "CREDIT_ACCOUNTS_FAILED")
                case .throttling: try stage.server.set(.throttle, 120)
                case .refusing:
                    try stage.server.set(.refuseSignIn, true)
                    stage.clock.advance(by: 600)
                case .hanging:
                    try await stage.signIn()
                    try stage.server.set(.hang, true)
                }
                return stage.source()
            }.run()
        }
    }

    @Test("a poll is two calls, and gives all accounts with their figures, cards too")
    func complete() async throws {
        try await SpareBank1Stage.with { stage in
            let before = stage.asked.count
            let snapshot = await stage.fetch()
            let asked = stage.asked.dropFirst(before)
            #expect(snapshot.outcome == .complete)
            #expect(asked.count == 2)
            #expect(asked.last?.components(separatedBy: "accountKey=").count == 6)
            #expect(asked.last?.contains("fromDate=2025-12-05&rowLimit=500") == true)
            let main = try #require(snapshot.accounts.first)
            #expect(main.details.displayName == "Brukskonto")
            #expect(main.details.bankAccountID == SpareBank1Stage.current)
            #expect(main.details.accountNumber?.digits == "99990000001")
            #expect(main.booked == Make.money("12043.21"))
            #expect(main.available == Make.money("9250.31"))
            #expect(main.kind == .asset)
            #expect(main.coveredFrom == Make.day("2025-12-06"))
            let card = try #require(snapshot.accounts.last)
            #expect(card.details.accountNumber?.digits == "K9990000003")
            #expect(card.kind == .liability)
            #expect(card.booked == Make.money("-4210.00"))
            #expect(card.creditLimit == Make.money("30000.00"))
            #expect(snapshot.transactions.count == 15)
        }
    }

    @Test("a row that can't be read makes the list of its own account incomplete, no other's")
    func unreadableRow() async throws {
        func row(_ account: String, _ more: String) -> String {
            """
            {"accountKey": "\(account)", "bookingStatus": "PENDING", "date": 1772751600000,
             "description": "KIOSK"\(more)}
            """
        }
        let rows = [
            row(SpareBank1Stage.card, ""), row(SpareBank1Stage.current, #", "amount": -999"#),
            row(SpareBank1Stage.card, #", "amount": -5"#),
        ].joined(separator: ",")
        try await SpareBank1Stage.with(instead: { (request, _) in
            request.url.contains("/transactions?") ? .json(#"{"transactions": [\#(rows)]}"#) : nil
        }) { stage in
            let snapshot = await stage.fetch()
            #expect(snapshot.outcome == .partial)
            #expect(snapshot.shortfalls.count == 1)
            let lacking = snapshot.accounts.filter { !$0.isTransactionListComplete }
            #expect(lacking.map(\.details.bankAccountID) == [SpareBank1Stage.card])
            #expect(snapshot.transactions.map(\.amount.minorUnits).sorted() == [-99_900, -500])
        }
    }

    @Test("the owner of an account is not read")
    func owner() async throws {
        try await SpareBank1Stage.with { stage in
            var text = ""
            dump(await stage.fetch(), to: &text)
            #expect(!text.contains("Testesen\""))
            #expect(!text.contains("00000000000\""))
        }
    }

    @Test("a reservation is pending, a booking has its day of purchase from the text")
    func rows() async throws {
        try await SpareBank1Stage.with { stage in
            try stage.server.set(.archiveDelay, 30)
            let rows = await stage.fetch().transactions
            let taxi = try #require(rows.first { $0.text == "FJORDBY TAXI AS" })
            #expect(taxi.status == .pending && taxi.posted == nil)
            #expect(taxi.amount == Make.money("-187"))
            #expect(taxi.bankTransactionID == nil)
            let music = try #require(rows.first { $0.text == "01.03 MUSIKKSTROM" })
            #expect(music.status == .booked)
            #expect(music.date == Make.day("2026-03-01"))
            #expect(music.posted == Make.day("2026-03-03"))
            #expect(music.type == .pointOfSale)
            #expect(music.merchantName == "Musikkstrom")
            #expect(music.merchantCategoryCode?.rawValue == 5_815)
            #expect(music.bankTransactionID?.hasPrefix("2026-03 7") == true)
            let transfer = try #require(rows.first { $0.isOwnTransfer })
            #expect(transfer.type == .transfer)
        }
    }

    @Test(
        "of a confidential row nothing is kept that names the other side, and its booking is no news",
        arguments: ["isConfidential", "confidential"])
    func confidential(name: String) async throws {
        try await SpareBank1Stage.with { stage in
            let open = await stage.fetch()
            try stage.server.set(.confidentialRows, .choice(name))
            let hidden = await stage.fetch()
            #expect(hidden.outcome == .complete)
            #expect(hidden.transactions.map(\.amount) == open.transactions.map(\.amount))
            #expect(hidden.transactions.map(\.date) == open.transactions.map(\.date))
            var text = ""
            dump(hidden.transactions, to: &text)
            for word in ["MUSIKKSTROM", "Musikkstrom", "FJORDBY", "5815"] {
                #expect(!text.contains(word))
            }
            var ledger = Ledger(source: "sb1")
            ledger.take(hidden)
            stage.server.advance()
            stage.clock.advance(by: 4 * 86_400)
            let changes = ledger.take(await stage.fetch()).changes.transactions
            #expect(changes.contains { $0.cause == .booked })
        }
    }

    @Test("what is the same in two answers is the same, although every id is new")
    func ids() async throws {
        try await SpareBank1Stage.with { stage in
            let source = stage.source()
            let first = await source.fetch(FetchRequest())
            let second = await source.fetch(FetchRequest())
            #expect(first.transactions == second.transactions)
        }
    }

    @Test(
        "midnight in Oslo is the day that begins there, on both sides of summer time",
        arguments: [
            (1_774_393_200_000, "2026-03-25"), (1_774_738_800_000, "2026-03-29"),
            (1_774_821_600_000, "2026-03-30"), (1_792_879_200_000, "2026-10-25"),
            (1_792_969_200_000, "2026-10-26"),
        ])
    func days(milliseconds: Int, day: String) throws {
        let row = try Self.row(#"{"date": \#(milliseconds)}"#)
        #expect(try SpareBank1Row.day(row, in: Make.oslo) == Make.day(day))
    }

    @Test("the days are Oslo's whatever the zone of the settings")
    func zone() async throws {
        for day in ["2026-03-29", "2026-10-25"] {
            let scenario = try Self.scenario(day: day)
            try await SpareBank1Stage.with(scenario, at: "\(day)T22:30:00Z") { stage in
                let snapshot = await stage.fetch()
                #expect(snapshot.transactions.first?.posted == Make.day(day))
                #expect(snapshot.transactions.first?.amount == Make.money("-150.00"))
                // Half past eleven or twelve at night: 89 or 90 days after the first one asked for.
                let today = day == "2026-03-29" ? Make.day("2026-03-30") : Make.day(day)
                #expect(snapshot.accounts.first?.coveredFrom == today.adding(days: -90))
            }
        }
    }

    @Test("a known account is asked for from fourteen days before, one more account from ninety")
    func windows() async throws {
        try await SpareBank1Stage.with { stage in
            let first = await stage.fetch()
            var known = Dictionary(
                first.accounts.map { ($0.details.bankAccountID, Make.day("2026-03-05")) }
            ) { $1 }
            let second = await stage.fetch(FetchRequest(knownThrough: known))
            #expect(second.accounts.allSatisfy { $0.coveredFrom == Make.day("2026-02-19") })
            known[SpareBank1Stage.card] = nil
            let third = await stage.fetch(FetchRequest(knownThrough: known))
            #expect(third.accounts.first?.coveredFrom == Make.day("2025-12-06"))
        }
    }

    @Test("an error with status 200 is half an answer: without cards, or without reservations")
    func partial() async throws {
        try await SpareBank1Stage.with { stage in
            try stage.server.set(.listFailure, "CREDIT_ACCOUNTS_FAILED")
            let cards = await stage.fetch()
            #expect(cards.outcome == .partial)
            #expect(
                cards.accounts.filter { !$0.isTransactionListComplete }.map(\.kind) == [.liability])
            #expect(cards.shortfalls.first?.problem.contains("CREDIT_ACCOUNTS_FAILED") == true)
            try stage.server.set(.listFailure, "RECENT_TRANSACTIONS_FAILED")
            let recent = await stage.fetch()
            #expect(recent.outcome == .partial)
            #expect(recent.accounts.allSatisfy { !$0.isTransactionListComplete })
            #expect(recent.transactions.allSatisfy { $0.status == .booked })
        }
    }

    @Test("an error of the list of accounts is half an answer, as a code or as an object")
    func partialAccounts() async throws {
        for error in [#""CREDIT_ACCOUNTS_FAILED""#, #"{"code": "OWNER 01017012345"}"#] {
            let body = #"{"accounts": [{"key": "k", "balance": 1}], "errors": [\#(error)]}"#
            let snapshot = try await SpareBank1Stage.fetch(accounts: body)
            #expect(snapshot.outcome == .partial)
            #expect(snapshot.shortfalls.allSatisfy { !$0.problem.contains("0101") })
        }
    }

    @Test(
        "errors in any form are half an answer, and one without a code is said to have none",
        arguments: [
            (#"[{"message": "x"}]"#, "no code"), (#"{"code": "CARDS_FAILED"}"#, "CARDS_FAILED"),
            (#"{"message": "x"}"#, "no code"), (#""CARDS_FAILED""#, "CARDS_FAILED"),
            (#"[7]"#, "no code"), ("true", "no code"),
        ])
    func errorForms(errors: String, said: String) async throws {
        let snapshot = try await SpareBank1Stage.fetch(
            accounts: #"{"accounts": [{"key": "k", "balance": 1}], "errors": \#(errors)}"#)
        #expect(snapshot.outcome == .partial)
        #expect(
            snapshot.shortfalls.map(\.problem)
                == ["accounts: the bank left something out (\(said))"])
    }

    @Test("empty errors are none", arguments: ["[]", "{}", "null", "\"\""])
    func noErrors(errors: String) async throws {
        let snapshot = try await SpareBank1Stage.fetch(
            accounts: #"{"accounts": [{"key": "k", "balance": 1}], "errors": \#(errors)}"#)
        #expect(snapshot.outcome == .complete)
    }

    @Test("a list that may be cut is asked for in shorter spans")
    func narrowing() async throws {
        try await SpareBank1Stage.with { stage in
            let whole = await stage.fetch()
            var source = stage.source()
            source.rowLimit = 13
            let before = stage.asked.count
            let parts = await source.fetch(FetchRequest())
            #expect(parts.outcome == .complete)
            #expect(Set(parts.transactions) == Set(whole.transactions))
            #expect(parts.transactions.count == whole.transactions.count)
            #expect(stage.asked.count - before > 2)
            // More on one day than the bank lists: what is there is used, nothing is proven.
            source.rowLimit = 3
            let cut = await source.fetch(FetchRequest())
            #expect(cut.outcome == .partial)
            #expect(cut.accounts.allSatisfy { !$0.isTransactionListComplete })
            #expect(stage.asked.count < 40)
        }
    }

    @Test("429 waits as long as the bank says, or an hour")
    func throttled() async throws {
        try await SpareBank1Stage.with { stage in
            try stage.server.set(.throttle, 1_800)
            #expect(await stage.fetch().outcome == .throttled(retryAfter: .seconds(1_800)))
            try stage.server.set(.throttle, 0)
            try stage.server.set(.hourlyCalls, 1)
            stage.store.forgetPause()
            #expect(await stage.fetch().outcome == .throttled(retryAfter: .seconds(3_600)))
        }
    }

    @Test("a pause that the bank asked for is kept over a restart")
    func pause() async throws {
        try await SpareBank1Stage.with { stage in
            try stage.server.set(.throttle, 1_800)
            #expect(await stage.fetch().outcome == .throttled(retryAfter: .seconds(1_800)))
            try stage.server.set(.throttle, 0)
            let asked = stage.asked.count
            stage.clock.advance(by: 60)
            #expect(await stage.fetch().outcome == .throttled(retryAfter: .seconds(1_740)))
            #expect(stage.asked.count == asked)
            stage.clock.advance(by: 1_740)
            #expect(await stage.fetch().outcome == .complete)
        }
    }

    @Test("fields that are missing are unknown, and an account without figures is half an answer")
    func bareFields() async throws {
        let bare = try await SpareBank1Stage.fetch(
            accounts: #"{"accounts": [{"key": "k", "type": "SAVING"}]}"#)
        #expect(bare.outcome == .partial)
        #expect(bare.accounts.first?.details.displayName == "SAVING")
        let row = try Self.row(
            """
            {"bookingStatus": "BOOKED", "date": 1774393200000, "amount": -150, "accountKey": "k",
             "nonUniqueId": "000000000000000000", "typeCode": "R_999", "typeText": "Ukjent",
             "currencyCode": "USD", "currencyAmount": -15.5}
            """)
        let account = try #require(bare.accounts.first)
        let observation = try SpareBank1Row.observation(row, of: account, in: Make.oslo)
        #expect(observation.text == nil && observation.bankTransactionID == nil)
        #expect(observation.bankTypeCode == "R_999 Ukjent")
        #expect(observation.foreign?.amount == Make.money("15.50", "USD"))
        try await SpareBank1Stage.with { stage in
            try stage.server.set(.blankText, "null")
            let snapshot = await stage.fetch()
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.transactions.contains { $0.text == nil })
        }
    }

    @Test(
        "what is not the answer that was asked for is malformed",
        arguments: [
            "", "<html>", "[]", "{}", #"{"accounts": []}"#, #"{"accounts": [{"name": "x"}]}"#,
            #"{"accounts": [{"key": "k"}, {"key": "k"}]}"#,
            #"{"accounts": [{"key": 7, "balance": 1}]}"#,
        ])
    func malformed(body: String) async throws {
        let snapshot = try await SpareBank1Stage.fetch(accounts: body)
        #expect(SpareBank1Stage.failure(snapshot)?.kind == .malformed)
    }

    @Test(
        "a row that can't be read leaves the answer partial",
        arguments: [
            #""date": "2026-03-06""#, #""bookingStatus": "OTHER""#, #""accountKey": "other""#,
            #""amount": 1e400"#, #""date": 999999999999999999"#,
        ])
    func malformedRow(field: String) async throws {
        let fields = [
            #""date": 1774393200000"#, #""bookingStatus": "BOOKED""#, #""accountKey": "k""#,
            #""amount": -1"#,
        ].filter { !$0.hasPrefix(field.prefix(8)) }
        let row = (fields + [field]).joined(separator: ",")
        let snapshot = try await SpareBank1Stage.fetch(
            accounts: #"{"accounts": [{"key": "k", "balance": 1}]}"#,
            transactions: #"{"transactions": [{\#(row)}], "errors": []}"#)
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.allSatisfy { !$0.isTransactionListComplete })
    }

    @Test(
        "a status that is no answer says what it is",
        arguments: [
            (403, SourceFailure.Kind.refused), (404, .server), (406, .server), (302, .server),
            (503, .server),
        ])
    func statuses(status: Int, kind: SourceFailure.Kind) async throws {
        let snapshot = try await SpareBank1Stage.fetch(accounts: "{}", status: status)
        #expect(SpareBank1Stage.failure(snapshot)?.kind == kind)
    }

    private static func row(_ json: String) throws -> AnswerRow {
        try Fixture.row(json)
    }

    private static func scenario(day: String) throws -> SandboxScenario {
        let json = """
            { "version": 1, "name": "dst", "day": "\(day)",
              "accounts": [ { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
                "name": "Brukskonto", "balance": 100.00 } ],
              "history": [ { "action": "post", "account": "Brukskonto", "amount": -150.00,
                "kind": "fee" } ],
              "timeline": [] }
            """
        return try SandboxScenario(json: Array(json.utf8), file: "dst")
    }
}
