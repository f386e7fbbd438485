import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("What must not be seen", .io)
struct SbankenSecrecyTests {
    /// Parts of the client's identifier and secret, the customer number, the token, and the
    /// numbers of the accounts' owners.
    private static let hidden = ["hemmelig", "eyJ", "owner-number", "trans-owner"]

    @Test(
        "no snapshot, whatever its outcome, shows a secret or an identity number",
        arguments: SbankenSettings.Dialect.allCases)
    func snapshots(dialect: SbankenSettings.Dialect) async throws {
        for replacements in try Self.situations() {
            let bank = FakeBank(dialect, replacing: replacements)
            let snapshot = await bank.fetch(FetchRequest(includesScheduled: true))
            var text = ""
            dump(snapshot, to: &text)
            text += "\(snapshot) \(String(reflecting: snapshot))"
            for word in Self.hidden { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test("no name of an account shows a secret or the token that the bank repeats in it")
    func names() async throws {
        let token = try #require(try Fixture.row(Fixture.text("token")).text("access_token"))
        for secret in [token, "klient-hemmelig", "passord+hemmelig/%", "passord%2Bhemmelig%2F%25"] {
            let accounts = try Fixture.text("accounts").replacing("Brukskonto", with: "A \(secret)")
            let bank = FakeBank(replacing: ["/Accounts": FakeBank.always(.json(accounts))])
            let names = await bank.fetch().accounts.map(\.details.displayName)
            #expect(names.first == "A …")
        }
    }

    @Test("neither the configuration nor the source nor a token shows a secret")
    func descriptions() async throws {
        let bank = FakeBank()
        let source = bank.source()
        _ = await source.fetch(FetchRequest())
        let token = try await SbankenTokens(bank.configuration, bank.transport, bank.clock)
            .token(insteadOf: nil)
        var text = ""
        dump(bank.configuration, to: &text)
        dump(token, to: &text)
        text += "\(bank.configuration) \(String(reflecting: bank.configuration)) \(token)"
        for word in Self.hidden { #expect(!text.contains(word), "\(word)") }
    }

    private static func situations() throws -> [[String: FakeBank.Answer]] {
        let accounts = try ["accounts", "v1/accounts"].map {
            try Fixture.text($0).replacing("00000000000\"", with: "owner-number\"")
        }
        let leaks =
            #"{"error": "hemmelig +x", "error_description": "hemmelig", "traceId": "hemmelig"}"#
        let echoes = """
            {"isError": true, "errorType": "hemmelig 1", "errorMessage": "hemmelig", \
            "traceId": "owner-number"}
            """
        let wrongKinds = #"{"availableItems": "hemmelig", "items": "owner-number"}"#
        var situations: [[String: FakeBank.Answer]] = accounts.map { text in
            ["/Accounts": FakeBank.always(.json(text))]
        }
        for body in [leaks, echoes, wrongKinds, "hemmelig", "<p>hemmelig</p>"] {
            for status in [200, 400, 401, 403, 404, 429, 500] {
                let answer = FakeBank.always(.json(body, status: status))
                situations += ["/token", "/Accounts", "/Transactions/", "/Payments/"].map {
                    [$0: answer]
                }
            }
        }
        return situations
    }
}
