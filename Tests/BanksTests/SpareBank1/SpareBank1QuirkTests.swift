import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import SandboxBank

@Suite("Habits of SpareBank 1 from answer to answer", .io)
struct SpareBank1QuirkTests {
    private typealias Stage = SpareBank1Stage

    @Test("a booking up to a week later, some øre off, settles its reservation", arguments: 1...7)
    func later(days: Int) async throws {
        try await Stage.with { stage in
            var ledger = Ledger(source: "sb1")
            ledger.take(await stage.fetch())
            try stage.server.perform(
                .reserve(
                    SandboxReservation(
                        id: "tank", account: "Brukskonto", amount: Make.money("-612.35"),
                        text: "PUMPE 77")))
            stage.clock.advance(by: 60)
            let held = ledger.take(await stage.fetch()).changes.transactions
            #expect(held.map(\.cause) == [.appeared])
            try stage.server.advance(to: Make.day("2026-03-06").adding(days: days))
            try stage.server.perform(
                .book(SandboxBooking(reservation: "tank", amount: Make.money("-612.33"))))
            stage.clock.advance(by: Double(days) * 86_400)
            let changes = ledger.take(await stage.fetch()).changes.transactions
            let pump = changes.filter { $0.after?.transactionDescription.contains("PUMPE") == true }
            #expect(pump.map(\.cause) == [.booked], "\(pump)")
        }
    }

    @Test("the other account of an own transfer comes with its last form, and is no news")
    func remoteAccount() async throws {
        try await Stage.with { stage in
            try stage.server.set(.archiveDelay, 30)
            try stage.server.perform(
                .transfer(
                    SandboxTransfer(
                        from: "Brukskonto", to: "Sparekonto", amount: Make.money("321.00"))))
            var ledger = Ledger(source: "sb1")
            let first = await stage.fetch()
            let rows = { (snapshot: Snapshot) in
                snapshot.transactions.filter { $0.amount == Make.money("-321.00") }
            }
            #expect(rows(first).map(\.isOwnTransfer) == [true])
            #expect(rows(first).allSatisfy { $0.counterparty == nil })
            ledger.take(first)
            try stage.server.set(.archiveDelay, 0)
            stage.clock.advance(by: 60)
            let last = await stage.fetch()
            #expect(rows(last).map { $0.counterparty?.account?.digits } == ["99990000002"])
            #expect(rows(last).map { $0.counterparty?.name } == ["Sparekonto"])
            let changes = ledger.take(last).changes.transactions
            #expect(changes.allSatisfy { $0.cause == .amended }, "\(changes)")
        }
    }

    @Test("cards that the list of accounts leaves out are not gone, and nothing is said of them")
    func withoutCards() async throws {
        try await Stage.with { stage in
            var ledger = Ledger(source: "sb1")
            ledger.take(await stage.fetch())
            let known = ledger.stored.accounts.count
            try stage.server.set(.listFailure, "withoutCards")
            stage.clock.advance(by: 60)
            let snapshot = await stage.fetch()
            #expect(snapshot.outcome == .partial && snapshot.accounts.count == known - 1)
            #expect(
                snapshot.shortfalls.map(\.problem)
                    == ["accounts: the bank left something out (CREDIT_ACCOUNTS_FAILED)"])
            let changes = ledger.take(snapshot).changes
            #expect(changes.transactions.isEmpty)
            #expect(ledger.stored.accounts.count == known)
        }
    }

    @Test("polls at the standard interval stay below 60 calls an hour; a refusal names its pause")
    func hourlyCalls() async throws {
        try await Stage.with { stage in
            try stage.server.set(.hourlyCalls, 60)
            for _ in 0..<8 {
                #expect(await stage.fetch().outcome == .complete)
                stage.clock.advance(by: 900)
            }
            try stage.server.set(.hourlyCalls, 1)
            try stage.server.set(.hourlyPause, 7_200)
            #expect(await stage.fetch().outcome == .throttled(retryAfter: .seconds(7_200)))
        }
    }

    @Test("a sign-in that was not renewed for 25 days is said to end after 30")
    func notRenewed() async throws {
        try await Stage.with { stage in
            #expect(await stage.fetch().signInExpires == nil)
            try stage.server.set(.signInOutage, true)
            stage.clock.advance(by: 24 * 86_400)
            #expect(await stage.fetch().signInExpires == nil)
            stage.clock.advance(by: 2 * 86_400)
            let failed = await stage.fetch()
            #expect(failed.outcome.hasFacts == false)
            let end = try #require(failed.signInExpires)
            #expect(abs(end.timeIntervalSince(stage.clock.now) - 4 * 86_400) < 3_600)
            try stage.server.set(.signInOutage, false)
            let renewed = await stage.fetch()
            #expect(renewed.outcome == .complete && renewed.signInExpires == nil)
        }
    }

    @Test("tokens, also those that are replaced meanwhile, and the client's secret are in no text")
    func secrets() async throws {
        let secrets = ["old-refresh", "old-access", "new-refresh", "new-access", "client-secret"]
        let store = InMemorySignInStore(
            SignInState([
                "refreshToken": "old-refresh", "accessToken": "old-access", "accessTokenEnds": "0",
            ]))
        let transport = ScriptedTransport { (request) throws(TransportError) in
            if request.url.hasSuffix("/token") {
                return .json(#"{"access_token": "new-access", "refresh_token": "new-refresh"}"#)
            }
            guard request.url.contains("/transactions") else {
                return .json(
                    #"{"accounts": [{"key": "K1", "name": "\#(secrets.joined(separator: " "))","#
                        + #" "accountNumber": "99990000001", "currencyCode": "NOK","#
                        + #" "balance": 1.0, "availableBalance": 1.0}], "errors": []}"#)
            }
            return .json(#"{"transactions": [], "errors": []}"#)
        }
        let source = SpareBank1Source(
            configuration: SpareBank1Configuration(
                clientID: Secret("c"), clientSecret: Secret("client-secret")),
            store: store, transport: transport, clock: ManualClock("2026-03-06T09:00:00Z"))
        for _ in 1...2 {
            let name = await source.fetch(FetchRequest()).accounts.first?.details.displayName
            #expect(name == "… … … … …")
        }
    }
}
