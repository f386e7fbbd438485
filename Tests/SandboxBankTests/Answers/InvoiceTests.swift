import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("E-invoices are listed by status and due date", .io)
struct InvoiceTests {
    private static func path(_ dialect: SandboxDialect) -> String {
        dialect == .v1 ? "/EFakturas" : "/Efaktura"
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
}
