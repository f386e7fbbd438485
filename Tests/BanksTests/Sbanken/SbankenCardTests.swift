import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Cards at Sbanken", .io)
struct SbankenCardTests {
    private static let list = """
        {"availableItems":3,"items":[
         {"cardId":"-900_1","cardNumber":"*0000","cardVersionNumber":3,
          "accountNumber":"99990000001","customerId":"12121212121",
          "expiryDate":"2026-03-01T00:00:00","accountOwner":"12121212121","status":"Active",
          "cardType":"VISA","productCode":"DebitCardCL"},
         {"cardId":"-901_1","cardNumber":"*0002","accountNumber":"99990000004",
          "expiryDate":"2028-02-01T00:00:00+01:00","status":"Deleted","cardType":"VISA",
          "productCode":"DebitCardYouthCL"},
         {"cardId":"-902_1","cardNumber":null,"accountNumber":null,"expiryDate":null,
          "status":"Eaten","cardType":null,"productCode":null}]}
        """

    private func bank(_ answer: HTTPResponse) -> FakeBank {
        var bank = FakeBank(replacing: ["/Cards": FakeBank.always(answer)])
        bank.configuration.settings.readsCards = true
        return bank
    }

    @Test("are read with the last day that they work, and never with a national number")
    func read() async throws {
        let bank = bank(.json(Self.list))
        let snapshot = await bank.fetch()
        let cards = try #require(snapshot.cards)
        #expect(cards.map(\.label) == ["VISA *0000", "VISA *0002", "card"])
        #expect(cards.map(\.status) == [.active, .deleted, .unknown])
        #expect(cards.map(\.lastDay) == [Make.day("2026-03-31"), Make.day("2028-02-29"), nil])
        #expect(cards.first?.accountNumber?.digits == "99990000001")
        #expect(!String(reflecting: snapshot).contains("12121212121"))
    }

    @Test("are asked for once a day, and only if the settings want them")
    func onceADay() async {
        let bank = bank(.json(Self.list))
        let source = bank.source()
        #expect(await source.fetch(FetchRequest()).cards != nil)
        #expect(await source.fetch(FetchRequest()).cards == nil)
        bank.clock.advance(by: 86_400)
        #expect(await source.fetch(FetchRequest()).cards != nil)
        #expect(bank.asked.count { $0.hasSuffix("/Cards") } == 2)
        let plain = FakeBank()
        #expect(await plain.fetch().cards == nil)
        #expect(!plain.asked.contains { $0.hasSuffix("/Cards") })
    }

    @Test(
        "that a key may not see leave accounts and rows complete, and are said",
        arguments: [403, 404, 500])
    func refused(status: Int) async {
        let bank = bank(HTTPResponse(status: status, headers: [], body: []))
        let source = bank.source()
        let snapshot = await source.fetch(FetchRequest())
        #expect(snapshot.outcome == .complete && snapshot.cards == nil)
        #expect(snapshot.shortfalls.count == 1)
        #expect(await source.fetch(FetchRequest()).shortfalls.isEmpty)
    }

    @Test("expire within days of their last one while they are in use")
    func expires() {
        func card(_ status: PaymentCard.Status, _ day: String?) -> PaymentCard {
            PaymentCard(
                id: "1", number: nil, scheme: nil, product: nil, status: status,
                accountNumber: nil, lastDay: day.map(Make.day))
        }
        let today = Make.day("2026-03-06")
        #expect(card(.active, "2026-04-05").expires(within: 30, of: today))
        #expect(!card(.active, "2026-04-06").expires(within: 30, of: today))
        #expect(card(.active, "2026-03-05").expires(within: 30, of: today))
        #expect(!card(.blocked, "2026-03-10").expires(within: 30, of: today))
        #expect(!card(.active, nil).expires(within: 30, of: today))
    }
}
