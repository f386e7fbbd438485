import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("What is asked for one by one, and what is ordered")
struct OrderTests {
    @Test(
        "single payments, e-invoices and the customer are found", arguments: SandboxDialect.allCases
    )
    func entries(dialect: SandboxDialect) async throws {
        let invoices = dialect == .v1 ? "/EFakturas" : "/Efaktura"
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port, dialect)
            let payment = try await client.single(
                "/Payments/\(TestClient.current)/FAKEPAY0000000000000000000000002")
            #expect(payment?["text"]?.string == "Husleie april")
            let invoice = try await client.single(
                "\(invoices)/FAKEEFAKTURA00000000000000000002")
            #expect(invoice?["issuerName"]?.string == "KREDITTKORTET AS")
            #expect(try await client.api("\(invoices)/NOPE").status == 404)
            let new = try await client.api("\(invoices)/new")
            #expect(new.items.count == 1 && new.items.first?["creditAccountNumber"] == nil)
            #expect(try await client.single("/Customers")?["firstName"]?.string == "Kari")
        }
    }

    @Test(
        "a transfer moves money and answers as its form does", arguments: SandboxDialect.allCases)
    func transfer(dialect: SandboxDialect) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port, dialect)
            let answer = try await order(client, amount: "150.50", message: "Ukepenger")
            #expect(answer.status == (dialect == .v1 ? 200 : 204))
            #expect(answer.json?["isError"]?.kindName == (dialect == .v1 ? "false" : nil))
            #expect(answer.json?["items"] == nil && answer.json?["item"] == nil)
            let row = try #require(
                try await client.rows().items.first { $0["amount"]?.number == "-150.5" })
            #expect(row["text"]?.string == "Ukepenger")
            let other = try await client.api("/Accounts/FA4E0000000000000000000000000004")
            #expect(other.body.contains(#""balance":247.0"#))
        }
    }

    @Test(
        "a transfer outside of the limits is refused and moves nothing",
        arguments: [("0.99", "Ukepenger"), ("10.00", ""), ("10.00", "<script>")])
    func refused(amount: String, message: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await order(client, amount: amount, message: message).status == 400)
            #expect(try await client.api("/Accounts").body == Samples.accounts)
        }
    }

    private func order(
        _ client: TestClient, amount: String, message: String
    ) async throws -> RawResponse {
        let body = """
            {"fromAccountId":"\(TestClient.current)",
             "toAccountId":"FA4E0000000000000000000000000004",
             "message":"\(message)","amount":\(amount)}
            """
        return try await client.send(
            "POST", "/apibeta/api/\(client.dialect.rawValue)/Transfers",
            headers: [
                "Authorization: Bearer \(client.token ?? "")", TestClient.customer,
                "Content-Type: application/json",
            ], body: body)
    }
}
