import Rules
import Testing

@testable import saldovakt

@Suite("The program's own rules")
struct BuiltInRulesTests {
    private func rules(_ sentence: String) throws -> RuleSet {
        let own = try Rule.builtIn(id: "mine", sentence: sentence, notify: ["hook"])
        return RuleSet(rules: [own], fileHash: "")
    }

    @Test("are told on the channels of the person's rules")
    func added() throws {
        let all = BuiltInRules.added(to: try rules("balance under 100")).rules
        #expect(
            all.map(\.id) == [
                "mine", "saldovakt-bank-unreachable", "saldovakt-data-old", "saldovakt-sign-in",
            ])
        #expect(all.allSatisfy { $0.notify == ["hook"] })
    }

    @Test("give way to one of the person's that says the same, with clauses of its own")
    func replaced() throws {
        let all = BuiltInRules.added(to: try rules("bank unreachable for 5 minutes")).rules
        #expect(all.map(\.id) == ["mine", "saldovakt-data-old", "saldovakt-sign-in"])
    }
}
