import Settings
import Testing

@Suite("How often a bank is asked")
struct PollPaceTests {
    private func bank(_ more: String) throws -> BankSettings {
        let text = """
            { "version": 1, "banks": [ { "id": "b", "type": "sparebank1",
                "clientId": {"env": "A"}, "clientSecret": {"env": "B"}\(more) } ] }
            """
        return try #require(Fixtures.load(text).settings?.banks.first)
    }

    @Test("has a standard and a floor by its limits")
    func limits() throws {
        let pace = try bank("").pace
        #expect(pace.standard == .seconds(900) && pace.floor == .seconds(300))
        #expect(try bank(#", "interval": "5m""#).interval == .seconds(300))
    }

    @Test(
        "is asked as often as its type allows, and exactly the floor is not too often",
        arguments: [
            (
                #""type": "enablebanking", "bank": "DNB", "applicationId": "a", "#
                    + #""privateKey": {"env": "K"}, "redirectURI": "https://example.org/""#,
                21_600, 21_600
            ),
            (#""type": "simplefin""#, 21_600, 3_600),
            (#""type": "files", "folder": "bank""#, 60, 0),
        ])
    func types(members: String, standard: Int, floor: Int) throws {
        let least = floor > 0 ? #", "interval": "\#(floor)s""# : ""
        let loaded = Fixtures.load(
            #"{ "version": 1, "banks": [ { "id": "b", \#(members)\#(least) } ] }"#)
        let bank = try #require(loaded.settings?.banks.first, "\(loaded)")
        #expect(bank.pace.standard == .seconds(standard) && bank.pace.floor == .seconds(floor))
    }

    @Test(
        "has no floor at a stand-in on this machine",
        arguments: ["127.0.0.1:1", "localhost", "[::1]:9"])
    func local(host: String) throws {
        let bank = try bank(#", "interval": "1s", "apiURL": "http://\#(host)/api""#)
        #expect(bank.interval == .seconds(1) && bank.pace.floor == .zero)
    }

    @Test(
        "keeps its floor where the address only looks local",
        arguments: ["127.0.0.1.example", "localhost.example", "a.example/127.0.0.1"])
    func foreign(host: String) throws {
        #expect(try bank(#", "apiURL": "https://\#(host)/api""#).pace.floor == .seconds(300))
    }
}
