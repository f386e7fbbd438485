import Foundation
import TestSupport
import Testing

@Suite("The bank's archive and cards, with real parts", .programs)
struct ArchiveTests {
    /// A bill of nearly two years ago and one of this month.
    private static let history = """
        [ { "action": "post", "account": "Brukskonto", "amount": -799.00, "kind": "giro",
            "date": -700, "text": "Nettgiro til: Fjordby Kraft" },
          { "action": "post", "account": "Brukskonto", "amount": -88.00, "kind": "giro",
            "date": -20 } ]
        """

    /// A card that works until the end of this month.
    private static var cards: String {
        """
        "lists": [ { "endpoint": "cards", "rows": [
          { "cardId": "-900_1", "cardNumber": "*0000", "cardVersionNumber": 3,
            "accountNumber": "99990000001", "customerId": "11111111111",
            "expiryDate": "\(day(0).prefix(7))-01T00:00:00", "accountOwner": "11111111111",
            "status": "Active", "cardType": "VISA", "productCode": "DebitCardCL" } ] } ],
        """
    }

    private static func day(_ offset: Double) -> String {
        let instant = Date(timeIntervalSinceNow: offset * 86_400)
        return String(instant.formatted(.iso8601).prefix(10))
    }

    @Test("an older past comes silently, cards are listed and told of", arguments: ["v1", "v2"])
    func older(dialect: String) async throws {
        let stage = try await Stage(more: Self.cards, history: Self.history)
        try stage.scratch.write(stage.settings(dialect: dialect), to: "settings.json")
        #expect(try await stage.once() == 0)
        let before = try await stage.storedTransactions()
        #expect(before.contains("-88.00") && !before.contains("-799.00"))
        #expect(try await stage.command("cards").lines.count == 1)
        let terminal = try await Tmux(in: stage.scratch, columns: 120)
        let state = stage.scratch.path("state").path
        try await terminal.type("'\(Project.program.path)' cards --state '\(state)'")
        try await terminal.press("Enter")
        #expect(try await terminal.shows(#"no card is stored: set "cards": true"#))
        let more = #""historyFrom": "\#(Self.day(-720))", "archive": true, "cards": true, "#
        try stage.scratch.write(stage.settings(dialect: dialect, more: more), to: "settings.json")
        for _ in 0..<2 { #expect(try await stage.once() == 0) }
        let after = try await stage.storedTransactions()
        #expect(after.contains(#""amount":"-799.00""#) && after.contains("Fjordby Kraft"))
        #expect(stage.receiver.words == ["health.fired saldovakt-card-expiring"])
        let cards = try await stage.command("cards")
        let row = try #require(cards.lines.last?.split(separator: "\t").map(String.init))
        #expect(row.prefix(3) == ["VISA *0000", "Brukskonto", "active"])
        #expect(row.dropFirst(3).first?.hasPrefix(Self.day(0).prefix(7)) == true)
        let database = try Data(contentsOf: stage.database)
        #expect(database.range(of: Data("11111111111".utf8)) == nil)
    }
}
