import Finance
import TestSupport
import Testing

@Suite("The look-up of accounts by a name")
struct AccountNamingTests {
    private let accounts = [
        Make.account("a1", name: "Brukskonto").account,
        Make.account("a2", name: "Åses sparing", number: "99990000002").account,
    ]
    private let naming = AccountNaming(aliases: [Make.source: ["BRUKSKONTO": ["Bruks", "Årets"]]])

    private func found(_ name: String) -> [String] {
        naming.accounts(named: name, among: accounts).map(\.displayName)
    }

    @Test(
        "takes names and aliases as rules do: without case, composed or not, blanks collapsed",
        arguments: [
            ("brukskonto", "Brukskonto"), ("BRUKS", "Brukskonto"), ("  Bruks ", "Brukskonto"),
            ("ÅSES SPARING", "Åses sparing"), ("A\u{30A}ses  sparing", "Åses sparing"),
            ("a\u{30A}rets", "Brukskonto"),
        ])
    func names(name: String, account: String) {
        #expect(found(name) == [account])
    }

    @Test(
        "takes whole numbers, plain, in groups or with dots",
        arguments: ["99990000002", "9999 00 00002", "9999.00.00002"])
    func numbers(number: String) {
        #expect(found(number) == ["Åses sparing"])
    }

    @Test("takes the end of a number from four digits on")
    func ends() {
        #expect(naming.accounts(endingWith: "0002", among: accounts).count == 1)
        #expect(naming.accounts(endingWith: "002", among: accounts).isEmpty)
        #expect(naming.accounts(endingWith: "x002", among: accounts).isEmpty)
    }

    @Test("gives an alias to the account of its own bank, by name or by number")
    func banks() {
        let alike = [
            Make.account("a1", name: "Konto", source: "one").account,
            Make.account("b1", name: "Konto", source: "two").account,
            Make.account("b2", name: "Konto", source: "two", number: "99990000002").account,
        ]
        let naming = AccountNaming(aliases: [
            "one": ["Konto": ["Min"]], "two": ["9999 00 00002": ["Felles"], "Hytta": ["Min"]],
        ])
        #expect(naming.accounts(named: "Min", among: alike).map(\.id) == [alike[0].id])
        #expect(naming.accounts(named: "Felles", among: alike).map(\.id) == [alike[2].id])
    }

    @Test(
        "finds nothing for other letters or nothing", arguments: ["Ases sparing", "", " ", "Spar"])
    func nothing(name: String) {
        #expect(found(name).isEmpty)
    }
}
