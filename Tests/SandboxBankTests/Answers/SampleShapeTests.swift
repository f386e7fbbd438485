import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("Answers have the bytes of the real bank's", .io)
struct SampleShapeTests {
    @Test(
        "before booking, each list and object is byte for byte the sample",
        arguments: [
            ("/apibeta/api/v2/Accounts", Samples.accounts),
            ("/apibeta/api/v2/Accounts/\(TestClient.current)", Samples.account),
            ("/apibeta/api/v1/Accounts", Samples.accountsV1),
            ("/apibeta/api/v1/Accounts/\(TestClient.current)", Samples.accountV1),
            ("/apibeta/api/v2/Transactions/\(TestClient.current)", Samples.transactions),
            ("/apibeta/api/v1/Transactions/\(TestClient.current)", Samples.transactionsV1),
            ("/apibeta/api/v2/Transactions/\(TestClient.credit)", Samples.creditCard),
            ("/apibeta/api/v2/Payments/\(TestClient.current)", Samples.payments),
            ("/apibeta/api/v2/StandingOrders/\(TestClient.current)", Samples.standingOrders),
            ("/apibeta/api/v2/Efaktura", Samples.eFakturas),
            ("/apibeta/api/v2/Cards", Samples.cards),
        ])
    func equalsSample(path: String, sample: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let answer = try await client.get(path, headers: [TestClient.customer])
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
            #expect(answer.body == sample)
        }
    }

    @Test("after the step, balances and rows are byte for byte the sample of four days later")
    func equalsSampleAfterBooking() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            server.advance()
            #expect(try await client.v2("/Accounts").body == Samples.accountsAfterBooking)
            #expect(try await client.rows().body == Samples.transactionsBooked)
        }
    }

    @Test("the archive lists booked rows with a number each, otherwise as the sample")
    func archive() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            server.advance()
            let answer = try await client.v2("/Transactions/archive/\(TestClient.current)")
            let ids = answer.items.compactMap { $0["transactionId"]?.string }
            #expect(Set(ids).count == 12)
            #expect(ids.allSatisfy { $0.count == 18 && $0.hasPrefix("99") })
            #expect(Self.withoutIds(answer.body) == Self.withoutIds(Samples.archive))
        }
    }

    /// The text with the 18 digits of each row's number struck out.
    private static func withoutIds(_ body: String) -> String {
        let mark = #"{"transactionId":""#
        return body.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .map { $0 == 0 ? String($1) : String($1.dropFirst(18)) }
            .joined(separator: mark)
    }

    @Test("errors have the bodies of the samples")
    func errors() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            try server.set(.outage, true)
            let failure = try await client.v1("/Accounts")
            #expect(failure.status == 503)
            #expect(failure.body == Samples.failureV1)
        }
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let query = "?startDate=2025-03-01&endDate=2026-03-06"
            let path = "/Transactions/\(TestClient.current)\(query)"
            let refused = try await client.v1(path)
            #expect(refused.status == 400)
            #expect(refused.body == Samples.badRequestV1)
        }
    }

    @Test("errors of the second dialect and of unknown accounts have the bodies of the samples")
    func moreErrors() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            try server.set(.outage, true)
            let failure = try await client.v2("/Accounts")
            #expect(failure.status == 500)
            #expect(failure.body == Samples.failureV2)
        }
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let refused = try await client.rows("?startDate=2026-03-06&endDate=2026-03-05")
            #expect(refused.status == 400)
            #expect(refused.body == Samples.badRequestV2)
        }
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let missing = try await client.v1("/Accounts/FA4E0000000000000000000000000009")
            #expect(missing.status == 404)
            #expect(missing.body == Samples.notFoundV1)
        }
    }
}
