import Alerts
import Finance
import Foundation
import Rules

// The polls: each bank in a task of its own.
extension Watcher {
    /// Starts a poll of every bank that is due and has no poll under way; returns whether any poll
    /// is under way.
    @discardableResult
    mutating func startPolls(_ post: @escaping Post) async -> Bool {
        let now = parts.clock.now
        let due = parts.sources.filter { banks[$0.source.id]?.isDue(at: now) ?? true }
        guard !due.isEmpty else { return false }
        await reloadRules(force: false)
        for polled in due {
            let (source, request) = (polled.source, request(for: polled.source.id))
            let limits = PollLimits(request, of: parts)
            let task = Task {
                let snapshot = await limits.answer(of: source, request) {
                    post(.slow(source: source.id))
                }
                if !Task.isCancelled { post(.answered(snapshot)) }
            }
            banks[source.id]?.begin(task)
        }
        return true
    }

    mutating func finishPoll(_ snapshot: Snapshot) async {
        _ = await take(snapshot)
        isCycleOpen = true
        await endCycleIfAllAnswered()
    }

    /// Commits the answers whose commit failed before, without asking their banks again.
    mutating func commitAnswers() async {
        let now = parts.clock.now
        // A newer answer, which is due or under way, takes the place of the old one.
        let left = uncommitted.filter { source, _ in
            banks[source].map { !$0.isRunning && $0.due > now } ?? false
        }
        guard !left.isEmpty else { return }
        for (_, snapshot) in left.sorted(by: { $0.key < $1.key }) {
            _ = await take(snapshot, missed: 0)
        }
        isCycleOpen = true
        await endCycleIfAllAnswered()
    }

    /// Ends the cycle unless a bank that was asked at the same time may answer any moment.
    mutating func endCycleIfAllAnswered() async {
        guard isCycleOpen, !banks.values.contains(where: \.isFresh) else { return }
        isCycleOpen = false
        await endCycle()
    }

    /// Does one cycle over all banks, whatever their slots say.
    ///
    /// - Returns: the reports of the polls, in the order in which the banks answered.
    public mutating func cycleOnce() async -> [PollReport] {
        await attend()
        await reloadRules(force: false)
        var reports: [PollReport] = []
        await withTaskGroup(of: Snapshot.self) { group in
            for polled in parts.sources {
                let request = request(for: polled.source.id)
                let limits = PollLimits(request, of: parts)
                group.addTask { await limits.answer(of: polled.source, request) {} }
            }
            awaited = Set(parts.sources.map(\.source.id))
            for await snapshot in group {
                reports.append(await take(snapshot))
                awaited.remove(snapshot.source)
            }
        }
        await endCycle()
        // The reports on cards and answers have no later cycle to be sent with.
        let ofBanks: [SelfAlert.Topic] = [.cardExpiring, .answersIncomplete]
        if self.reports.contains(where: { ofBanks.contains($0.selfAlert.topic) }) { await attend() }
        return reports
    }

    /// Reconciles, evaluates, decides and commits an answer.
    private mutating func take(_ answer: Snapshot) async -> PollReport {
        let snapshot = answer.keepable()
        let missed = banks[snapshot.source]?.advance(after: snapshot, now: parts.clock.now)
        return await take(snapshot, missed: missed ?? 0)
    }

    private mutating func take(_ snapshot: Snapshot, missed: Int) async -> PollReport {
        let now = parts.clock.now
        uncommitted[snapshot.source] = nil
        var committed: CycleCommit?
        do {
            committed = try await commit(snapshot)
            if let cards = snapshot.cards { note(cards, of: snapshot.source) }
            noteWhatIsMissing(from: snapshot.source)
        } catch {
            uncommitted[snapshot.source] = snapshot
            parts.observer(.storeFailed(error))
        }
        let doubted = snapshot.accounts.filter {
            committed?.reconciliation?.doubted.contains($0.details.id) ?? false
        }
        // Rows that need confirmation are worth no more than a partial answer (D70).
        let outcome = doubted.isEmpty ? snapshot.outcome : .partial
        let isComplete = committed != nil && outcome == .complete
        banks[snapshot.source]?.end(
            isComplete: isComplete, doubted: Set(doubted.map(\.details.bankAccountID)), at: now)
        let report = PollReport(
            source: snapshot.source, at: snapshot.observedAt, outcome: outcome,
            shortfalls: snapshot.shortfalls
                + (committed == nil ? [] : remarks(on: snapshot, doubted: doubted)),
            known: pipeline?.facts.accounts ?? knownAccounts,
            changedTransactions: committed?.reconciliation?.changes.transactions.count ?? 0,
            isCommitted: committed != nil, isCompleteCycle: isComplete, missedSlots: missed,
            nextSlot: banks[snapshot.source]?.due)
        parts.observer(.polled(report))
        return report
    }

    /// The remarks on an answer that follow from the stored accounts.
    ///
    /// They name accounts whose rows need confirmation, and accounts that are counted twice because
    /// another bank or a former id of theirs is known too.
    private func remarks(on snapshot: Snapshot, doubted: [AccountObservation]) -> [SourceFailure] {
        var found = doubted.map { WatchTexts.missingRows(of: $0.details.displayName) }
        guard let facts = pipeline?.facts else { return found }
        let shared = facts.sharedAccounts
        for account in snapshot.accounts {
            guard let banks = shared[account.details.id] else { continue }
            let name = account.details.displayName
            found.append(WatchTexts.readTwice(name, through: banks).asRemark)
        }
        for account in facts.renewedAccounts(in: snapshot) {
            let name = account.details.displayName
            found.append(WatchTexts.renewed(name, at: snapshot.source).asRemark)
        }
        return found
    }

    /// Reports how all banks are doing, for the heartbeat, and checks new rules after their first
    /// complete cycle.
    private mutating func endCycle() async {
        let now = parts.clock.now
        let isComplete = banks.values.allSatisfy { $0.isGood(at: now) }
        let late = try? await parts.lateChannels(among: parts.waitingChannels())
        parts.observer(.cycled(isComplete: isComplete && late?.isEmpty == true))
        if isComplete { await checkRulesOnce() }
    }

    /// Reports a bank whose answers have lacked something for a day, and one that is whole again.
    private mutating func noteWhatIsMissing(from source: String) {
        guard let pipeline, let facts = pipeline.facts.sources[source] else { return }
        let report = IncompleteAnswers.report(
            of: facts, known: Array(pipeline.ledger.selfAlerts.values), at: parts.clock.now,
            in: language)
        if let report { reports.append(report) }
    }

    /// Reports cards that expire within 30 days, and clears the reports of those replaced.
    private mutating func note(_ cards: [PaymentCard], of source: String) {
        let known = pipeline.map { Array($0.ledger.selfAlerts.values) } ?? []
        reports += CardWarnings.reports(
            cards, of: source, today: CalendarDay(of: parts.clock.now, in: parts.builder.zone),
            known: known, in: language)
    }

    /// What to ask of a bank, as its known accounts require.
    private func request(for source: String) -> FetchRequest {
        let zone = parts.builder.zone
        let accounts = (pipeline?.facts.accounts ?? knownAccounts).values
        var known: [String: CalendarDay] = [:]
        var first: [String: CalendarDay] = [:]
        var cards: Set<String> = []
        var currencies: [String: Currency] = [:]
        for account in accounts where account.account.institutionName == source {
            guard let completeAt = account.completeAt else { continue }
            known[account.account.bankAccountID] = CalendarDay(of: completeAt, in: zone)
            first[account.account.bankAccountID] = account.history(in: zone)
            currencies[account.account.bankAccountID] = account.account.currency
            if account.account.liabilityAccount != nil {
                cards.insert(account.account.bankAccountID)
            }
        }
        return FetchRequest(
            knownThrough: known, knownFrom: first, cards: cards, currencies: currencies,
            doubted: banks[source]?.doubted ?? [], includesScheduled: rules.readsScheduledItems)
    }
}

/// How long one poll may take (D84), in monotonic time.
struct PollLimits: Sendable {
    private let deadline: Duration
    private let slowAfter: Duration
    private let clock: any WallClock

    /// The factor by which the first read of a bank may take longer than a usual poll.
    private static let firstReadFactor = 10

    /// The limits of a poll; larger for a bank that has never been read.
    init(_ request: FetchRequest, of parts: WatchParts) {
        let usual = parts.pollDeadline
        deadline = request.knownThrough.isEmpty ? usual * Self.firstReadFactor : usual
        slowAfter = min(parts.slowAfter, deadline)
        clock = parts.clock
    }

    /// Polls a bank, and cancels a poll that takes too long.
    ///
    /// - Parameter isSlow: called once if the answer takes longer than a moment.
    func answer(
        of source: any BankSource, _ request: FetchRequest, isSlow: @escaping @Sendable () -> Void
    ) async -> Snapshot {
        await withTaskGroup(of: Snapshot?.self) { group in
            group.addTask { await source.fetch(request) }
            group.addTask { [deadline, slowAfter] in
                try? await Task.sleep(for: slowAfter)
                guard !Task.isCancelled else { return nil }
                isSlow()
                try? await Task.sleep(for: deadline - slowAfter)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            let ended = await group.next() ?? nil
            return overdue(ended, of: source.id)
        }
    }

    /// The answer of a cancelled poll: what the source had read, else a failure that says so.
    private func overdue(_ answer: Snapshot?, of source: String) -> Snapshot {
        if let answer, case .partial = answer.outcome { return answer }
        return Snapshot(
            source: source, observedAt: answer?.observedAt ?? clock.now,
            failure: SourceFailure(
                kind: .timedOut,
                problem:
                    "the bank took longer than \(Int(deadline / .seconds(1))) seconds for one poll",
                fix: "nothing if it passes; the next poll follows"))
    }
}
