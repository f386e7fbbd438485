import Finance
import Foundation
import Rules

extension AlertEngine {
    /// When a held notification of a rule falls due next, strictly after `now`.
    func nextDue(ofRule id: String, in ledger: AlertLedger, after now: Date) -> Date? {
        guard let rule = rules.rule(id), let state = ledger.rules[id], !state.held.isEmpty,
            state.body == rule.bodyKey
        else { return nil }
        let opening = hours(of: rule).nextOpening(from: now)
        let instants = state.held.compactMap { held in
            due(held, of: rule, state, opening: opening)
        }
        return instants.filter { $0 > now }.min()
    }

    /// When a held notification may go out without another verdict; `nil` if it needs one.
    private func due(_ held: HeldNotification, of rule: Rule, _ state: RuleState, opening: Date)
        -> Date?
    {
        if held.cause == .snooze {
            return hours(of: rule).nextOpening(from: max(held.dueAt, opening))
        }
        let limit = limit(of: rule)
        guard held.isFirst, held.cause == .limit || limit.remaining(for: state, at: opening) == 0
        else { return opening }
        // A held alert that a limit keeps back is sent at the next evaluation (D8). At the end of
        // quiet hours the limit takes over.
        guard rule.kind.notifiesEvents else { return held.cause == .quiet ? opening : nil }
        return firstOpening(of: rule, state, from: opening)
    }

    /// The time from which a first message of a rule may go out: outside its quiet hours and within
    /// its limit.
    func firstOpening(of rule: Rule, _ state: RuleState, from now: Date) -> Date {
        let (hours, limit) = (hours(of: rule), limit(of: rule))
        let opening = hours.nextOpening(from: now)
        guard limit.remaining(for: state, at: opening) == 0,
            let end = limit.end(for: state, at: opening)
        else { return opening }
        return hours.nextOpening(from: end)
    }

    /// The channels for messages that follow an alert: those that got it, or the rule's current
    /// ones if none of them is left (D74).
    func channels(notified: [String], _ current: [String]) -> [String] {
        guard let existing = policy.existing else { return notified }
        let left = notified.filter { existing.contains($0) }
        return left.isEmpty ? current : left
    }

    /// When an alert's reminder or a health alert's `for` falls due, strictly after `now`.
    func nextDue(of key: AlertKey, in ledger: AlertLedger, after now: Date) -> Date? {
        guard let rule = rules.rule(key.ruleID), rule.bodyKey == key.body,
            let state = ledger.alerts[key]
        else { return nil }
        guard let instant = state.phase == .pending ? served(state, rule) : reminder(state, rule)
        else { return nil }
        if instant > now { return instant }
        // A reminder that waits for fresh figures is sent at the latest when quiet hours end.
        guard state.phase == .firing, let start = hours(of: rule).nextStart(after: now),
            start < periodEnd(of: state, rule)
        else { return nil }
        return start
    }

    /// When the next reminder of a firing alert is due, or its snooze ends.
    ///
    /// Never during quiet hours, and not for an acknowledged alert.
    func reminder(_ state: AlertState, _ rule: Rule) -> Date? {
        guard case .firing(let firing) = state.life, let notified = firing.notified else {
            return nil
        }
        let instant: Date? =
            switch firing.tending {
            case .snoozed(let until)?: until
            case .acknowledged?: nil
            case nil: rule.clauses.remindEvery?.end(from: notified.at, in: policy.zone)
            }
        guard let due = instant else { return nil }
        let opening = hours(of: rule).nextOpening(from: due)
        return opening < periodEnd(of: state, rule) ? opening : nil
    }

    /// When the calendar period of a sum ends; after it there is nothing left to remind of.
    func periodEnd(of state: AlertState, _ rule: Rule) -> Date {
        guard case .window(_, _, let start?) = state.subject, let period = rule.calendarPeriod
        else { return .distantFuture }
        return period.startOfNext(after: start).instant(in: policy.zone)
    }

    /// When a pending health alert has been true for as long as its `for` asks.
    ///
    /// Health needs no sample from the bank: it stays as it is until the next poll. A gap longer
    /// than the longest one means that the program was not running; then the clock waits (D25).
    func served(_ state: AlertState, _ rule: Rule) -> Date? {
        guard rule.kind == .health, case .pending(let pending) = state.life,
            let last = pending.readAt
        else { return nil }
        let missing = requiredMilliseconds(state, rule) - pending.heldMilliseconds
        guard missing <= policy.longestGapMilliseconds() else { return nil }
        return last.addingTimeInterval(Double(missing) / 1_000)
    }

    /// How long the alert has to be true before it is sent, in milliseconds.
    func requiredMilliseconds(_ state: AlertState, _ rule: Rule) -> Int {
        guard let hold = rule.clauses.hold else { return 0 }
        let end = hold.end(from: state.since, in: policy.zone)
        return Int((end.timeIntervalSince(state.since) * 1_000).rounded())
    }
}

extension HeldNotification {
    /// Whether it reports alerts that began and ended before they were sent.
    var isOver: Bool { notification.type == .digest && !notification.data.kind.notifiesEvents }

    /// Whether it is a first message, which limits count, and does not follow an alert that was
    /// sent.
    var isFirst: Bool { notification.type.isFirst }

    /// Whether it says that this alert began.
    func isFiring(of key: AlertKey) -> Bool {
        alertKey == key && notification.type.begins
    }
}

extension AlertNotification.Kind {
    /// Whether it says that an alert or a problem began.
    public var begins: Bool { self == .fired || self == .healthFired }

    /// Whether it says that an alert or a problem has ended.
    public var isOver: Bool { self == .resolved || self == .healthResolved }

    /// Whether it is a first message, which limits count.
    var isFirst: Bool {
        switch self {
        case .fired, .healthFired, .digest, .summary: true
        case .resolved, .healthResolved, .reminder, .corrected: false
        }
    }
}

/// The rules and alerts that may fall due without a new fact.
///
/// Without it every poll would walk all alerts, and sent events are kept for months.
struct DueIndex: Sendable {
    /// The rules that hold notifications back.
    private(set) var rules: Set<String> = []
    /// The alerts with a reminder, the end of a snooze or a health alert's `for` ahead.
    private(set) var alerts: Set<AlertKey> = []
    /// The subjects of each rule whose newest figures matter even if the verdict is the same as
    /// before.
    ///
    /// They are pending, are waiting for a reminder, are snoozed, or fire while somebody looks.
    private var unsettled: [String: Set<Subject>] = [:]
    /// The subjects of the held notifications of each rule.
    private var held: [String: Set<Subject>] = [:]
    /// The alerts on sums over calendar periods and on deadlines, by what is judged in each period.
    private(set) var series: [SeriesKey: Set<AlertKey>] = [:]
    /// The alerts on sets of like transactions, by transaction.
    private(set) var sets: [UUID: Set<AlertKey>] = [:]
    private var rows: [AlertKey: [UUID]] = [:]

    init(_ ledger: AlertLedger, engine: AlertEngine) {
        for state in ledger.rules.values { note(state) }
        for state in ledger.alerts.values { note(state, engine) }
    }

    mutating func apply(_ change: AlertLedgerChange, engine: AlertEngine) {
        alerts.subtract(change.removedAlerts)
        for key in change.removedAlerts {
            note(key, isUnsettled: false)
            if let series = SeriesKey(key) { self.series[series]?.remove(key) }
            noteSet(key, [])
        }
        for state in change.rules { note(state) }
        for state in change.alerts { note(state, engine) }
    }

    /// The subjects of rules on conditions, by rule, whose verdicts are wanted at every poll.
    func wanted(_ silences: some Sequence<Silence>) -> [String: Set<Subject>] {
        var wanted = unsettled.merging(held) { $0.union($1) }
        for silence in silences where silence.endedAt == nil {
            for held in silence.held {
                wanted[held.alertKey.ruleID, default: []].insert(held.alertKey.subject)
            }
        }
        return wanted
    }

    private mutating func note(_ state: RuleState) {
        guard !state.held.isEmpty else {
            rules.remove(state.ruleID)
            return held[state.ruleID] = nil
        }
        rules.insert(state.ruleID)
        held[state.ruleID] = Set(state.held.map(\.alertKey.subject))
    }

    private mutating func note(_ state: AlertState, _ engine: AlertEngine) {
        if let series = SeriesKey(state.key) { self.series[series, default: []].insert(state.key) }
        noteSet(state.key, state.rows)
        let rule = engine.rules.rule(state.ruleID)
        let isTimed =
            switch state.phase {
            case .firing: rule?.clauses.remindEvery != nil || state.snoozedUntil != nil
            case .pending: rule?.kind == .health
            case .inactive: false
            }
        if isTimed { alerts.insert(state.key) } else { alerts.remove(state.key) }
        let isFollowed = state.phase == .firing && engine.policy.followsFigures
        note(state.key, isUnsettled: state.phase == .pending || isTimed || isFollowed)
    }

    private mutating func note(_ key: AlertKey, isUnsettled: Bool) {
        if isUnsettled {
            unsettled[key.ruleID, default: []].insert(key.subject)
        } else if unsettled[key.ruleID]?.remove(key.subject) != nil,
            unsettled[key.ruleID]?.isEmpty == true
        {
            unsettled[key.ruleID] = nil
        }
    }

    /// Stores which transactions a set has; none for any other alert.
    private mutating func noteSet(_ key: AlertKey, _ new: [UUID]) {
        let old = rows[key] ?? []
        guard old != new else { return }
        for row in old {
            sets[row]?.remove(key)
            if sets[row]?.isEmpty == true { sets[row] = nil }
        }
        for row in new { sets[row, default: []].insert(key) }
        rows[key] = new.isEmpty ? nil : new
    }
}

extension AlertState {
    /// The transactions of a set of like ones.
    var rows: [UUID] { if case .found(let set) = life { set.rows } else { [] } }
}

/// What a rule judges in one period after the other: a sum over calendar periods, or a deadline.
struct SeriesKey: Sendable, Hashable {
    private let ruleID: String
    private let body: String
    private let account: UUID?
    /// What is summed; `nil` for a deadline.
    private let currency: Currency?

    /// The series of an alert; `nil` for one that is not about a period.
    init?(_ key: AlertKey) {
        switch key.subject {
        case .window(let account, let currency, .some):
            (self.account, self.currency) = (account, currency)
        case .deadline(let account, .some): (self.account, currency) = (account, nil)
        default: return nil
        }
        ruleID = key.ruleID
        body = key.body
    }
}
