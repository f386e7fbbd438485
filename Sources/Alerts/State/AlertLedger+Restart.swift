public import Foundation
public import Rules

extension AlertLedger {
    /// Starts the `for` of health alerts anew after a start of the program (section 4, health).
    ///
    /// That a bank did not answer just before the program ended says nothing about the time in
    /// which nobody asked it; what comes first after a boot is often a network that is not there
    /// yet. Alerts that were told go on.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - startedAt: when the program was started; what was sampled since keeps its clock.
    public mutating func startHealthClocks(of rules: RuleSet, at startedAt: Date) {
        for (key, state) in alerts {
            guard case .pending(var pending) = state.life,
                rules.rule(key.ruleID)?.kind == .health, let last = pending.readAt,
                last < startedAt
            else { continue }
            pending.heldMilliseconds = 0
            pending.readAt = nil
            alerts[key]?.life = .pending(pending)
        }
    }
}
