import Finance
import Foundation
import Rules
import Watch

/// Rules that never change.
struct FixedRules: RuleSource {
    func load(force: Bool) async -> RuleLoad { .unchanged }

    func surroundings() async -> RuleSurroundings? { nil }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] { [] }
}
