import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Polls of Sbanken", .io)
struct SbankenSourceTests {
    @Test(
        "a poll gives all accounts and rows, in both forms of the API",
        arguments: SbankenSettings.Dialect.allCases)
    func complete(dialect: SbankenSettings.Dialect) async throws {
        let bank = FakeBank(dialect)
        let snapshot = await bank.fetch()
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.source == "sbanken")
        #expect(snapshot.observedAt == bank.clock.now)
        #expect(snapshot.scheduled == nil)
        #expect(
            snapshot.accounts.map(\.details.displayName) == [
                "Brukskonto", "Lommepenger", "Sparekonto", "Felleskonto", "VISA KREDITTKORT",
            ])
        let main = try #require(snapshot.accounts.first)
        #expect(main.booked == Money(minorUnits: 1_204_321, currency: .nok))
        #expect(main.available == Money(minorUnits: 925_031, currency: .nok))
        #expect(main.creditLimit == .zero(.nok))
        #expect(main.kind == .asset)
        #expect(main.details.accountDescription == "Standard account")
        #expect(main.details.accountNumber?.digits == "99990000001")
        #expect(main.isTransactionListComplete)
        let card = try #require(snapshot.accounts.last)
        #expect(card.kind == .liability)
        #expect(card.booked == Money(minorUnits: -421_000, currency: .nok))
        #expect(card.creditLimit == Money(minorUnits: 3_000_000, currency: .nok))
        #expect(snapshot.transactions.count { $0.bankAccountID == FakeBank.main } == 13)
        #expect(snapshot.transactions.count { $0.bankAccountID == FakeBank.card } == 2)
    }

    @Test("accounts are asked for once and rows page by page, without a last day")
    func questions() async {
        let bank = FakeBank()
        _ = await bank.fetch()
        #expect(
            bank.asked.prefix(3) == [
                "/token", "/Accounts",
                "/Transactions/\(FakeBank.main)?startDate=2025-12-06&index=0&length=1000",
            ])
        #expect(bank.asked.count == 7)
        #expect(!bank.transport.requests.contains { $0.url.contains("endDate") })
    }

    @Test("the customer number is sent in the first form only")
    func headers() async {
        for dialect in SbankenSettings.Dialect.allCases {
            let bank = FakeBank(dialect)
            _ = await bank.fetch()
            for request in bank.transport.requests.dropFirst() {
                let named = { (name: String) in request.headers.first { $0.isNamed(name) }?.value }
                #expect(named("Authorization")?.hasPrefix("Bearer ey") == true)
                #expect(named("Accept") == "application/json")
                #expect(named("customerId") == (dialect == .v1 ? "kunde-hemmelig" : nil))
            }
        }
    }

    @Test("a known account is asked for fourteen days before its newest day, a new one for ninety")
    func windows() async throws {
        let bank = FakeBank()
        let known = try #require(CalendarDay(isoText: "2026-03-05"))
        let snapshot = await bank.fetch(FetchRequest(knownThrough: [FakeBank.main: known]))
        #expect(snapshot.accounts[0].coveredFrom?.description == "2026-02-19")
        #expect(snapshot.accounts[1].coveredFrom?.description == "2025-12-06")
        #expect(bank.asked[2].contains("startDate=2026-02-19&"))
    }

    @Test(
        "the window stays within what the bank allows",
        arguments: [
            (nil, "2025-12-06"), ("2026-03-06", "2026-02-20"), ("2024-01-01", "2025-03-06"),
            ("2030-01-01", "2026-03-06"),
        ] as [(String?, String)])
    func window(known: String?, start: String) throws {
        let today = try #require(CalendarDay(isoText: "2026-03-06"))
        let window = SbankenWindow(
            knownThrough: known.flatMap { CalendarDay(isoText: $0) }, today: today)
        #expect(window.start.description == start)
    }

    @Test("today is the bank's day, not that of Greenwich")
    func today() async {
        let bank = FakeBank()
        bank.clock.set(to: Make.instant("2026-03-06T23:30:00Z"))
        _ = await bank.fetch()
        #expect(bank.asked[2].contains("startDate=2025-12-07&"))
    }

    @Test("an account that the list leaves out is asked for before it is believed gone")
    func leftOut() async throws {
        let one = #"{"accountId": "B", "name": "B", "available": 1.0, "balance": 1.0}"#
        let list = FakeBank.always(.json(#"{"availableItems": 1, "items": [\#(one)]}"#))
        let day = try #require(CalendarDay(isoText: "2026-03-05"))
        let request = FetchRequest(knownThrough: [FakeBank.main: day, "gone": day])
        let gone = FakeBank.always(.json(#"{"title": "x", "status": 404}"#, status: 404))
        let bank = FakeBank(replacing: [
            "/Accounts": list, "/Accounts/gone": gone,
            "/Accounts/\(FakeBank.main)": FakeBank.always(try Fixture.response("account")),
        ])
        let snapshot = await bank.fetch(request)
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.accounts.map(\.details.bankAccountID) == ["B", FakeBank.main])
        let down = FakeBank.always(.json("{}", status: 503))
        let shaky = FakeBank(replacing: ["/Accounts": list, "/Accounts/gone": down])
        let shakySnapshot = await shaky.fetch(FetchRequest(knownThrough: ["gone": day]))
        #expect(shakySnapshot.outcome == .partial)
    }

    @Test("another account than the one asked for is no answer")
    func wrongAccount() async throws {
        let other = FakeBank.always(try Fixture.response("account"))
        let bank = FakeBank(replacing: ["/Accounts/asked": other])
        let day = try #require(CalendarDay(isoText: "2026-03-05"))
        let snapshot = await bank.fetch(FetchRequest(knownThrough: ["asked": day]))
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.count == 5)
    }

    @Test("in the first form an item that is null is an account that is gone")
    func nullItem() async throws {
        let day = try #require(CalendarDay(isoText: "2026-03-05"))
        for name in ["errors/v1-2019-item-notfound", ""] {
            let answer =
                name.isEmpty
                ? HTTPResponse.json(#"{"item": null, "isError": false}"#)
                : try Fixture.response(name)
            let bank = FakeBank(.v1, replacing: ["/Accounts/gone": FakeBank.always(answer)])
            let snapshot = await bank.fetch(FetchRequest(knownThrough: ["gone": day]))
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.accounts.count == 5)
        }
    }

    @Test("payments, standing orders and e-invoices leave an account, stopped ones do not")
    func scheduled() async throws {
        for dialect in SbankenSettings.Dialect.allCases {
            let snapshot = await FakeBank(dialect).fetch(FetchRequest(includesScheduled: true))
            let lines = try #require(snapshot.scheduled).map {
                "\($0.kind.rawValue) \($0.id.suffix(2)) \($0.amount) \($0.due) \($0.text ?? "-")"
            }
            #expect(
                lines == [
                    "payment 01 -1849.00 NOK 2026-03-20 FJORDBY KRAFT AS",
                    "payment 02 -9500.00 NOK 2026-04-01 Kari Testesen",
                    "standingOrder 1 -9500.00 NOK 2026-04-01 Kari Testesen",
                    "standingOrder 2 -100.00 NOK 2026-03-06 Lommepenger",
                    "eInvoice 01 -799.00 NOK 2026-03-25 NETTLEVERANDØREN AS",
                ])
            #expect(snapshot.scheduled?.allSatisfy { $0.bankAccountID == FakeBank.main } == true)
            #expect(snapshot.outcome == .complete)
        }
    }

    @Test(
        "a list of payments that is not to be had leaves what is scheduled unknown",
        arguments: [401, 403, 404, 500])
    func scheduledMissing(status: Int) async {
        let refused = FakeBank.always(.json("{}", status: status))
        let bank = FakeBank(replacing: ["/Payments/": refused])
        let snapshot = await bank.fetch(FetchRequest(includesScheduled: true))
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.scheduled == nil)
        #expect(snapshot.accounts.count == 5)
    }

    @Test("does what every bank source has to do")
    func conformance() async throws {
        try await BankSourceConformance { situation in
            switch situation {
            case .working: FakeBank().source()
            case .halfBroken:
                FakeBank(replacing: [
                    "/Transactions/\(FakeBank.card)": FakeBank.always(.json("{}", status: 503))
                ]).source()
            case .throttling:
                FakeBank(replacing: [
                    "/Accounts": FakeBank.always(
                        HTTPResponse(status: 429, retryAfter: .seconds(120)))
                ]).source()
            case .refusing:
                FakeBank(replacing: [
                    "/token": FakeBank.always(.json(#"{"error": "invalid_client"}"#, status: 400))
                ]).source()
            case .hanging:
                FakeBank(replacing: [
                    "/token": { (_) throws(TransportError) in
                        await waitForCancellation()
                        throw .cancelled
                    }
                ]).source()
            }
        }.run()
    }
}
