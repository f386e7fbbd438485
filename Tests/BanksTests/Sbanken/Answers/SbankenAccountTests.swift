import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks

@Suite("Rows of the accounts list", .io)
struct SbankenAccountTests {
    @Test("figures that the bank does not give are unknown")
    func nulls() throws {
        let account = try read(#"{"accountId": "A", "balance": null, "accountType": null}"#)
        #expect(account.booked == nil)
        #expect(account.available == nil)
        #expect(account.creditLimit == nil)
        #expect(account.details.accountNumber == nil)
        #expect(account.kind == .asset)
    }

    @Test(
        "an account without a name is called by its kind and the end of its number",
        arguments: [
            (#""name": "  ""#, "Account"), (#""name": null, "accountType": "BSU""#, "BSU"),
            (#""accountType": "BSU", "accountNumber": "99990000001""#, "BSU •••• •• •0001"),
            (#""name": "Sparekonto 💰""#, "Sparekonto 💰"),
        ])
    func names(fields: String, name: String) throws {
        #expect(try read(#"{"accountId": "A", \#(fields)}"#).details.displayName == name)
    }

    @Test(
        "what is owed is told by the kind, which is free text",
        arguments: [
            ("Creditcard account", AccountObservation.Kind.liability), ("Kredittkort", .liability),
            ("Boliglån", .liability), ("Standard account", .asset),
            ("High interest account", .asset),
            ("", .asset),
        ])
    func kinds(text: String, kind: AccountObservation.Kind) throws {
        #expect(try read(#"{"accountId": "A", "accountType": "\#(text)"}"#).kind == kind)
    }

    private func read(_ text: String) throws -> AccountObservation {
        try SbankenAccount.observation(try Fixture.row(text), source: "sbanken")
    }
}
