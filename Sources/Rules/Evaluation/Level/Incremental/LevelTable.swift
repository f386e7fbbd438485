import Finance
import Foundation

/// All rules of a rule set on conditions, evaluated from what changed.
///
/// Three kinds: rules on one quantity share a ``LevelLadder``; others that look only at accounts,
/// their rows and the day are evaluated when one of these changed; the rest at every poll.
struct LevelTable: Sendable {
    /// What rules can see besides accounts: the program, and which banks have answered.
    private struct Surroundings: Sendable, Equatable {
        private let program: ProgramFacts
        private let areRead: [String: Bool]
        private let areFailing: [String: Bool]

        init(_ facts: Facts) {
            program = facts.program
            areRead = facts.sources.mapValues { $0.lastSuccess != nil }
            areFailing = facts.sources.mapValues { $0.failingSince != nil }
        }
    }

    /// The verdicts that a rule gave last.
    private struct Known: Sendable {
        let rule: Int
        var verdicts: [Verdict] = []
    }

    private let rules: [LevelRule]
    private var ladders: [LevelLadder] = []
    private var steady: [Known] = []
    private var restless: [Int] = []
    private var sights: [AccountSight] = []
    private var surroundings: Surroundings?
    private var day: CalendarDay?

    /// Sorts rules by how they are evaluated.
    init(_ rules: [LevelRule], _ windows: WindowTable) {
        self.rules = rules
        var numbers: [LadderKey: Int] = [:]
        for (place, rule) in rules.enumerated() {
            if let key = rule.ladderKey {
                let number = numbers[key] ?? ladders.count
                if number == ladders.count { ladders.append(LevelLadder(key)) }
                numbers[key] = number
                ladders[number].add(place, isAttentive: rule.isAttentive)
            } else if rule.condition.isSteady(windows) {
                steady.append(Known(rule: place))
            } else {
                restless.append(place)
            }
        }
    }

    /// Whether there is no rule.
    var isEmpty: Bool { rules.isEmpty }

    /// The verdicts now, not sorted by rule.
    ///
    /// - Parameters:
    ///   - rows: the accounts on which a transaction changed.
    ///   - isBrief: whether verdicts that are as they were are left out; see
    ///     ``Evaluator/apply(_:facts:at:isBrief:)``.
    mutating func verdicts(
        _ evaluator: inout ConditionEvaluator, rows: Set<UUID>, isBrief: Bool
    ) -> [Verdict] {
        guard !rules.isEmpty else { return [] }
        let news = look(evaluator.moment, rows, isBrief: isBrief)
        var found: [Verdict] = []
        for rule in restless { found += rules[rule].verdicts(&evaluator) }
        for place in steady.indices { found += verdicts(&steady[place], news, &evaluator) }
        for place in ladders.indices {
            found += ladders[place].verdicts(of: rules, news, &evaluator)
        }
        return found
    }

    private func verdicts(
        _ known: inout Known, _ news: LevelNews, _ evaluator: inout ConditionEvaluator
    ) -> [Verdict] {
        let rule = rules[known.rule]
        let isWhole = !news.isBrief || rule.isAttentive
        guard !news.isNothing else { return isWhole ? known.verdicts : [] }
        let before = known.verdicts
        known.verdicts = rule.verdicts(&evaluator)
        guard !isWhole, !news.isAnew else { return known.verdicts }
        return known.verdicts.filter { verdict in
            !before.contains {
                $0.subject == verdict.subject && $0.finding == verdict.finding
            }
        }
    }

    /// Compares the accounts with what was seen of them at the last poll.
    private mutating func look(
        _ moment: EvaluationMoment, _ rows: Set<UUID>, isBrief: Bool
    ) -> LevelNews {
        let seen = moment.accounts.map { AccountSight($0, moment) }
        let around = Surroundings(moment.facts)
        let isAnew =
            around != surroundings || seen.count != sights.count
            || !zip(seen, sights).allSatisfy { $0.isOf($1) }
        let isChanged =
            isAnew ? seen.map { _ in true } : zip(seen, sights).map { $0 != $1 }
        let news = LevelNews(
            isAnew: isAnew, isChanged: isChanged,
            hasRows: moment.accounts.map { rows.contains($0.account.id) },
            isOtherDay: day != moment.today, isBrief: isBrief)
        sights = seen
        surroundings = around
        day = moment.today
        return news
    }
}

extension CompiledCondition {
    /// Whether nothing but accounts, their rows and the day can change it.
    fileprivate func isSteady(_ windows: WindowTable) -> Bool {
        leaves.allSatisfy { leaf in
            guard case .level(let level) = leaf else { return false }
            return level.quantities.allSatisfy { quantity in
                switch quantity {
                case .figure: true
                case .window(let index, _): windows.isOfDays(index)
                case .upcoming: false
                }
            }
        }
    }
}
