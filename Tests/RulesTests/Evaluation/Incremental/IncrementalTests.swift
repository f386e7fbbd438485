import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

/// What is evaluated from changes is what an evaluator finds that has seen nothing before.
@Suite struct IncrementalTests {
    private struct Key: Hashable {
        let rule: String
        let subject: Subject
    }

    @Test(arguments: Trials.some(3, of: 0..<UInt64(30)))
    func verdictsFromChangesAreThoseFromScratch(seed: UInt64) {
        let rules = RandomConditions.rules(seed: seed)
        var course = RandomCourse(seed: seed)
        var evaluator = Evaluator(
            rules: rules, zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)))
        evaluator.seed(with: course.rows.values)
        var bindings: [String: [UUID]] = [:]
        var known: [Key: Verdict] = [:]
        var changes = FactChanges(observedAt: course.now)
        for step in 0..<60 {
            let news = evaluator.apply(
                changes, facts: course.facts, at: course.now, detail: .changed)
            bindings.merge(evaluator.takeBindings()) { $1 }
            for verdict in news {
                known[Key(rule: verdict.ruleID, subject: verdict.subject)] = verdict
            }
            for verdict in fromScratch(rules, course, bindings) {
                let own = known[Key(rule: verdict.ruleID, subject: verdict.subject)]
                #expect(
                    own?.finding == verdict.finding,
                    "step \(step): \(rules.rule(verdict.ruleID)?.sentence ?? "")")
            }
            changes = course.advance()
        }
    }

    @Test(arguments: Trials.some(1, of: 0..<UInt64(10)))
    func allVerdictsFromChangesAreThoseFromScratchWithTheirValues(seed: UInt64) {
        let rules = RandomConditions.rules(seed: seed)
        var course = RandomCourse(seed: seed)
        var evaluator = Evaluator(
            rules: rules, zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)))
        evaluator.seed(with: course.rows.values)
        var bindings: [String: [UUID]] = [:]
        var changes = FactChanges(observedAt: course.now)
        for _ in 0..<60 {
            let found = evaluator.apply(changes, facts: course.facts, at: course.now)
            bindings.merge(evaluator.takeBindings()) { $1 }
            #expect(found == fromScratch(rules, course, bindings))
            changes = course.advance()
        }
    }

    @Test(arguments: Trials.some(4, of: 0..<UInt64(40)))
    func whatTouchedAccountsDecideIsWhatIsFoundFromScratch(seed: UInt64) {
        let rules = RandomConditions.rules(seed: seed)
        var course = RandomCourse(seed: seed)
        var evaluator = Evaluator(
            rules: rules, zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)))
        evaluator.seed(with: course.rows.values)
        var bindings: [String: [UUID]] = [:]
        var known: [Key: Verdict.Finding] = [:]
        var changes = FactChanges(observedAt: course.now)
        var touched = Set(course.facts.accounts.keys)
        for step in 0..<60 {
            let news = evaluator.apply(
                changes, facts: course.facts, at: course.now,
                touched: touched, detail: .known)
            bindings.merge(evaluator.takeBindings()) { $1 }
            for verdict in news {
                known[Key(rule: verdict.ruleID, subject: verdict.subject)] = verdict.finding
            }
            for verdict in fromScratch(rules, course, bindings) {
                if case .unknown = verdict.finding { continue }
                let own = known[Key(rule: verdict.ruleID, subject: verdict.subject)]
                #expect(
                    own ?? .clear(isRecovered: true) == verdict.finding,
                    "step \(step): \(rules.rule(verdict.ruleID)?.sentence ?? "")")
            }
            let before = course.facts.accounts
            changes = course.advance()
            touched = Set(
                course.facts.accounts.filter { before[$0.key] != $0.value }.map(\.key))
        }
    }

    @Test func briefVerdictsAreOnlyThoseThatAreNews() {
        let rules = Make.rules("balance on each account is under 100")
        var evaluator = Evaluator(
            rules: rules, zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)))
        var facts = Facts()
        func poll(_ booked: String, _ instant: String) -> [Verdict.Finding] {
            let account = Make.accountFacts(Make.account(booked: booked), at: instant)
            facts.accounts[account.account.id] = account
            let now = Make.instant(instant)
            return evaluator.apply(
                FactChanges(observedAt: now), facts: facts, at: now, detail: .changed
            ).map(\.finding)
        }
        #expect(poll("120.00", "2026-03-06T09:00:00Z") == [.clear(isRecovered: true)])
        #expect(poll("101.00", "2026-03-06T09:05:00Z") == [])
        #expect(poll("99.99", "2026-03-06T09:10:00Z") == [.holds])
        #expect(poll("98.00", "2026-03-06T09:15:00Z") == [])
        #expect(poll("100.00", "2026-03-06T09:20:00Z") == [.clear(isRecovered: true)])
    }

    private func fromScratch(
        _ rules: RuleSet, _ course: RandomCourse, _ bindings: [String: [UUID]]
    ) -> [Verdict] {
        var evaluator = Evaluator(
            rules: rules, zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)),
            bindings: bindings)
        evaluator.seed(with: course.rows.values)
        return evaluator.apply(
            FactChanges(observedAt: course.now), facts: course.facts, at: course.now)
    }
}
