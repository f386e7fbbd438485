import Alerts
import Finance
import Foundation
import Rules

/// The pure middle of a cycle: from a bank's answer to what is to be committed.
///
/// It owns the rules in force and the state that evaluation carries from poll to poll.
/// ``process(_:with:)`` and ``fireDue(at:)`` propose. Only ``accept(_:)``, called after the commit,
/// makes the proposed alert states the current ones. Facts and the evaluator's sums change with the
/// answer: after a failed commit, make a new pipeline from the store.
struct Pipeline: Sendable {
    private(set) var facts: Facts
    /// The time of the last answer, or of the start.
    private(set) var clock: Date
    private(set) var evaluator: Evaluator
    /// Records verdicts for `rules explain --history`; `nil` where nobody needs them.
    private var journal: EvaluationJournal?
    /// The zone of the person's calendar, and of the banks'.
    let zone: TimeZone
    /// The alert states as of the last accepted outcome, and when their deadlines fall due.
    private var timeline: AlertTimeline

    /// Starts from the store's facts and states; seed the evaluator with stored transactions first.
    init(
        evaluator: Evaluator, engine: AlertEngine, facts: Facts, ledger: AlertLedger,
        journal: EvaluationJournal?, zone: TimeZone, at now: Date
    ) {
        self.journal = journal
        clock = now
        self.evaluator = evaluator
        self.facts = facts
        timeline = AlertTimeline(engine: engine, ledger: ledger)
        self.zone = zone
    }

    /// Reconciles, evaluates and decides one answer of a bank.
    ///
    /// - Parameter awaited: the other banks that were asked at the same time.
    mutating func process(
        _ snapshot: Snapshot, with input: ReconciliationInput, awaited: Set<String> = []
    ) -> CycleOutcome {
        facts.program.awaited = awaited
        let source = facts.sources[snapshot.source] ?? SourceFacts(id: snapshot.source)
        let reconciliation = Reconciler.reconcile(
            snapshot, source: source, with: input, zone: zone)
        facts.sources[snapshot.source] = reconciliation.source
        for account in reconciliation.accounts { facts.accounts[account.account.id] = account }
        let now = snapshot.observedAt
        clock = now
        let verdicts = verdicts(
            on: reconciliation.changes, touched: Set(reconciliation.accounts.map(\.account.id)))
        var decision = timeline.propose(verdicts + overviews(at: now), facts: facts, at: now)
        decision.change.bindings = evaluator.takeBindings()
        var outcome = outcome(of: decision, reconciliation)
        outcome.commit.evaluations =
            journal?.news(
                verdicts, rules: timeline.engine.rules, facts: facts, change: decision.change,
                ledger: ledger, at: now) ?? []
        return outcome
    }

    /// The verdicts that follow from changes of the facts.
    private mutating func verdicts(on changes: FactChanges, touched: Set<UUID>?) -> [Verdict] {
        // Verdicts that can't be decided are needed by the journal only; they change no alert.
        evaluator.apply(
            changes, facts: facts, at: changes.observedAt, touched: touched,
            detail: journal == nil ? .known : .changed, wanted: timeline.wanted)
    }

    /// The verdicts of due spending summaries; the journal does not record them.
    private func overviews(at now: Date) -> [Verdict] {
        evaluator.overviews(timeline.overviewsDue(at: now), facts: facts, at: now)
    }

    var ledger: AlertLedger { timeline.ledger }

    /// Decides what a person's commands change.
    func apply(_ commands: [UserCommand], at now: Date) -> CycleOutcome {
        let decision = timeline.engine.apply(commands, facts: facts, ledger: ledger, at: now)
        var outcome = outcome(of: decision)
        outcome.commit.applied = commands.map(\.id)
        return outcome
    }

    /// Decides what reports about the program itself change.
    ///
    /// - Parameter reported: the abandoned outbox entries that the reports are about.
    func take(
        _ reports: [SelfAlertReport], reported: [OutboxKey] = [], at now: Date
    ) -> CycleOutcome {
        let decision = timeline.engine.take(reports, facts: facts, ledger: ledger, at: now)
        var outcome = outcome(of: decision)
        outcome.commit.reported = reported
        return outcome
    }

    /// The instant from which notifications in the outbox are kept: a month, or the longest period
    /// of any rule.
    ///
    /// A delivered notification records that something was sent in its period.
    func outboxNeeded(at now: Date) -> Date {
        let month = now.addingTimeInterval(-31 * 86_400)
        guard let day = evaluator.historyNeeded(at: now) else { return month }
        return min(month, day.instant(in: zone))
    }

    /// The day from which records are needed, and the instant from which balances are; `nil` if
    /// rules need all.
    ///
    /// At least 100 days are kept: banks correct rows days later, and events may wait for weeks.
    func needed(at now: Date) -> (day: CalendarDay, instant: Date)? {
        guard !evaluator.needsWholeHistory else { return nil }
        let usual = CalendarDay(of: now, in: zone).adding(days: -100)
        return (
            min(usual, evaluator.historyNeeded(at: now) ?? usual),
            min(now, evaluator.balancesNeeded(at: now) ?? now)
        )
    }

    /// Updates the facts of the channels that rules name; a channel that is not in `failing` works.
    mutating func observe(_ failing: [String: ChannelFacts]) {
        for name in facts.program.channels.keys {
            facts.program.channels[name] = failing[name] ?? ChannelFacts()
        }
    }

    /// Whether the wall clock was set back since the last answer (RL-35).
    ///
    /// The sums no longer have the rows before their period, so a new pipeline must be made from
    /// the store.
    func isAhead(of now: Date) -> Bool { now < clock }

    /// Decides what falls due without a new fact, such as the end of quiet hours or of a limit's
    /// period.
    func fireDue(at now: Date) -> CycleOutcome {
        outcome(of: timeline.propose(overviews(at: now), facts: facts, at: now))
    }

    /// Evaluates the rules again and fires what is due, because figures have become old.
    mutating func review(at now: Date) -> CycleOutcome {
        clock = now
        let verdicts = verdicts(on: FactChanges(observedAt: now), touched: [])
        return outcome(of: timeline.propose(verdicts + overviews(at: now), facts: facts, at: now))
    }

    /// When the next figure reaches an age that some rule reads.
    func reviewDue(after now: Date, _ ages: [CalendarSpan]) -> Date? {
        guard !ages.isEmpty else { return nil }
        let read = facts.sources.values.compactMap { $0.lastSuccess ?? $0.failingSince }
        return (read + facts.accounts.values.map(\.freshAt)).filter { $0 > .distantPast }
            .flatMap { read in ages.map { $0.end(from: read, in: zone) } }
            // Older than an age: a moment after it.
            .map { $0.addingTimeInterval(0.001) }.filter { $0 > now }.min()
    }

    /// Removes sent events that are too old to be corrected; calling it once a day is enough.
    func maintain(at now: Date) -> CycleOutcome {
        outcome(of: AlertDecision(change: timeline.engine.maintenance(ledger: ledger, at: now)))
    }

    /// The proposal to commit a decision, with the facts that it follows from if they are new.
    private func outcome(
        of decision: AlertDecision, _ reconciliation: Reconciliation? = nil
    ) -> CycleOutcome {
        var commit = CycleCommit(
            reconciliation: reconciliation, alerts: decision.change, outbox: decision.outbox)
        commit.retried = decision.retried
        commit.language = timeline.engine.policy.language
        return CycleOutcome(commit: commit, notifications: decision.notifications)
    }

    mutating func accept(_ outcome: CycleOutcome) {
        if let facts = outcome.commit.reconciliation { clock = facts.changes.observedAt }
        timeline.accept(outcome.commit.alerts)
        journal?.accept(outcome.commit.evaluations)
    }

    mutating func nextDue(after now: Date) -> Date? { timeline.nextDue(after: now) }
}

/// Recorded input that no bank answered: nothing is committed, so decisions take effect at once.
extension Pipeline {
    /// Evaluates one bare transaction, which is always new.
    mutating func play(_ transaction: Transaction, of account: AccountFacts) -> AlertDecision {
        let (now, id) = (transaction.firstSeen, account.account.id)
        // A stream of bare transactions is complete for every account.
        facts.program.seesEveryRow = true
        facts.accounts[id] = account
        let change = TransactionChange(before: nil, after: transaction, cause: .appeared)
        return decide(
            FactChanges(observedAt: now, refreshedAccounts: [id], transactions: [change]),
            touched: [id])
    }

    /// Evaluates changes that lead to these facts.
    mutating func play(_ changes: FactChanges, facts known: Facts) -> AlertDecision {
        facts = known
        return decide(changes, touched: nil)
    }

    private mutating func decide(_ changes: FactChanges, touched: Set<UUID>?) -> AlertDecision {
        let verdicts = verdicts(on: changes, touched: touched)
        return timeline.decide(
            verdicts + overviews(at: changes.observedAt), facts: facts, at: changes.observedAt)
    }
}

/// What one pass through the ``Pipeline`` proposes.
struct CycleOutcome: Sendable {
    var commit: CycleCommit
    /// The notifications that are sent with the commit, uncut.
    let notifications: [AlertNotification]

    /// Whether committing would write nothing at all.
    var isEmpty: Bool {
        commit.reconciliation == nil && commit.alerts.isEmpty && notifications.isEmpty
            && commit.outbox.isEmpty && commit.retried.isEmpty && commit.evaluations.isEmpty
            && commit.applied.isEmpty && commit.reported.isEmpty
    }

    var wakesChannels: Bool { !commit.outbox.isEmpty || !commit.retried.isEmpty }
}
