import Finance
import Foundation
import Rules

/// One decision in progress: the ledger as it was, its changes, and the notifications to send.
struct AlertReducer: Sendable {
    let engine: AlertEngine
    let facts: Facts
    let ledger: AlertLedger
    let now: Date
    private var alerts: [AlertKey: AlertState] = [:]
    private var removed: Set<AlertKey> = []
    private var due: DueIndex?
    /// The kept alerts on sums and deadlines, by what is judged in each period.
    private var series: [SeriesKey: Set<AlertKey>] = [:]
    /// The kept alerts on sets of like transactions, by transaction.
    private var sets: [UUID: Set<AlertKey>] = [:]
    private var rules: [String: RuleState] = [:]
    private var changedSilences: [String: Silence] = [:]
    var selfAlerts: [String: SelfAlertState]
    /// The identifiers of notifications that a person wants retried.
    var retried: [String] = []
    /// Alerts that were true at the first look, sent as one notification at the end (D4).
    var firstLook: [Message] = []
    var notifications: [AlertNotification] = []
    var outbox: [OutboxEntry] = []

    init(engine: AlertEngine, facts: Facts, ledger: AlertLedger, now: Date) {
        self.engine = engine
        self.facts = facts
        self.ledger = ledger
        self.now = now
        selfAlerts = ledger.selfAlerts
    }

    /// The changes and notifications so far, without states that are unchanged.
    var decision: AlertDecision {
        let change = AlertLedgerChange(
            alerts: alerts.values.filter { ledger.alerts[$0.key] != $0 }.inOrder(),
            removedAlerts: removed.sorted { $0.text < $1.text },
            rules: rules.values.filter { ledger.rules[$0.ruleID] != $0 }
                .sorted { $0.ruleID < $1.ruleID },
            silences: changedSilences.values.filter { ledger.silences[$0.id] != $0 }
                .sorted { $0.id < $1.id },
            selfAlerts: selfAlerts.values.filter { ledger.selfAlerts[$0.selfAlert.key] != $0 }
                .sorted { $0.selfAlert.key < $1.selfAlert.key },
            removedSelfAlerts: ledger.selfAlerts.keys.filter { selfAlerts[$0] == nil }.sorted())
        return AlertDecision(
            change: change, notifications: notifications, outbox: outbox, retried: retried)
    }

    /// Processes the rules with verdicts or deadlines, in the order of the file.
    mutating func run(_ verdicts: [Verdict], due: DueIndex) {
        self.due = due
        let found = Dictionary(grouping: verdicts, by: \.ruleID)
        let waiting = Dictionary(grouping: due.alerts, by: \.ruleID)
        let touched = Set(found.keys).union(due.rules).union(waiting.keys)
            .union(engine.summaries)
        let order = touched.compactMap { engine.positions[$0] }.sorted()
        for rule in order.map({ engine.rules.rules[$0] }) {
            play(rule, found[rule.id] ?? [], due: waiting[rule.id] ?? [])
        }
        endDueSilences()
        remindOfSelfAlerts()
        if !firstLook.isEmpty { notifyTogether(firstLook) }
    }

    private mutating func play(_ rule: Rule, _ verdicts: [Verdict], due: [AlertKey]) {
        var evaluation = begin(rule)
        for verdict in verdicts { judge(verdict, &evaluation) }
        announceEvents(&evaluation)
        notifySummary(&evaluation)
        for key in due.sorted(by: { $0.text < $1.text }) { fireDue(key, &evaluation) }
        settle(&evaluation)
        rules[rule.id] = evaluation.state
    }

    /// Returns a rule's state; a new or edited body starts again (RL-1).
    private mutating func begin(_ rule: Rule) -> RuleEvaluation {
        var state = RuleState(ruleID: rule.id, body: rule.bodyKey, baselineAt: now)
        if let known = ruleState(rule.id) {
            if known.body == rule.bodyKey {
                state = known
            } else {
                state.generation = known.generation + 1
                removeAlerts { $0.ruleID == rule.id && $0.body != rule.bodyKey }
            }
        }
        return RuleEvaluation(rule: rule, household: engine.policy.household, state: state)
    }

    /// Removes the states of rules that have left the file, except for their generation.
    mutating func forgetAbsentRules() {
        let absent = ledger.rules.values.filter { state in
            engine.positions[state.ruleID] == nil && !state.body.isEmpty
        }
        guard !absent.isEmpty else { return }
        for state in absent {
            rules[state.ruleID] = RuleState(
                ruleID: state.ruleID, body: "", baselineAt: state.baselineAt,
                generation: state.generation)
        }
        let positions = engine.positions
        removeAlerts { positions[$0.ruleID] == nil }
    }
}

extension AlertReducer {
    /// The current state of an alert; `nil` if it was never evaluated.
    func alert(_ key: AlertKey) -> AlertState? {
        alerts[key] ?? (removed.contains(key) ? nil : ledger.alerts[key])
    }

    mutating func keep(_ state: AlertState) {
        alerts[state.key] = state
        removed.remove(state.key)
        if let series = SeriesKey(state.key) { self.series[series, default: []].insert(state.key) }
        for row in state.rows { sets[row, default: []].insert(state.key) }
    }

    func ruleState(_ id: String) -> RuleState? { rules[id] ?? ledger.rules[id] }

    mutating func keep(_ state: RuleState) { rules[state.ruleID] = state }

    /// All silences in a fixed order.
    var silences: [Silence] {
        ledger.silences.merging(changedSilences) { $1 }.values.sorted {
            ($0.from, $0.id) < ($1.from, $1.id)
        }
    }

    func silence(_ id: String) -> Silence? { changedSilences[id] ?? ledger.silences[id] }

    mutating func keep(_ silence: Silence) { changedSilences[silence.id] = silence }

    mutating func keep(_ state: SelfAlertState) { selfAlerts[state.selfAlert.key] = state }

    /// Removes alerts for good.
    mutating func removeAlerts(where isGone: (AlertKey) -> Bool) {
        for key in alerts.keys where isGone(key) { alerts[key] = nil }
        for alert in ledger.alerts.values where isGone(alert.key) { removed.insert(alert.key) }
    }

    /// Removes some alerts for good.
    mutating func removeAlerts(_ keys: [AlertKey]) {
        for key in keys {
            alerts[key] = nil
            if ledger.alerts[key] != nil { removed.insert(key) }
        }
    }

    /// The alerts of a series in all its periods.
    func alerts(in series: SeriesKey) -> [AlertState] {
        (due?.series[series] ?? []).union(self.series[series] ?? []).compactMap { alert($0) }
    }

    /// The alerts on sets that share a transaction with `rows`.
    func alerts(onSetsWith rows: [UUID]) -> [AlertState] {
        let keys = rows.reduce(into: Set<AlertKey>()) { keys, row in
            keys.formUnion(due?.sets[row] ?? [])
            keys.formUnion(sets[row] ?? [])
        }
        return keys.compactMap { alert($0) }.filter { !Set($0.rows).isDisjoint(with: rows) }
    }

    /// Every alert of a rule that matches.
    func alerts(ofRule id: String, where matches: (AlertState) -> Bool) -> [AlertState] {
        let stored = ledger.alerts.values.filter {
            $0.ruleID == id && alerts[$0.key] == nil && !removed.contains($0.key)
        }
        return (stored + alerts.values.filter { $0.ruleID == id }).filter(matches).inOrder()
    }
}
