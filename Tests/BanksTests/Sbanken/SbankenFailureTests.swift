import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Trouble with Sbanken", .io)
struct SbankenFailureTests {
    private static let html = "<!DOCTYPE html><html><body>Vedlikehold</body></html>"
    private static let account =
        #""accountId": "A", "name": "A", "accountType": null, "balance": 1.0"#

    @Test(
        "an answer about accounts that is not what it should be brings nothing",
        arguments: [
            ("", SourceFailure.Kind.malformed), (html, .malformed), ("null", .malformed),
            ("[]", .malformed), ("{}", .malformed), (#"{"availableItems": 5"#, .malformed),
            (#"{"availableItems": 0, "items": []}"#, .malformed),
            (#"{"availableItems": 0, "items": null}"#, .malformed),
            (#"{"availableItems": 1, "items": null}"#, .malformed),
            (#"{"availableItems": 2, "items": [{\#(account), "available": 1}]}"#, .malformed),
            (#"{"items": [{\#(account), "available": 1.0}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "available": 999.999}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "available": "1.00"}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "available": 1e30}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "balance": 2.0}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "available": 01}]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{\#(account), "available": 1},]}"#, .malformed),
            (#"{"availableItems": 1, "items": [{"accountId": null, "name": "A"}]}"#, .malformed),
            (#"{"availableItems": 2, "items": [{\#(account)}, {\#(account)}]}"#, .malformed),
            (#"{"isError": true, "errorType": "System", "items": null}"#, .server),
            (#"{"availableItems": 0, "items": [], "isError": true}"#, .server),
            (#"{"type": "", "title": "No.", "status": 500}"#, .server),
        ])
    func accounts(body: String, kind: SourceFailure.Kind) async throws {
        for dialect in SbankenSettings.Dialect.allCases {
            let answer = FakeBank.always(HTTPResponse(status: 200, body: Array(body.utf8)))
            try await expect(kind, from: FakeBank(dialect, replacing: ["/Accounts": answer]))
        }
    }

    @Test(
        "a status that is no success brings nothing",
        arguments: [
            (301, SourceFailure.Kind.malformed), (400, .server), (403, .refused), (404, .server),
            (409, .server), (500, .server), (503, .server),
        ])
    func statuses(status: Int, kind: SourceFailure.Kind) async throws {
        for body in ["", Self.html, "{}", #"{"isError": true, "errorType": 0}"#] {
            let answer = FakeBank.always(HTTPResponse(status: status, body: Array(body.utf8)))
            try await expect(kind, from: FakeBank(replacing: ["/Accounts": answer]))
            if status != 400, status != 403 {
                try await expect(kind, from: FakeBank(replacing: ["/token": answer]))
            }
        }
    }

    @Test(
        "no response is told by its kind",
        arguments: [
            (TransportError.unreachable, SourceFailure.Kind.unreachable), (.timedOut, .timedOut),
            (.connectionLost, .unreachable), (.tls, .unreachable), (.closed, .unreachable),
            (.untrustedCertificate, .unreachable), (.bodyTooLarge(status: 200), .malformed),
            (.malformedResponse, .malformed), (.refusedURL(.scheme), .unreachable),
            (.cancelled, .unreachable),
        ])
    func transport(error: TransportError, kind: SourceFailure.Kind) async throws {
        for place in ["/Accounts", "/token"] {
            try await expect(kind, from: FakeBank(replacing: [place: FakeBank.fails(error)]))
        }
    }

    @Test("the bank's own error bodies are understood in either spelling")
    func errorBodies() async throws {
        let trace = "trace 00000000-0000-4000-8000-000000000001"
        let cases = [
            ("errors/v1-2018-503", 503, "(503, 0, \(trace))"),
            ("errors/v1-2019-400-input", 400, "(400, Input, \(trace))"),
            ("errors/apibeta-500-problemdetails-pascal", 500, "(500, \(trace))"),
            ("errors/apibeta-400-problemdetails-camel", 400, "(400, \(trace))"),
        ]
        for (name, status, words) in cases {
            let answer = FakeBank.always(try Fixture.response(name, status: status))
            let failure = try await failure(of: FakeBank(replacing: ["/Accounts": answer]))
            #expect(failure.kind == .server)
            #expect(failure.problem.hasSuffix(words), "\(failure.problem)")
        }
    }

    @Test(
        "too many questions is a request to come later, wherever it is said",
        arguments: ["/token", "/Accounts", "/Transactions/", "/Payments/"])
    func throttled(place: String) async {
        let answer = HTTPResponse(status: 429, retryAfter: .seconds(30))
        let bank = FakeBank(replacing: [place: FakeBank.always(answer)])
        let snapshot = await bank.fetch(FetchRequest(includesScheduled: true))
        #expect(snapshot.outcome == .throttled(retryAfter: .seconds(30)))
        #expect(snapshot.accounts.isEmpty && snapshot.transactions.isEmpty)
    }

    @Test(
        "trouble with one account's rows leaves the others and all balances",
        arguments: [
            HTTPResponse(status: 500), HTTPResponse(status: 403), HTTPResponse(status: 404),
            .json(html), .json("{}"), .json(#"{"availableItems": 3, "items": []}"#),
            .json(#"{"availableItems": 0, "items": null, "isError": true}"#),
            .json(#"{"availableItems": 1, "items": [{"amount": 1.0}]}"#),
        ])
    func oneAccount(response: HTTPResponse) async {
        let place = "/Transactions/\(FakeBank.main)"
        let bank = FakeBank(replacing: [place: FakeBank.always(response)])
        let snapshot = await bank.fetch()
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.count == 5)
        #expect(
            snapshot.accounts.map(\.isTransactionListComplete) == [false, true, true, true, true])
        #expect(snapshot.accounts[0].coveredFrom == nil)
        #expect(Set(snapshot.transactions.map(\.bankAccountID)) == [FakeBank.card])
    }

    @Test(
        "when the bank stops answering, it is not asked for the other accounts",
        arguments: [TransportError.timedOut, .unreachable])
    func outage(error: TransportError) async {
        let bank = FakeBank(replacing: ["/Transactions/": FakeBank.fails(error)])
        let snapshot = await bank.fetch(FetchRequest(includesScheduled: true))
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.count == 5)
        #expect(bank.asked.count == 3)
    }

    @Test(
        "a row whose amount or day is not readable makes its account incomplete",
        arguments: [
            #""amount": 999.999"#, #""amount": "1.00""#, #""amount": null"#,
            #""amount": 92233720368547758.08"#, #""accountingDate": "2026-02-30T00:00:00""#,
            #""accountingDate": "06.03.2026""#, #""accountingDate": null"#,
            #""isReservation": "true""#, #""isReservation": null"#, #""text": 5"#,
            #""cardDetails": "714""#, #""transactionTypeCode": "714""#,
        ])
    func badRow(field: String) async {
        let good = [
            #""amount": -1.0"#, #""accountingDate": "2026-03-01T00:00:00""#,
            #""isReservation": false"#, #""text": "x""#,
        ].filter { $0.prefix(8) != field.prefix(8) }
        let row = (good + [field]).joined(separator: ", ")
        let body = #"{"availableItems": 1, "items": [{\#(row)}]}"#
        let place = "/Transactions/\(FakeBank.main)"
        let bank = FakeBank(replacing: [place: FakeBank.always(.json(body))])
        let snapshot = await bank.fetch()
        #expect(snapshot.outcome == .partial)
        #expect(!snapshot.transactions.contains { $0.bankAccountID == FakeBank.main })
    }

    private func expect(_ kind: SourceFailure.Kind, from bank: FakeBank) async throws {
        let found = try await failure(of: bank)
        #expect(found.kind == kind, "\(found.problem)")
        #expect(!found.problem.isEmpty && !found.fix.isEmpty)
    }

    private func failure(of bank: FakeBank) async throws -> SourceFailure {
        let snapshot = await bank.fetch()
        #expect(snapshot.accounts.isEmpty && snapshot.transactions.isEmpty)
        guard case .failed(let failure) = snapshot.outcome else {
            Issue.record("the outcome was \(snapshot.outcome)")
            return SourceFailure(kind: .throttled, problem: "", fix: "")
        }
        return failure
    }
}
