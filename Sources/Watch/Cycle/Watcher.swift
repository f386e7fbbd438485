public import Alerts
import Finance
import Foundation
public import Rules

/// The loop: poll, reconcile, evaluate, decide, commit, wake the channels.
///
/// Cycles never overlap. Banks that are due at the same time are asked at the same time, and their
/// answers are committed one after the other. Trouble of any part ends a cycle, never the loop.
public struct Watcher: Sendable {
    /// What it works with.
    private(set) var parts: WatchParts
    private let dispatchWakeUps: [WakeUps]
    private var rules: RuleSet
    private var pipeline: Pipeline?
    /// What is to be told of the program itself with the next commit that works.
    private var reports: [TroubleReport] = []
    private var steps: ClockSteps
    /// The accounts as they were when the pipeline was last given up.
    private var knownAccounts: [UUID: AccountFacts] = [:]
    private var polls: [String: PollPlan] = [:]
    private var tidiedOn: CalendarDay?
    /// Up to when everything that fell due was played.
    private var playedUntil: Date?
    private var needsStoreCheck = true
    /// When what waits for channels that a reload took away is given up.
    private var abandonAt: Date?

    /// Makes a watcher with rules that have been checked; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - rules: the rules in force until the source of rules brings others.
    ///   - wakeUps: rung after every commit that added entries to the outbox.
    public init(parts: WatchParts, rules: RuleSet, wakeUps: [WakeUps]) {
        self.parts = parts
        self.rules = rules
        dispatchWakeUps = wakeUps
        steps = ClockSteps(parts.clock)
        let now = parts.clock.now
        for polled in parts.sources {
            polls[polled.source.id] = PollPlan(start: now, interval: polled.interval)
        }
    }

    /// Reads the state from the store, so that an unusable store is known before the first poll.
    public mutating func start() async throws(StoreError) {
        try await parts.abandonLostChannels()
        pipeline = try await makePipeline()
        reports.append(TroubleReport(WatchTexts.rulesRejected(""), isOver: true))
        parts.observer(.started(rules: rules.writtenCount, at: parts.clock.now))
    }

    /// Does one cycle over all banks, whatever their slots say.
    ///
    /// - Returns: the reports of the polls, in the order in which the banks answered.
    public mutating func cycleOnce() async -> [PollReport] {
        await attend()
        await reloadRules(force: false)
        let polled = await cycle(over: parts.sources)
        // What the answers said of cards has no later cycle to be told with.
        if reports.contains(where: { $0.trouble.topic == .cardExpiring }) { await attend() }
        return polled
    }

    /// Does what people asked for and tells what channels did not take.
    public mutating func attend() async {
        do {
            try await followInstructions()
            try await abandonWhatIsLost()
            try await reportUndelivered()
            try await tellReports()
        } catch {
            parts.observer(.storeFailed(error))
        }
    }

    /// Runs until a ``WatchTrigger/stop`` comes, or the stream of triggers ends.
    public mutating func run(triggers: AsyncStream<WatchTrigger>, post: @escaping Post) async {
        // The last poll is the last sign that the watcher ran.
        let polled = pipeline?.facts.sources.values.compactMap(\.lastAttempt).max()
        await resumeOutbox(servedUntil: polled ?? parts.clock.now)
        await attend()
        await pollWhatIsDue()
        var timer = armTimer(post)
        defer { timer.cancel() }
        for await trigger in triggers {
            timer.cancel()
            await noteClockStep()
            switch trigger {
            case .stop:
                parts.observer(.stopped(at: parts.clock.now))
                return
            case .reload:
                await reloadRules(force: true)
                await attend()
            case .instruction, .undelivered:
                await attend()
            case .timer:
                await playDue()
                await pollWhatIsDue()
                await attend()
            }
            timer = armTimer(post)
        }
    }

    /// Posts a trigger into the stream that ``run(triggers:post:)`` listens to.
    public typealias Post = @Sendable (WatchTrigger) -> Void

    private mutating func pollWhatIsDue() async {
        let now = parts.clock.now
        let due = parts.sources.filter { (polls[$0.source.id]?.due ?? now) <= now }
        guard !due.isEmpty else { return }
        await reloadRules(force: false)
        _ = await cycle(over: due)
    }

    private mutating func cycle(over sources: [WatchParts.PolledSource]) async -> [PollReport] {
        var requests: [(any BankSource, FetchRequest)] = []
        for polled in sources {
            requests.append((polled.source, request(for: polled.source.id)))
        }
        let reports = await answers(to: requests)
        let isComplete = reports.allSatisfy(\.isCompleteCycle)
        let late = try? await parts.lateChannels()
        parts.observer(.cycled(isComplete: isComplete && late?.isEmpty == true))
        if isComplete { await checkRulesOnce() }
        return reports
    }

    /// Asks banks at the same time, and takes in one answer after the other.
    private mutating func answers(
        to requests: [(any BankSource, FetchRequest)]
    ) async -> [PollReport] {
        if requests.count == 1, let (source, request) = requests.first {
            return [await take(await source.fetch(request))]
        }
        var reports: [PollReport] = []
        await withTaskGroup(of: Snapshot.self) { group in
            for (source, request) in requests {
                group.addTask { await source.fetch(request) }
            }
            for await snapshot in group {
                reports.append(await take(snapshot))
            }
        }
        return reports
    }

    /// Holds new rules against accounts and history, after the first complete cycle with them.
    private mutating func checkRulesOnce() async {
        guard needsStoreCheck, let pipeline else { return }
        needsStoreCheck = false
        let today = CalendarDay(of: parts.clock.now, in: parts.builder.zone)
        let history = try? await parts.store.transactions(since: today.adding(months: -12))
        let findings = await parts.rules.findings(
            facts: pipeline.facts, transactions: history ?? [],
            bindings: pipeline.ledger.bindings)
        if !findings.isEmpty { parts.observer(.rulesDoubtful(findings)) }
    }

    private mutating func take(_ snapshot: Snapshot) async -> PollReport {
        let now = parts.clock.now
        let missed = polls[snapshot.source]?.advance(after: snapshot, now: now)
        var changed = 0
        var isCommitted = false
        do {
            changed = try await commit(snapshot)
            isCommitted = true
            if let cards = snapshot.cards { note(cards, of: snapshot.source) }
        } catch {
            pipeline = nil
            parts.observer(.storeFailed(error))
        }
        let report = PollReport(
            source: snapshot.source, at: snapshot.observedAt, outcome: snapshot.outcome,
            shortfalls: snapshot.shortfalls,
            known: pipeline?.facts.accounts ?? knownAccounts,
            changedTransactions: changed, isCommitted: isCommitted,
            isCompleteCycle: isCommitted && snapshot.outcome == .complete,
            missedSlots: missed ?? 0, nextSlot: polls[snapshot.source]?.due)
        parts.observer(.polled(report))
        return report
    }

    /// Has cards told that are about to expire, and those no longer that were.
    private mutating func note(_ cards: [PaymentCard], of source: String) {
        let known = pipeline.map { Array($0.ledger.troubles.values) } ?? []
        reports += CardWarnings.reports(
            cards, of: source, today: CalendarDay(of: parts.clock.now, in: parts.builder.zone),
            known: known)
    }

    private mutating func commit(_ snapshot: Snapshot) async throws(StoreError) -> Int {
        if pipeline?.isAhead(of: snapshot.observedAt) ?? false { forgetPipeline() }
        var current = try await currentPipeline()
        // From here on the sums of `current` run ahead of the store until the commit succeeds.
        forgetPipeline()
        let holdings = try await parts.store.holdings(for: snapshot)
        if rules.readsChannels { current.observe(try await parts.store.failingChannels()) }
        let outcome = current.process(snapshot, with: holdings)
        try await parts.store.commit(outcome.commit)
        settle(outcome, in: &current)
        playedUntil = snapshot.observedAt
        return outcome.changes.transactions.count
    }

    /// Plays what fell due, and once a day forgets what is too old to matter.
    private mutating func playDue() async {
        let now = parts.clock.now
        let today = CalendarDay(of: now, in: parts.builder.zone)
        do {
            if fellDue(at: now) {
                playedUntil = now
                try await commit { $0.playDue(at: now) }
            }
            guard tidiedOn != today else { return }
            try await commit { $0.tidy(at: now) }
            if let instant = pipeline?.outboxNeeded(at: now) {
                try await parts.store.forgetOutbox(before: instant)
            }
            tidiedOn = today
        } catch {
            parts.observer(.storeFailed(error))
        }
    }

    /// Whether something fell due since due instants were last played, or nobody knows.
    private mutating func fellDue(at now: Date) -> Bool {
        guard pipeline != nil, let playedUntil, playedUntil <= now else { return true }
        return pipeline?.nextDue(after: playedUntil).map { $0 <= now } ?? false
    }

    private mutating func commit(
        _ propose: (Pipeline) -> CycleOutcome
    ) async throws(StoreError) {
        var current = try await currentPipeline()
        let outcome = propose(current)
        guard !outcome.isEmpty else { return }
        try await parts.store.commit(outcome.commit)
        settle(outcome, in: &current)
    }

    private mutating func settle(_ outcome: CycleOutcome, in current: inout Pipeline) {
        current.accept(outcome)
        pipeline = current
        for notice in outcome.decision.notices { parts.observer(.noticed(notice)) }
        if outcome.wakesChannels { for bell in dispatchWakeUps { bell.post() } }
    }

    /// Does what people asked for.
    private mutating func followInstructions() async throws(StoreError) {
        let instructions = try await parts.store.instructions()
        guard !instructions.isEmpty else { return }
        let now = parts.clock.now
        try await commit { $0.obey(instructions, at: now) }
    }

    /// Tells elsewhere what a channel did not take, and when it takes notices again.
    private mutating func reportUndelivered() async throws(StoreError) {
        let entries = try await parts.store.unreported(limit: 500)
        let failing = try await currentPipeline().ledger.troubles.values
            .filter { $0.trouble.topic == .deliveryFailing }
        let waiting = try await parts.waitingChannels()
        // Who has a rule of their own on it is told by that.
        let late = rules.readsChannels ? [] : try await parts.lateChannels(among: waiting)
        guard !(entries.isEmpty && failing.isEmpty && late.isEmpty) else {
            return
        }
        var found = UndeliveredReports.reports(entries, late: late, known: failing)
        let lost = Set(entries.map(\.channel))
        found += try await parts.endedReports(
            on: failing.filter { !lost.contains($0.trouble.name) }, waiting: Set(waiting.keys),
            used: Set(rules.rules.flatMap(\.notify)))
        let (now, keys) = (parts.clock.now, entries.map(\.key))
        try await commit { [found] in $0.take(found, reported: keys, at: now) }
    }

    private mutating func tellReports() async throws(StoreError) {
        guard !reports.isEmpty else { return }
        let now = parts.clock.now
        try await commit { [reports] in $0.take(reports, at: now) }
        reports = []
    }

    /// Plans anew after the wall clock was set; nothing fires because of it (RL-35).
    private mutating func noteClockStep() async {
        guard let step = steps.check(parts.clock) else { return }
        let now = parts.clock.now
        await resumeOutbox(servedUntil: now.addingTimeInterval(-step))
        for polled in parts.sources {
            polls[polled.source.id] = PollPlan(start: now, interval: polled.interval)
        }
        reports.append(TroubleReport(WatchTexts.clockStepped(step)))
        parts.observer(.clockStepped(by: step, count: steps.count))
    }

    /// Plans deliveries after a start or a step of the clock (D83).
    private func resumeOutbox(servedUntil: Date) async {
        do {
            try await parts.store.resumeOutbox(at: parts.clock.now, servedUntil: servedUntil)
            for bell in dispatchWakeUps { bell.post() }
        } catch {
            parts.observer(.storeFailed(error))
        }
    }

    private mutating func reloadRules(force: Bool) async {
        switch await parts.rules.load(force: force) {
        case .unchanged:
            break
        case .rejected(let findings):
            reports.append(TroubleReport(WatchTexts.rulesRejected(findings)))
            parts.observer(.rulesRejected(findings))
        case .loaded(let loaded, let findings):
            rules = loaded
            reports.append(TroubleReport(WatchTexts.rulesRejected(""), isOver: true))
            needsStoreCheck = true
            forgetPipeline()
            parts.observer(.rulesLoaded(count: loaded.writtenCount, findings: findings))
            await adoptSurroundings()
        }
    }

    /// Takes over what changed around the rules; what waits for a channel that stays away is told
    /// elsewhere.
    private mutating func adoptSurroundings() async {
        guard let surroundings = await parts.rules.surroundings() else { return }
        parts.builder = parts.builder.adopting(surroundings)
        parts.channels = surroundings.channels
        abandonAt = parts.clock.now.addingTimeInterval(WatchParts.gracePeriod)
    }

    private mutating func abandonWhatIsLost() async throws(StoreError) {
        guard let instant = abandonAt, instant <= parts.clock.now else { return }
        try await parts.abandonLostChannels()
        abandonAt = nil
    }

    /// Has the next cycle make the pipeline anew; what banks are asked for stays the same.
    private mutating func forgetPipeline() {
        if let pipeline { knownAccounts = pipeline.facts.accounts }
        pipeline = nil
    }

    private mutating func currentPipeline() async throws(StoreError) -> Pipeline {
        if let pipeline { return pipeline }
        let made = try await makePipeline()
        pipeline = made
        return made
    }

    private func makePipeline() async throws(StoreError) -> Pipeline {
        try await parts.builder.pipeline(
            for: rules, store: parts.store, at: parts.clock.now)
    }

    /// What is wanted of a bank, from what is known of its accounts.
    private func request(for source: String) -> FetchRequest {
        let zone = parts.builder.zone
        var known: [String: CalendarDay] = [:]
        var first: [String: CalendarDay] = [:]
        for account in accounts(of: source) {
            guard let completeAt = account.completeAt else { continue }
            known[account.account.bankAccountID] = CalendarDay(of: completeAt, in: zone)
            first[account.account.bankAccountID] = account.history(in: zone)
        }
        return FetchRequest(
            knownThrough: known, knownFrom: first, includesScheduled: rules.readsScheduledItems)
    }

    private func accounts(of source: String) -> [AccountFacts] {
        (pipeline?.facts.accounts ?? knownAccounts).values
            .filter { $0.account.institutionName == source }
    }

    private mutating func armTimer(_ post: @escaping Post) -> Task<Void, Never> {
        let now = parts.clock.now
        let due = [polls.values.map(\.due).min(), pipeline?.nextDue(after: now), abandonAt]
        let instant = due.compactMap { $0 }.min() ?? now.addingTimeInterval(3_600)
        parts.observer(.waiting(until: instant))
        return Task { [clock = parts.clock] in
            do { try await clock.sleep(until: instant) } catch { return }
            post(.timer)
        }
    }
}
