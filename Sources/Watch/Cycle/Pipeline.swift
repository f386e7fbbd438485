import Alerts
import Finance
import Foundation
import Rules

/// The pure middle of a cycle: from a bank's answer to what is to be committed.
///
/// It owns the rules in force and the state that evaluation carries from poll to poll. ``process``
/// and ``playDue`` propose; only ``accept(_:)``, called after the commit, makes the proposed alert
/// states the new ones. Facts and the evaluator's sums follow an answer at once: after a failed
/// commit make a new pipeline from the store.
struct Pipeline: Sendable {
    /// What is known now, as of the last answer.
    private(set) var facts: Facts
    /// The time of the last answer, or of the start.
    private(set) var clock: Date
    /// What answers the rules.
    private(set) var evaluator: Evaluator
    /// What `rules explain --history` shows; `nil` where nobody asks for it.
    private var journal: EvaluationJournal?
    /// The zone of the person's calendar, and of the banks'.
    let zone: TimeZone
    /// The alert states as of the last accepted outcome, and what of them falls due.
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
    mutating func process(_ snapshot: Snapshot, with holdings: ReconciliationInput) -> CycleOutcome
    {
        let source = facts.sources[snapshot.source] ?? SourceFacts(id: snapshot.source)
        let reconciliation = Reconciler.reconcile(
            snapshot, source: source, with: holdings, zone: zone)
        facts.sources[snapshot.source] = reconciliation.source
        for account in reconciliation.accounts { facts.accounts[account.account.id] = account }
        let now = snapshot.observedAt
        clock = now
        let verdicts = evaluator.apply(
            reconciliation.changes, facts: facts, at: now,
            touched: Set(reconciliation.accounts.map(\.account.id)), detail: detail,
            wanted: timeline.wanted)
        var decision = timeline.propose(verdicts + overviews(at: now), facts: facts, at: now)
        decision.change.bindings = evaluator.takeBindings()
        var outcome = CycleOutcome(
            reconciliation: reconciliation, changes: reconciliation.changes, decision: decision,
            language: timeline.engine.policy.language)
        outcome.evaluations =
            journal?.news(
                verdicts, rules: timeline.engine.rules, facts: facts, change: decision.change,
                ledger: ledger, at: now) ?? []
        return outcome
    }

    /// What the summaries of spending say that are due; the journal has none of them.
    private func overviews(at now: Date) -> [Verdict] {
        evaluator.overviews(timeline.overviewsDue(at: now), facts: facts, at: now)
    }

    /// Only the journal notes what can't be known; it moves no alert.
    private var detail: Evaluator.Detail { journal == nil ? .known : .changed }

    /// The alert states as of the last accepted outcome.
    var ledger: AlertLedger { timeline.ledger }

    /// Decides what instructions of a person mean.
    func obey(_ instructions: [UserAction], at now: Date) -> CycleOutcome {
        let decision = timeline.engine.obey(instructions, facts: facts, ledger: ledger, at: now)
        var outcome = outcome(of: decision, at: now)
        outcome.followed = instructions.map(\.id)
        return outcome
    }

    /// Decides what reports about the program's own state mean; `reported` are the given-up
    /// entries that they are about.
    func take(
        _ reports: [SelfAlertReport], reported: [OutboxKey] = [], at now: Date
    ) -> CycleOutcome {
        let decision = timeline.engine.take(reports, facts: facts, ledger: ledger, at: now)
        var outcome = outcome(of: decision, at: now)
        outcome.reported = reported
        return outcome
    }

    /// From which instant on notifications in the outbox are kept: for the longest period of any rule
    /// and a month, because a delivered notification says that something was sent in its period.
    func outboxNeeded(at now: Date) -> Date {
        let month = now.addingTimeInterval(-31 * 86_400)
        guard let day = evaluator.historyNeeded(at: now) else { return month }
        return min(month, day.instant(in: zone))
    }

    /// From which day on records are needed, and from which instant on balances; `nil` if rules need all.
    ///
    /// Answers reach back by days and events may wait for weeks, so that 100 days are kept whatever the
    /// rules say.
    func needed(at now: Date) -> (day: CalendarDay, instant: Date)? {
        guard !evaluator.needsWholeHistory else { return nil }
        let usual = CalendarDay(of: now, in: zone).adding(days: -100)
        return (
            min(usual, evaluator.historyNeeded(at: now) ?? usual),
            min(now, evaluator.balancesNeeded(at: now) ?? now)
        )
    }

    /// Takes what the outbox says of the channels that rules send on.
    mutating func observe(_ failing: [String: ChannelFacts]) {
        for name in facts.program.channels.keys {
            facts.program.channels[name] = failing[name] ?? ChannelFacts()
        }
    }

    /// Whether the wall clock was set back since the last answer: the sums have forgotten what lay
    /// before their period then, so that a new pipeline has to be made from the store (RL-35).
    func isAhead(of now: Date) -> Bool { now < clock }

    /// Decides what fell due without a new fact: the end of quiet hours, of a limit's period.
    func fireDue(at now: Date) -> CycleOutcome {
        outcome(of: timeline.propose(overviews(at: now), facts: facts, at: now), at: now)
    }

    /// Forgets sent events that are too old to be corrected; once a day is enough.
    func tidy(at now: Date) -> CycleOutcome {
        let change = timeline.engine.housekeeping(ledger: ledger, at: now)
        return outcome(of: AlertDecision(change: change, notifications: [], outbox: []), at: now)
    }

    private func outcome(of decision: AlertDecision, at now: Date) -> CycleOutcome {
        CycleOutcome(
            reconciliation: nil, changes: FactChanges(observedAt: now), decision: decision,
            language: timeline.engine.policy.language)
    }

    /// Makes a committed proposal the new state.
    mutating func accept(_ outcome: CycleOutcome) {
        if outcome.reconciliation != nil { clock = outcome.changes.observedAt }
        timeline.accept(outcome.decision.change)
        journal?.accept(outcome.evaluations)
    }

    /// When something falls due next without a new fact.
    mutating func nextDue(after now: Date) -> Date? { timeline.nextDue(after: now) }
}

/// What recorded time knows and no bank answers; nothing of it is committed, so it holds at once.
extension Pipeline {
    /// Evaluates one bare transaction, which is always new.
    mutating func play(_ transaction: Transaction, of account: AccountFacts) -> AlertDecision {
        let (now, id) = (transaction.firstSeen, account.account.id)
        // A stream of bare transactions leaves none out, on no account.
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
        let verdicts = evaluator.apply(
            changes, facts: facts, at: changes.observedAt, touched: touched, detail: detail,
            wanted: timeline.wanted)
        return timeline.decide(
            verdicts + overviews(at: changes.observedAt), facts: facts, at: changes.observedAt)
    }
}

/// What one pass through the ``Pipeline`` proposes.
struct CycleOutcome: Sendable {
    /// What the answer means for the stored facts; `nil` when only due instants were played.
    let reconciliation: Reconciliation?
    /// The changes that were evaluated.
    let changes: FactChanges
    /// The alert states and notifications that follow.
    let decision: AlertDecision
    let language: Language
    /// What evaluation found that it had not found before.
    var evaluations: [EvaluationEntry] = []
    /// The instructions that this follows.
    var followed: [String] = []
    /// The given-up entries that this is about.
    var reported: [OutboxKey] = []

    /// Everything that must become true together.
    var commit: CycleCommit {
        var commit = CycleCommit(
            reconciliation: reconciliation, alerts: decision.change, outbox: decision.outbox)
        commit.evaluations = evaluations
        commit.followed = followed
        commit.reported = reported
        commit.retried = decision.retried
        commit.language = language
        return commit
    }

    /// Whether committing would write nothing at all.
    var isEmpty: Bool {
        reconciliation == nil && decision.isEmpty && evaluations.isEmpty && followed.isEmpty
            && reported.isEmpty
    }

    /// Whether there is something for the channels to do.
    var wakesChannels: Bool { !decision.outbox.isEmpty || !decision.retried.isEmpty }
}
