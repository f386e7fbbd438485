import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("E-invoices are listed by status and due date, and can be paid")
struct InvoiceTests {
    private static let new = "FAKEEFAKTURA00000000000000000001"
    private static let processed = "FAKEEFAKTURA00000000000000000002"

    private static func path(_ dialect: SandboxDialect) -> String {
        dialect == .v1 ? "/EFakturas" : "/Efaktura"
    }

    private static func order(
        _ invoice: String, _ account: String = TestClient.current, minimum: Bool = false
    ) -> String {
        #"{"eFakturaId": "\#(invoice)", "accountId": "\#(account)", "#
            + #""payOnlyMinimumAmount": \#(minimum)}"#
    }

    @Test(
        "status and due dates choose among them",
        arguments: [
            ("", 2), ("?status=ALL", 2), ("?status=NEW", 1), ("?status=processed", 1),
            ("?status=DELETED", 0), ("?startDate=2026-03-25", 1), ("?endDate=2026-03-24", 1),
            ("?startDate=2026-02-26&endDate=2026-03-24", 0),
        ], SandboxDialect.allCases)
    func choosing(_ choice: (query: String, count: Int), dialect: SandboxDialect) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port, dialect)
            let answer = try await client.api(Self.path(dialect) + choice.query)
            #expect(answer.items.count == choice.count)
            #expect(answer.availableItems == String(choice.count))
        }
    }

    @Test(
        "a paid one is processed, and a payment of it waits on the account",
        arguments: SandboxDialect.allCases)
    func paying(dialect: SandboxDialect) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port, dialect)
            let before = try await client.api("/Payments/" + TestClient.credit).items.count
            let body = Self.order(Self.new, TestClient.credit)
            let answer = try await client.order("POST", Self.path(dialect), body)
            #expect(answer.status == (dialect == .v1 ? 200 : 204))
            #expect(
                dialect == .v2 ? answer.body.isEmpty : answer.body.contains(#""isError":false"#))
            let invoice = try await client.single(Self.path(dialect) + "/" + Self.new)
            #expect(invoice?["status"]?.string == "PROCESSED")
            #expect(try await client.api(Self.path(dialect) + "/new").items.isEmpty)
            let payments = try await client.api("/Payments/" + TestClient.credit).items
            #expect(payments.count == before + 1)
            let payment = try #require(payments.last)
            #expect(payment["amount"]?.number == "799.0")
            #expect(payment["dueDate"]?.string == "2026-03-25T00:00:00")
            #expect(payment["recipientAccountNumber"]?.string == "99994444444")
            #expect(payment["beneficiaryName"]?.string == "NETTLEVERANDØREN AS")
        }
    }

    @Test(
        "an order that can't be carried out changes nothing",
        arguments: [
            ("{}", 400), ("[]", 400), (#"{"eFakturaId": "x", "accountId": "y"}"#, 400),
            (order("NONE"), 404), (order(processed), 400),
            (order(new, "FA4E0000000000000000000000000099"), 400),
        ], SandboxDialect.allCases)
    func refused(_ wrong: (body: String, status: Int), dialect: SandboxDialect) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port, dialect)
            let answer = try await client.order("POST", Self.path(dialect), wrong.body)
            #expect(answer.status == wrong.status)
            #expect(try await client.api(Self.path(dialect) + "/new").items.count == 1)
        }
    }

    @Test("names are taken in any letter case, and the smallest amount can be paid alone")
    func loosely() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let body =
                #"{"efakturaId": "\#(Self.new.lowercased())", "AccountId": "\#(TestClient.current)","#
                + #" "payOnlyMinimumAmount": true}"#
            #expect(try await client.order("POST", "/Efaktura", body).status == 204)
            _ = try await client.control("reset")
            #expect(try await client.v2("/Efaktura/new").items.count == 1)
        }
    }
}
