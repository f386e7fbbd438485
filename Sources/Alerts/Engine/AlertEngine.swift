import Finance
public import Foundation
public import Rules

/// Turns verdicts into notifications: the life of every alert, as a pure function.
///
/// It fires on edges, holds notifications in quiet hours, merges those that a limit keeps back, and
/// never discards one. The same ledger, verdicts and instant always give the same decision, byte
/// for byte. ``AlertTimeline`` asks it.
public struct AlertEngine: Sendable {
    public let rules: RuleSet
    /// Zone, interval, locale and the channels' detail.
    public let policy: AlertPolicy
    /// The place of each rule in the file, by identifier.
    let positions: [String: Int]
    /// The rules that send a regular overview, by identifier.
    let summaries: [String]

    /// Makes an engine; a reload of the rules makes a new one.
    public init(rules: RuleSet, policy: AlertPolicy) {
        self.rules = rules
        self.policy = policy
        positions = Dictionary(
            rules.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        summaries = rules.rules.filter { $0.kind == .summary }.map(\.id)
    }

    /// The next deadline after `now` that needs no new fact.
    ///
    /// Deadlines are the end of quiet hours or of a limit's period, a reminder, a health alert's
    /// `for`, and a summary.
    func nextDue(_ index: DueIndex, in ledger: AlertLedger, after now: Date) -> Date? {
        let rules = index.rules.compactMap { nextDue(ofRule: $0, in: ledger, after: now) }
        let alerts = index.alerts.compactMap { nextDue(of: $0, in: ledger, after: now) }
        let summaries = summaries.compactMap { nextSummary(ofRule: $0, in: ledger, after: now) }
        let silences = ledger.silences.values.lazy.filter { $0.endedAt == nil && $0.until > now }
            .map(\.until)
        let selfAlerts = ledger.selfAlerts.values.compactMap(reminder).filter { $0 > now }
        return (rules + alerts + summaries + silences + selfAlerts).min()
    }

    /// For how many days `alerts` shows a set of like transactions.
    private static let daysShown: Double = 7
    /// For how many days an event is kept; a reservation is booked long before that.
    private static let daysKept: Double = 100

    /// The changes of the daily clean-up.
    ///
    /// It removes sent events that are too old to be corrected or to grow, and silences that ended
    /// as long ago. Sets are shown no longer after a week.
    public func maintenance(ledger: AlertLedger, at now: Date) -> AlertLedgerChange {
        let limit = now.addingTimeInterval(-Self.daysKept * 86_400)
        let events = ledger.alerts.values.filter {
            $0.subject.isEvent && $0.isNotified && $0.phase == .inactive
        }
        let old = events.filter { $0.since < limit }
        let shown = now.addingTimeInterval(-Self.daysShown * 86_400)
        let settled = events.filter {
            $0.notification != nil && $0.since >= limit && $0.since < shown
        }
        let ended = ledger.silences.values.filter { ($0.endedAt ?? now) < limit }
        return AlertLedgerChange(
            alerts: settled.inOrder().map(\.withoutNotification),
            removedAlerts: old.map(\.key).sorted { $0.text < $1.text },
            removedSilences: ended.map(\.id).sorted())
    }

    /// The hours in which a rule may notify; a critical one about health always may (D45).
    func hours(of rule: Rule) -> NotificationHours {
        let passes = rule.kind == .health && rule.urgency == .critical
        return NotificationHours(passes ? nil : rule.clauses, zone: policy.zone)
    }

    func limit(of rule: Rule) -> LimitPeriod {
        LimitPeriod(limit: rule.clauses.limit, zone: policy.zone)
    }
}

extension AlertState {
    /// The state without its notification, so that `alerts` no longer shows the set.
    fileprivate var withoutNotification: AlertState {
        guard case .found(var set) = life else { return self }
        set.notification = nil
        var state = self
        state.life = .found(set)
        return state
    }
}

extension AlertEngine {
    /// The notifications that are still held, as they would be sent when they fall due (D53).
    ///
    /// Their timestamp is the due time and `pending` is true; what one rule would send together
    /// is one notification.
    public func pending(in ledger: AlertLedger) -> [AlertNotification] {
        let digests = DigestComposer(rules: rules, policy: policy)
        let notifications = rules.rules.flatMap { rule -> [AlertNotification] in
            guard let state = ledger.rules[rule.id], state.body == rule.bodyKey else { return [] }
            let instants = Set(state.held.map(\.dueAt)).sorted()
            return instants.map { due in
                let parts = state.held.filter { $0.dueAt == due }
                    .map { Message($0, at: due).notification }
                return parts.count == 1 ? parts[0] : digests.digest(of: parts, at: due)
            }
        }
        return notifications.map { notification in
            var notification = notification
            notification.data.pending = true
            return notification
        }
    }
}

/// The result of one evaluation: states to store, notifications to show and entries to send.
public struct AlertDecision: Sendable, Hashable {
    public var change: AlertLedgerChange
    /// The notifications that are sent now, uncut, in the order of sending.
    public var notifications: [AlertNotification]
    /// One row per notification and channel, cut to the channel's detail.
    public var outbox: [OutboxEntry]

    /// The identifiers of notifications that a person wants retried.
    public var retried: [String]

    /// Makes a decision; nothing happens by default.
    public init(
        change: AlertLedgerChange = AlertLedgerChange(), notifications: [AlertNotification] = [],
        outbox: [OutboxEntry] = [], retried: [String] = []
    ) {
        self.retried = retried
        self.change = change
        self.notifications = notifications
        self.outbox = outbox
    }
}
