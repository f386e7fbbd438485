import Finance
import Foundation

/// All rules of a rule set on what happens to transactions.
struct EventTable: RuleTable {
    private var rules: [EventRule] = []
    private var news = RuleIndex()
    private var drops = RuleIndex()
    private var bookings = RuleIndex()
    /// Whether some rule has events joined by `or`.
    private var hasParts = false

    /// Compiles the rules on events.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard case .event(let event) = rule.body else { continue }
            hasParts = hasParts || !event.others.isEmpty
            for (part, event) in event.parts.enumerated() where !event.trigger.isOfSubscription {
                add(event, part, id: rule.id, &compiler)
            }
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    private mutating func add(
        _ event: Event, _ part: Int, id: String, _ compiler: inout RuleCompiler
    ) {
        let kinds = TransactionKinds(event.trigger.noun)
        let need = compiler.history.add(kinds, event.filters, &compiler.pool)
        let program = compiler.pool.program(
            kinds, event.filters.filter { !$0.kind.needsHistory })
        let (place, pool) = (Int32(rules.count), compiler.pool)
        var stage: Event.Stage?
        var settlement: Event.Settlement?
        switch event.trigger {
        case .new(let named, _):
            stage = named
            news.add(program, place: place, pool)
        case .reservationDropped: drops.add(program, place: place, pool)
        case .settled(_, let named):
            settlement = named
            bookings.add(program, place: place, pool)
        // Events of subscriptions are found by ``SubscriptionTable``.
        case .newSubscription, .subscriptionRose: return
        }
        rules.append(
            EventRule(
                id: id, part: part, limit: event.filters.firstAmount, stage: stage,
                settlement: settlement, program: program, need: need))
    }

    /// The verdicts on the changes of a poll, in the order of the changes.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        var verdicts: [Verdict] = []
        for change in state.moment.transactions {
            guard var change = EventChange(change, &state.pool) else { continue }
            change.notePair(among: state.moment.transactions)
            let first = verdicts.endIndex
            judge(change, &state, &verdicts)
            if hasParts, verdicts.count > first + 1 { keepOnce(&verdicts, from: first) }
        }
        return verdicts
    }

    /// Keeps at most one correction and one event of each rule on a change.
    ///
    /// Several events joined by `or` may match the change. An event that was announced before is
    /// corrected; one that was not is new. Only its alert knows which.
    private func keepOnce(_ verdicts: inout [Verdict], from first: Int) {
        let new = verdicts[first...]
        var corrected: Set<String> = []
        var occurred: Set<String> = []
        let corrections = new.filter {
            $0.finding != .occurred && corrected.insert($0.ruleID).inserted
        }
        let events = new.filter {
            $0.finding == .occurred && occurred.insert($0.ruleID).inserted
        }
        verdicts.replaceSubrange(first..., with: corrections + events)
    }
}

extension EventTable {
    private mutating func judge(
        _ change: EventChange, _ state: inout EvaluationState, _ verdicts: inout [Verdict]
    ) {
        switch change.cause {
        case .appeared:
            let transaction = change.after.transaction
            for place in news.places(of: change.after, &state.pool)
            where rules[place].occurs(transaction, state) {
                verdicts.append(verdict(rules[place], .occurred, change, state))
            }
        case .dropped where change.after.transaction.status.isReservation:
            for place in drops.places(of: change.after, &state.pool) {
                verdicts.append(verdict(rules[place], .occurred, change, state))
            }
        case .booked, .amended: judgeAmendment(change, &state, &verdicts)
        case .dropped, .removed, .returned: break
        }
    }

    private mutating func judgeAmendment(
        _ change: EventChange, _ state: inout EvaluationState, _ verdicts: inout [Verdict]
    ) {
        let sides = [change.before, change.after].compactMap(\.self)
        var touched: Set<Int> = []
        for side in sides {
            touched.formUnion(news.places(of: side, &state.pool))
            touched.formUnion(bookings.places(of: side, &state.pool))
        }
        for place in touched.sorted() {
            let rule = rules[place]
            let finding =
                rule.settlement.map { rule.finding(for: change, $0, &state) }
                ?? rule.finding(for: change, &state)
            guard let finding else { continue }
            verdicts.append(verdict(rule, finding, change, state))
        }
    }

    private func verdict(
        _ rule: EventRule, _ finding: Verdict.Finding, _ change: EventChange,
        _ state: EvaluationState
    ) -> Verdict {
        let transaction = change.after.transaction
        let amount = transaction.signedAmount
        var evidence = Verdict.Evidence(
            accountID: transaction.accountID, value: amount,
            limit: rule.limit?.money(in: amount.currency), transaction: transaction)
        evidence.part = rule.part
        evidence.previous =
            rule.settlement != nil
            ? transaction.signedReservation : state.history.previous(rule.need, of: transaction)
        return Verdict(
            ruleID: rule.id, subject: .transaction(transaction.id), finding: finding,
            evidence: evidence)
    }
}

extension [Filter] {
    /// The first amount that the sentence names as a limit.
    var firstAmount: Amount? {
        lazy.compactMap { filter -> Amount? in
            if case .amount(_, let amount) = filter.kind { amount } else { nil }
        }.first
    }
}

extension Transaction {
    /// The amount of the transaction's reservation, signed from the holder's side.
    fileprivate var signedReservation: Money? {
        guard let reservedAmount else { return nil }
        return creditDebitIndicator == .debit ? try? reservedAmount.negated() : reservedAmount
    }
}
