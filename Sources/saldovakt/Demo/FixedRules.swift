import Rules
import Watch

/// Rules that never change.
struct FixedRules: RuleSource {
    func load(force: Bool) async -> RuleLoad { .unchanged }
}
