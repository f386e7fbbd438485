import Foundation
import HTTP
import TestSupport
import Testing

/// The stand-ins are held against clients that others wrote for the real ones.
@Suite("Other projects' clients", .programs)
struct OtherClientTests {
    private static let scenario = """
        { "version": 1, "name": "test", "day": "today",
          "credentials": { "clientId": "plainclient", "clientSecret": "plainsecret" },
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 900.50 } ],
          "history": [
            { "action": "post", "account": "Brukskonto", "amount": -42.00, "kind": "visa",
              "card": { "merchant": "KAFFEHJORNET AS", "categoryCode": "5814" } } ],
          "lists": [ { "endpoint": "eFakturas", "rows": [
            { "eFakturaId": "e1", "issuerId": "i1", "eFakturaReference": "r1",
              "documentType": "Invoice", "status": "NEW", "kid": "1",
              "originalDueDate": "2026-03-20T00:00:00", "originalAmount": 499.0,
              "minimumAmount": 0.0, "notificationDate": "2026-03-01T00:00:00",
              "issuerName": "Fjordby Kraft" } ] } ],
          "timeline": [] }
        """

    @Test("reads accounts, transactions and e-invoices from the sandbox")
    func reads() async throws {
        let scratch = try Scratch()
        let bank = try await Self.bank(in: scratch)
        let client = try Self.client(
            "read-sandbox", bank.root, "00000000000", "plainclient", "plainsecret")
        let kinds = try await Self.found(client)
        #expect(kinds.map { $0["kind"] as? String } == ["account", "transaction", "e-invoice"])
        #expect(kinds.first?["balance"] as? NSNumber == 900.5)
        #expect(kinds.dropFirst().first?["amount"] as? NSNumber == -42)
        #expect(kinds.last?["issuer"] as? String == "Fjordby Kraft")
    }

    @Test("one for SimpleFIN exchanges the setup token and reads accounts and transactions")
    func simpleFIN() async throws {
        let scratch = try Scratch()
        let bank = try await Self.bank(in: scratch)
        let token = Data("\(bank.root)/simplefin/claim/sandbox".utf8).base64EncodedString()
        let client = try Self.client("read-simplefin", token)
        let found = try await Self.found(client)
        #expect(found.map { $0["kind"] as? String } == ["account", "transaction"])
        #expect(found.first?["balance"] as? String == "900.50")
        #expect(found.last?["amount"] as? String == "-42.00")
        #expect(found.last?["payee"] as? String == "KAFFEHJORNET AS")
    }

    @Test("one for OAuth signs in at SpareBank 1, renews its access and reads")
    func spareBank1() async throws {
        let scratch = try Scratch()
        let bank = try await Self.bank(in: scratch)
        let client = try Self.client(
            "read-sparebank1", bank.root, "plainclient", "plainsecret",
            "http://localhost:8912/callback")
        try await Self.allow(client)
        let found = try await Self.found(client)
        #expect(found.map { $0["kind"] as? String } == ["token", "account", "transaction"])
        #expect(found.first?["rotates"] as? Bool == true)
        #expect(found.first?["seconds"] as? Int == 600)
        #expect(found.dropFirst().first?["balance"] as? NSNumber == 900.5)
        #expect(found.last?["amount"] as? NSNumber == -42)
        #expect(found.last?["text"] as? String == "Kaffehjornet As")
    }

    @Test("one for Enable Banking signs its requests, sends a person to the bank and reads")
    func enableBanking() async throws {
        let scratch = try Scratch()
        let bank = try await Self.bank(in: scratch)
        let key = try scratch.write(try await SandboxProcess.enableBankingKey(), to: "key.pem")
        let client = try Self.client(
            "read-enablebanking", "\(bank.root)/enablebanking", key.path,
            "5a1d0fac-e000-4000-8000-000000000001",
            "https://example.org/saldovakt")
        try await Self.allow(client)
        let found = try await Self.found(client)
        #expect(
            found.map { $0["kind"] as? String } == ["account", "balance", "balance", "transaction"])
        #expect(found.first?["name"] as? String == "Brukskonto")
        #expect(found.dropFirst().first?["amount"] as? Double == 900.5)
        #expect(found.last?["payee"] as? String == "KAFFEHJORNET AS")
    }

    private static func bank(in scratch: Scratch) async throws -> SandboxProcess {
        try await SandboxProcess(scenario: try scratch.write(scenario, to: "bank.json"))
    }

    /// Starts a client of contrib/receivers.
    private static func client(_ name: String, _ arguments: String...) throws -> ForeignProcess {
        try ForeignProcess(
            [
                Project.python.path,
                Project.root.appending(path: "contrib/receivers/\(name)").path,
            ] + arguments)
    }

    /// Allows access at the bank's page that a client names, and tells it where the browser ended.
    private static func allow(_ client: ForeignProcess) async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        let page = try await client.line(startingWith: "http://")
        let back = try await transport.send(
            HTTPRequest(method: .post, url: page, body: Array("answer=allow".utf8)))
        client.send(try #require(back.header("Location")))
    }

    /// What a client printed, an object a line, once it has ended well.
    private static func found(_ client: ForeignProcess) async throws -> [[String: Any]] {
        #expect(try await client.exitCode() == 0, "\(client.errorText)")
        return client.lines.compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }
}
