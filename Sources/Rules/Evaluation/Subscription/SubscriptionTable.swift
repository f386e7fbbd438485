import Finance
import Foundation

/// All rules of a rule set on subscriptions: new ones, price rises and missing payments.
///
/// An event is the payment that made a subscription known, or the payment that is higher. A missing
/// payment is identified by the last payment, so that each is reported once.
struct SubscriptionTable: RuleTable {
    private struct EventPart: Sendable {
        let id: String
        let part: Int
        /// How much the price has to rise; `nil` for a new subscription.
        let rise: Rise?
        let limit: Amount?
    }

    private struct OverdueRule: Sendable {
        let id: String
        let length: CalendarSpan
    }

    private var parts: [EventPart] = []
    private var events = RuleIndex()
    private var overdue: [OverdueRule] = []
    private var absences = RuleIndex()
    private var payments: [PaymentKey: MerchantPayments] = [:]
    /// The changes of the poll, with the parts that matched the row before the change.
    private var changes: [(change: TransactionChange, before: Set<Int>)] = []
    /// The payments to examine: those that changed, and those with an overdue payment.
    private var awake: Set<PaymentKey> = []
    /// All other payments, by the day after which one may be overdue.
    private var asleep: [CalendarDay: Set<PaymentKey>] = [:]
    private var lastLook: CalendarDay?
    private var isBegun = false

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            switch rule.body {
            case .event(let event):
                for (part, event) in event.parts.enumerated() where event.trigger.isOfSubscription {
                    add(event, part, rule.id, &compiler.pool)
                }
            case .absence(let absence):
                guard case .overdue(let length) = absence.deadline else { continue }
                let program = compiler.pool.program(Subscription.kinds, absence.filters)
                absences.add(program, place: Int32(overdue.count), compiler.pool)
                overdue.append(OverdueRule(id: rule.id, length: length.value))
            case .condition, .repetition, .summary: continue
            }
        }
    }

    private mutating func add(_ event: Event, _ part: Int, _ id: String, _ pool: inout MatchPool) {
        var rise: Rise?
        if case .subscriptionRose(let relation, let size) = event.trigger {
            rise = Rise(relation: relation, size: size)
        }
        events.add(pool.program(Subscription.kinds, event.filters), place: Int32(parts.count), pool)
        parts.append(EventPart(id: id, part: part, rise: rise, limit: event.filters.firstAmount))
    }

    var isEmpty: Bool { parts.isEmpty && overdue.isEmpty }

    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        CalendarDay(of: now, in: state.moment.zone).adding(months: -Subscription.monthsRead)
    }

    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {
        add(transaction)
    }

    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {
        let isAmended = change.cause == .booked || change.cause == .amended
        let old = change.before.flatMap(PaymentKey.init)
        if isAmended, let old { payments[old]?.settle() }
        let before = isAmended ? change.before.map { Set(found($0, &state)) } ?? [] : []
        if let old, let before = change.before {
            payments[old]?.remove(before)
            awake.insert(old)
        }
        if let after = change.after { add(after) }
        changes.append((change, before))
    }

    private mutating func add(_ row: Transaction) {
        guard let key = PaymentKey(row) else { return }
        payments[key, default: MerchantPayments()].add(row)
        awake.insert(key)
    }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        defer { changes = [] }
        let changed = changes
        settle()
        var verdicts = changed.flatMap { happened($0.change, $0.before, &state) }
        guard !overdue.isEmpty else {
            awake = []
            return verdicts
        }
        verdicts += changed.flatMap { ended($0.change, &state) }
        wake(state.moment.today)
        // Sorted, so that the order is the same after a restart.
        let keys = awake.sorted { ($0.account, $0.merchant) < ($1.account, $1.merchant) }
        defer { isBegun = true }
        return verdicts + (isBegun ? [] : overdue.map { Verdict.begin($0.id) })
            + keys.flatMap { missing($0, &state) }
    }
}

// Events: a subscription becomes known, or its price rises.
extension SubscriptionTable {
    private mutating func settle() {
        for key in awake {
            payments[key]?.settle()
            if payments[key]?.series.isEmpty == true { payments[key] = nil }
        }
    }

    private mutating func happened(
        _ change: TransactionChange, _ before: Set<Int>, _ state: inout EvaluationState
    ) -> [Verdict] {
        guard !change.isBaseline, let row = change.after,
            [.appeared, .booked, .amended].contains(change.cause)
        else { return [] }
        let old = change.before?.signedAmount
        return found(row, &state).compactMap { place in
            guard before.contains(place), let old else { return verdict(place, .occurred, row) }
            return old == row.signedAmount ? nil : verdict(place, .corrected(previous: old), row)
        }
    }

    /// The indexes of the parts for which a payment is an event; nearly always none.
    private mutating func found(_ row: Transaction, _ state: inout EvaluationState) -> [Int] {
        guard !parts.isEmpty, let (series, upTo) = series(of: row) else { return [] }
        let isNew = series.founder == row.id
        let previous = isNew ? nil : Self.previous(upTo)
        guard isNew || previous != nil else { return [] }
        return events.places(of: row, &state.pool).filter { place in
            guard let rise = parts[place].rise else { return isNew }
            return previous.map { rise.holds(row.transactionAmount, after: $0) } ?? false
        }
    }

    private func series(
        of row: Transaction
    ) -> (series: PaymentSeries, upTo: ArraySlice<Transaction>)? {
        guard let key = PaymentKey(row) else { return nil }
        return payments[key]?.series.lazy.compactMap { series in
            series.through(row.id).map { (series, $0) }
        }.first
    }

    /// The amount of the previous payment, if it and the last one belong to one subscription.
    private static func previous(_ payments: ArraySlice<Transaction>) -> Money? {
        guard Subscription(payments) != nil, Subscription(payments.dropLast()) != nil else {
            return nil
        }
        return payments.dropLast().last?.transactionAmount
    }

    private func verdict(_ place: Int, _ finding: Verdict.Finding, _ row: Transaction) -> Verdict {
        let amount = row.signedAmount
        var evidence = Verdict.Evidence(
            accountID: row.accountID, value: amount,
            limit: parts[place].limit?.money(in: amount.currency), transaction: row)
        evidence.part = parts[place].part
        evidence.subscription = series(of: row).flatMap { Subscription($0.upTo) }
        if parts[place].rise != nil {
            evidence.previous = evidence.subscription?.previousAmount.flatMap { try? $0.negated() }
        }
        return Verdict(
            ruleID: parts[place].id, subject: .transaction(row.id), finding: finding,
            evidence: evidence)
    }
}

// Missing payments.
extension SubscriptionTable {
    /// Ends the missing-payment alert on the payment before a new one, or on one that has gone.
    private mutating func ended(
        _ change: TransactionChange, _ state: inout EvaluationState
    ) -> [Verdict] {
        guard let row = change.after else {
            return change.before.map { followed($0, by: nil, due: nil, &state) } ?? []
        }
        guard let upTo = series(of: row)?.upTo, let before = upTo.dropLast().last,
            let known = Subscription(upTo.dropLast())
        else { return [] }
        return followed(before, by: row, due: known.next, &state)
    }

    private mutating func followed(
        _ last: Transaction, by arrival: Transaction?, due: CalendarDay?,
        _ state: inout EvaluationState
    ) -> [Verdict] {
        rules(on: last, &state).map { rule in
            var evidence = Verdict.Evidence(accountID: last.accountID)
            evidence.deadline = due.map { outcome($0, rule, arrival, state.moment.zone) }
            return Verdict(
                ruleID: rule.id, subject: .transaction(last.id),
                finding: .clear(isRecovered: true), evidence: evidence)
        }
    }

    private mutating func rules(
        on row: Transaction, _ state: inout EvaluationState
    ) -> [OverdueRule] {
        absences.places(of: row, &state.pool).map { overdue[$0] }
    }

    /// Adds payments of which one may now be overdue to those to examine, once a day.
    private mutating func wake(_ today: CalendarDay) {
        guard lastLook != today else { return }
        lastLook = today
        for day in asleep.keys where day < today {
            awake.formUnion(asleep.removeValue(forKey: day) ?? [])
        }
    }

    /// The verdicts on subscriptions at one merchant that have an overdue payment or have ended.
    ///
    /// They are examined at every poll while a payment is overdue.
    private mutating func missing(_ key: PaymentKey, _ state: inout EvaluationState) -> [Verdict] {
        let moment = state.moment
        var verdicts: [Verdict] = []
        var next: CalendarDay?
        var isOverdue = false
        for found in (payments[key]?.series ?? []).compactMap({ Subscription($0.payments) }) {
            let first = overdue.map { found.next.adding($0.length) }.min() ?? found.next
            guard first < moment.today else {
                next = min(next ?? first, first)
                continue
            }
            let rules = rules(on: found.last, &state)
            guard !rules.isEmpty else { continue }
            let new = rules.compactMap { missing(found, $0, moment) }
            isOverdue =
                isOverdue || !found.hasEnded(on: moment.today)
                || new.contains { $0.finding != .clear(isRecovered: true) }
            verdicts += new
        }
        if !isOverdue {
            awake.remove(key)
            if let next { asleep[next, default: []].insert(key) }
        }
        return verdicts
    }

    private func missing(
        _ found: Subscription, _ rule: OverdueRule, _ moment: EvaluationMoment
    ) -> Verdict? {
        let outcome = outcome(found.next, rule, nil, moment.zone)
        guard outcome.judgedFrom <= moment.now,
            let account = moment.facts.accounts[found.accountID].map(moment.read)
        else { return nil }
        let reason = moment.reason(
            against: [account], readAt: outcome.judgedFrom, spansBanks: false)
        let finding: Verdict.Finding =
            if let reason { .unknown(reason) } else if found.hasEnded(on: moment.today) {
                .clear(isRecovered: true)
            } else { .holds }
        var evidence = Verdict.Evidence(
            accountID: found.accountID, value: found.last.signedAmount,
            since: finding == .holds ? outcome.endedAt : nil)
        evidence.deadline = outcome
        evidence.subscription = found
        return Verdict(
            ruleID: rule.id, subject: .transaction(found.last.id), finding: finding,
            evidence: evidence)
    }

    /// The outcome for a due payment, which is judged like a deadline after the rule's length of
    /// time.
    private func outcome(
        _ due: CalendarDay, _ rule: OverdueRule, _ arrival: Transaction?, _ zone: TimeZone
    ) -> DeadlineOutcome {
        DeadlineOutcome(
            day: due, minute: nil, endedAt: DeadlineCalendar.anyDay.end(of: due, in: zone),
            judgedFrom: DeadlineCalendar.anyDay.judgedFrom(due.adding(rule.length), in: zone),
            arrival: arrival)
    }
}
