import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Names of accounts keep what they stand for (D20)")
struct BindingTests {
    private let sentence = "balance of 'Brukskonto' under 100"

    @Test("a binding is given out once, when the name is first found")
    func givenOut() {
        var scene = Scene(sentence)
        _ = scene.poll()
        #expect(scene.takeBindings().isEmpty)
        scene.account(Make.account("a1", booked: "50.00"))
        _ = scene.poll()
        #expect(scene.takeBindings() == ["brukskonto": [Make.accountID("a1")]])
        _ = scene.poll()
        #expect(scene.takeBindings().isEmpty)
    }

    @Test("a stored binding is followed although the account is called otherwise")
    func followed() {
        let bindings = ["brukskonto": [Make.accountID("a1")]]
        for (stored, expected) in [(bindings, Verdict.Finding.holds), ([:], nil)] {
            var scene = Scene(sentence, bindings: stored)
            scene.account(Make.account("a1", name: "Lønn", booked: "50.00"))
            #expect(scene.poll().first?.finding == expected)
        }
    }

    @Test("an account that takes the old name later does not take the rule")
    func taken() {
        var scene = Scene(sentence, bindings: ["brukskonto": [Make.accountID("a1")]])
        scene.account(Make.account("a1", name: "Lønn", booked: "500.00"))
        scene.account(Make.account("a2", name: "Brukskonto", booked: "50.00"))
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("a name that no rule speaks of any more is given up")
    func givenUp() {
        let bindings = ["brukskonto": [Make.accountID("a1")], "gammel": [Make.accountID("a2")]]
        var scene = Scene(sentence, bindings: bindings)
        #expect(scene.takeBindings() == ["gammel": []])
        #expect(scene.takeBindings().isEmpty)
    }

    @Test(
        "names are found wherever a sentence has them",
        arguments: [
            "new debit on 'K'", "no credit on 'K' by the 15th", "data of 'K' is older than 1 day",
            "summary of 'K' every day at 08:00", "spending on 'K' today over 1",
            "total balance of all accounts except 'K' under 5",
            "balance of 'K' under 1 and available on 'K' under 1",
        ])
    func everywhere(_ sentence: String) {
        let id = [Make.accountID("a1")]
        var scene = Scene(sentence, bindings: ["k": id])
        #expect(scene.takeBindings().isEmpty, "the name counts as not spoken of")
    }
}
