import Finance
import Foundation

/// Rules on one quantity, compared with amounts: read once for all, and only where it can have
/// changed.
///
/// Of each account or sum the last reading is kept. A new one is compared with the old: only rules
/// whose limits lie between both are looked at again, however many there are.
struct LevelLadder: Sendable {
    /// One account or sum, and what was read of it.
    private struct Rung: Sendable {
        let subject: Subject
        let account: UUID?
        let currency: Currency?
        let source: String?
        /// The place of its account among all, where the rule speaks of each by itself.
        let place: Int?
        /// The places of the accounts that its reading looks at.
        let members: [Int]
        var reading: Reading?
    }

    /// One verdict to be made.
    private struct Call: Comparable {
        let rule: Int
        let rung: Int

        static func < (left: Call, right: Call) -> Bool {
            (left.rule, left.rung) < (right.rule, right.rung)
        }
    }

    private let key: LadderKey
    /// The numbers of its rules, in the order of the file.
    private var rules: [Int] = []
    /// Those of them whose verdicts are wanted even unchanged.
    private var attentive: [Int] = []
    private var rungs: [Rung] = []
    /// The steps in each currency that was met, and those of counts.
    private var steps: [Currency?: LadderSteps] = [:]
    private var bounds: WindowBounds?

    /// Starts without rules.
    init(_ key: LadderKey) {
        self.key = key
    }

    /// Adds a rule with that key by its number.
    mutating func add(_ rule: Int, isAttentive: Bool) {
        rules.append(rule)
        if isAttentive { attentive.append(rule) }
    }

    /// Reads what can have changed and makes the verdicts that follow.
    mutating func verdicts(
        of all: [LevelRule], _ news: LevelNews, _ evaluator: inout ConditionEvaluator
    ) -> [Verdict] {
        guard let first = rules.first else { return [] }
        let newBounds = evaluator.bounds(of: key.quantity)
        let isMoved = newBounds != bounds
        var isWhole = !news.isBrief
        if news.isAnew || (isMoved && newBounds?.isOfPeriod == true) {
            rungs = all[first].units(&evaluator).map { rung(of: $0, &evaluator) }
            isWhole = true
        }
        bounds = newBounds
        var calls: [Call] = []
        for place in rungs.indices {
            let isDue =
                rungs[place].reading == nil || isMoved
                || news.concerns(rungs[place].members, withRows: newBounds != nil)
            if isDue { update(place, all, &evaluator, &calls, notes: !isWhole) }
            for rule in isWhole ? rules : attentive {
                calls.append(Call(rule: rule, rung: place))
            }
        }
        return verdicts(calls, of: all, &evaluator)
    }

    private func verdicts(
        _ calls: [Call], of all: [LevelRule], _ evaluator: inout ConditionEvaluator
    ) -> [Verdict] {
        guard calls.count > 1 else {
            return calls.compactMap { verdict($0, of: all, &evaluator) }
        }
        var last: Call?
        return calls.sorted().compactMap { call in
            guard call != last else { return nil }
            last = call
            return verdict(call, of: all, &evaluator)
        }
    }

    /// Reads a rung anew and notes the rules whose verdict on it is another now.
    private mutating func update(
        _ place: Int, _ all: [LevelRule], _ evaluator: inout ConditionEvaluator,
        _ calls: inout [Call], notes: Bool
    ) {
        let old = rungs[place].reading
        let new = read(rungs[place], &evaluator)
        rungs[place].reading = new
        guard notes, old != new else { return }
        guard let old, let pair = Reading.pair(old, new) else {
            calls += rules.map { Call(rule: $0, rung: place) }
            return
        }
        steps(in: pair.currency, all).forEachCrossed(from: pair.old, to: pair.new) {
            calls.append(Call(rule: $0, rung: place))
        }
    }

    private func read(_ rung: Rung, _ evaluator: inout ConditionEvaluator) -> Reading {
        let context = ReadingContext(
            account: rung.place.map { evaluator.moment.accounts[$0] },
            currency: rung.currency ?? key.currency, source: rung.source)
        return evaluator.read(key.quantity, context)
    }

    private func verdict(
        _ call: Call, of all: [LevelRule], _ evaluator: inout ConditionEvaluator
    ) -> Verdict? {
        let (rule, rung) = (all[call.rule], rungs[call.rung])
        guard case .level(let level) = rule.condition, let reading = rung.reading else {
            return nil
        }
        let context = ReadingContext(currency: rung.currency, source: rung.source)
        let unit = LevelUnit(subject: rung.subject, account: rung.account, context: context)
        let found = evaluator.find(level.comparison, reading, context)
        return rule.verdict(found, unit, &evaluator) { recovery, evaluator in
            guard case .level(_, let comparison) = recovery else { return true }
            return evaluator.find(comparison, reading, context).truth == .isSo
        }
    }

    private mutating func steps(in currency: Currency?, _ all: [LevelRule]) -> LadderSteps {
        if let known = steps[currency] { return known }
        let made = LadderSteps(
            rules.flatMap { rule in
                all[rule].steps.compactMap { comparison in
                    let step = currency.map(comparison.step(in:)) ?? comparison.countStep
                    return step.map { (value: $0, rule: rule) }
                }
            })
        steps[currency] = made
        return made
    }

    private func rung(of unit: LevelUnit, _ evaluator: inout ConditionEvaluator) -> Rung {
        let accounts = evaluator.moment.accounts
        let place = unit.context.account.flatMap { own in
            accounts.firstIndex { $0.account.id == own.account.id }
        }
        let read = evaluator.accounts(behind: key.quantity, unit.context)
        let members = accounts.indices.filter { read.contains(accounts[$0].account.id) }
        return Rung(
            subject: unit.subject, account: unit.account, currency: unit.context.currency,
            source: unit.context.source, place: place, members: members)
    }
}

extension Reading {
    /// Two readings that a limit can lie between; `nil` if they are not of one kind.
    fileprivate static func pair(
        _ old: Reading, _ new: Reading
    ) -> (currency: Currency?, old: Int64, new: Int64)? {
        switch (old, new) {
        case (.money(let old), .money(let new)) where old.currency == new.currency:
            (new.currency, old.minorUnits, new.minorUnits)
        case (.count(let old), .count(let new)): (nil, Int64(old), Int64(new))
        default: nil
        }
    }
}
