public import Alerts
import Finance
import Foundation
public import Rules

/// The loop: poll, reconcile, evaluate, decide, commit, wake the channels.
///
/// ```
/// fetch (a task per bank) ─▶ take: reconcile, evaluate, decide ─▶ commit ─▶ wake the channels ─▶ heartbeat
/// ```
///
/// Banks are polled independently of each other; their answers are committed one after the other. A
/// failure ends the phase in which it happens, never the loop.
public struct Watcher: Sendable {
    var parts: WatchParts
    var rules: RuleSet
    /// The state in memory as of the last commit; `nil` before the first read and after a failed
    /// commit.
    var pipeline: Pipeline?
    /// The accounts of the last pipeline that was discarded.
    var knownAccounts: [UUID: AccountFacts] = [:]
    /// Self-alerts to report with the next successful commit.
    var reports: [SelfAlertReport] = []
    /// The answers whose commit failed, by bank: the next one may be hours away.
    var uncommitted: [String: Snapshot] = [:]
    /// The banks whose answers are awaited in one cycle over all.
    var awaited: Set<String> = []
    /// The polls of each bank, by its identifier.
    var banks: [String: BankSchedule] = [:]
    /// Whether a bank has answered since the last cycle ended.
    var isCycleOpen = false
    /// Whether the rules in force were checked against accounts and history.
    var areRulesChecked = false
    /// When rules files that were just being written are read again.
    var rulesDue: Date?
    private let dispatchWakeUps: [WakeSignal]
    private var steps: ClockJumpDetector
    private var maintainedOn: CalendarDay?
    /// The time up to which all deadlines were fired and committed.
    private var firedUntil: Date?
    /// When entries for channels that a reload removed are abandoned.
    var abandonAt: Date?

    /// How many seconds after a failed commit its answer is committed and overdue deadlines are
    /// fired.
    private static let retryDelay = 30.0
    /// When that is done; other triggers meanwhile don't put it off.
    private var retryAt: Date?

    /// Makes a watcher with rules that have been checked; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - parts: the ports that it works with.
    ///   - rules: the rules in force until the source of rules brings others.
    ///   - wakeUps: posted after every commit that added entries to the outbox.
    public init(parts: WatchParts, rules: RuleSet, wakeUps: [WakeSignal]) {
        self.parts = parts
        self.rules = rules
        dispatchWakeUps = wakeUps
        steps = ClockJumpDetector(parts.clock)
        for polled in parts.sources {
            banks[polled.source.id] = BankSchedule(
                start: parts.clock.now, interval: polled.interval)
        }
    }

    /// Reads the state from the store, so that an unusable store is known before the first poll.
    public mutating func start() async throws(StoreError) {
        try await parts.abandonLostChannels()
        let pipeline = try await makePipeline()
        self.pipeline = pipeline
        reports.append(SelfAlertReport(WatchTexts.rulesRejected(""), isOver: true))
        parts.observer(
            .started(
                rules: rules.writtenCount, at: parts.clock.now,
                isNew: pipeline.facts.accounts.isEmpty))
    }

    /// Posts a trigger into the stream that ``run(triggers:post:)`` listens to.
    public typealias Post = @Sendable (WatchTrigger) -> Void

    /// Runs until a ``WatchTrigger/stop`` comes, or the stream of triggers ends.
    public mutating func run(triggers: AsyncStream<WatchTrigger>, post: @escaping Post) async {
        // The last poll is the last evidence that the watcher was running.
        let polled = pipeline?.facts.sources.values.compactMap(\.lastAttempt).max()
        resumeSchedules()
        await resumeOutbox(servedUntil: polled ?? parts.clock.now)
        await attend()
        for id in parts.sources.map(\.source.id) {
            guard let due = banks[id]?.due, due > parts.clock.now else { continue }
            parts.observer(.resumed(source: id, nextSlot: due))
        }
        await startPolls(post)
        var timer = armTimer(post)
        defer {
            timer?.cancel()
            for bank in banks.values { bank.cancel() }
        }
        for await trigger in triggers {
            timer?.cancel()
            await noteClockStep()
            guard await handle(trigger, post) else { return }
            timer = armTimer(post)
        }
    }

    /// Continues the slots of banks that count reads, so that restarts do not use them up.
    private mutating func resumeSchedules() {
        for id in parts.sources.filter(\.isRationed).map(\.source.id) {
            guard let known = pipeline?.facts.sources[id] else { continue }
            banks[id]?.resume(after: known, at: parts.clock.now)
        }
    }

    /// Handles a trigger; returns false if the watcher is to end.
    private mutating func handle(_ trigger: WatchTrigger, _ post: @escaping Post) async -> Bool {
        switch trigger {
        case .stop:
            parts.observer(.stopped(at: parts.clock.now))
            return false
        case .reload:
            await reloadRules(force: true)
            await attend()
        case .command, .undelivered: await attend()
        case .poll:
            for id in banks.keys { banks[id]?.hasten(at: parts.clock.now) }
            if await !startPolls(post) { await attend() }
        case .timer:
            retryAt = nil
            await commitAnswers()
            await fireDue()
            await reviewDuringPauses()
            if let rulesDue, rulesDue <= parts.clock.now { await reloadRules(force: false) }
            if await !startPolls(post) { await attend() }
        case .slow(let source):
            banks[source]?.noteSlow()
            await endCycleIfAllAnswered()
        case .answered(let snapshot):
            await finishPoll(snapshot)
            await attend()
        }
        return true
    }

    /// Arms a timer for the next deadline, unless a bank that was just asked may answer any moment.
    private mutating func armTimer(_ post: @escaping Post) -> Task<Void, Never>? {
        guard !banks.values.contains(where: \.isFresh) else { return nil }
        let instant = nextWake(after: parts.clock.now)
        parts.observer(.waiting(until: instant))
        return Task { [clock = parts.clock] in
            do { try await clock.sleep(until: instant) } catch { return }
            post(.timer)
        }
    }

    private mutating func nextWake(after now: Date) -> Date {
        let idle = banks.values.filter { !$0.isRunning }
        let slots = idle.map(\.due) + (rules.readsAge ? idle.compactMap(\.review) : [])
        let due = [slots.min(), pipeline?.nextDue(after: now), abandonAt, rulesDue]
        let next = due.compactMap { $0 }.min() ?? now.addingTimeInterval(3_600)
        guard hasOverdue(at: now) || !uncommitted.isEmpty else {
            retryAt = nil
            return next
        }
        let instant = min(retryAt ?? .distantFuture, now.addingTimeInterval(Self.retryDelay))
        retryAt = instant
        return min(next, instant)
    }

    /// Plans polls and deliveries again after the wall clock was set; nothing fires because of it
    /// (RL-35).
    private mutating func noteClockStep() async {
        guard let step = steps.check(parts.clock) else { return }
        await resumeOutbox(servedUntil: parts.clock.now.addingTimeInterval(-step))
        for polled in parts.sources {
            banks[polled.source.id]?.noteClockStep(
                step, to: parts.clock.now, isRationed: polled.isRationed)
        }
        reports.append(SelfAlertReport(WatchTexts.clockStepped(step, in: language)))
        parts.observer(.clockStepped(by: step, count: steps.count))
    }

    /// Plans deliveries again after a start or a clock jump (D83).
    private func resumeOutbox(servedUntil: Date) async {
        do {
            try await parts.store.resumeOutbox(at: parts.clock.now, servedUntil: servedUntil)
            for bell in dispatchWakeUps { bell.post() }
        } catch { parts.observer(.storeFailed(error)) }
    }
}

// Committing.
extension Watcher {
    /// Reconciles, evaluates and decides an answer, and commits what follows.
    ///
    /// - Returns: what was committed.
    mutating func commit(_ snapshot: Snapshot) async throws(StoreError) -> CycleCommit {
        if pipeline?.isAhead(of: snapshot.observedAt) ?? false { forgetPipeline() }
        var current = try await currentPipeline()
        // From here on the sums of `current` run ahead of the store until the commit succeeds.
        forgetPipeline()
        let input = try await parts.store.reconciliationInput(for: snapshot)
        if rules.readsChannels { current.observe(try await parts.store.failingChannels()) }
        let outcome = current.process(
            snapshot, with: input, awaited: awaited.subtracting([snapshot.source]))
        try await parts.store.commit(outcome.commit)
        accept(outcome, in: &current)
        firedUntil = snapshot.observedAt
        return outcome.commit
    }

    /// Commits the pipeline's proposal, unless it is empty.
    mutating func commit(_ propose: (inout Pipeline) -> CycleOutcome) async throws(StoreError) {
        var current = try await currentPipeline()
        let outcome = propose(&current)
        guard !outcome.isEmpty else { return }
        try await parts.store.commit(outcome.commit)
        accept(outcome, in: &current)
    }

    /// Makes a committed proposal the state in memory, and wakes the channels.
    private mutating func accept(_ outcome: CycleOutcome, in current: inout Pipeline) {
        current.accept(outcome)
        pipeline = current
        for notification in outcome.notifications { parts.observer(.notified(notification)) }
        if outcome.wakesChannels { for bell in dispatchWakeUps { bell.post() } }
    }

    /// Discards the pipeline, so that the next cycle makes it again; its accounts are kept for the
    /// polls.
    mutating func forgetPipeline() {
        if let pipeline { knownAccounts = pipeline.facts.accounts }
        pipeline = nil
    }

    /// The pipeline, made from the store if there is none.
    mutating func currentPipeline() async throws(StoreError) -> Pipeline {
        if let pipeline { return pipeline }
        let made = try await makePipeline()
        pipeline = made
        return made
    }

    private func makePipeline() async throws(StoreError) -> Pipeline {
        try await parts.builder.pipeline(for: rules, store: parts.store, at: parts.clock.now)
    }
}

// Deadlines that pass without a new fact.
extension Watcher {
    /// Fires the overdue deadlines, and once a day removes rows that are no longer needed.
    private mutating func fireDue() async {
        let now = parts.clock.now
        do {
            if fellDue(at: now) {
                try await commit { $0.fireDue(at: now) }
                firedUntil = now
            }
        } catch { parts.observer(.storeFailed(error)) }
        await maintain(at: now)
    }

    /// Evaluates the rules at the usual slots of banks that asked for a pause: their figures become
    /// older meanwhile.
    private mutating func reviewDuringPauses() async {
        guard rules.readsAge else { return }
        let now = parts.clock.now
        let paused = banks.filter { !$1.isRunning && $1.review.map { $0 <= now } ?? false }.keys
        guard !paused.isEmpty else { return }
        for source in paused { banks[source]?.planReview(after: now) }
        do {
            try await commit { $0.review(at: now) }
            firedUntil = now
        } catch { parts.observer(.storeFailed(error)) }
    }

    /// Removes rows that are no longer needed, once a day; a failure is reported and tried again
    /// the next day.
    private mutating func maintain(at now: Date) async {
        let today = CalendarDay(of: now, in: parts.builder.zone)
        guard maintainedOn != today else { return }
        maintainedOn = today
        do {
            try await commit { $0.maintain(at: now) }
            if let instant = pipeline?.outboxNeeded(at: now) {
                try await parts.store.forgetOutbox(before: instant)
            }
        } catch { parts.observer(.storeFailed(error)) }
    }

    /// Whether a deadline passed since deadlines were last fired, or none were fired yet.
    private mutating func fellDue(at now: Date) -> Bool {
        guard pipeline != nil, let firedUntil, firedUntil <= now else { return true }
        return hasOverdue(at: now)
    }

    /// Whether a deadline passed that is known not to have been fired.
    private mutating func hasOverdue(at now: Date) -> Bool {
        guard let firedUntil, firedUntil <= now else { return false }
        return pipeline?.nextDue(after: firedUntil).map { $0 <= now } ?? false
    }
}
