import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// One household between two commits: lines in, notifications and an image out.
///
/// It is the same evaluation that `watch` and `replay` use; only what it starts from and what becomes of
/// its commits differ.
struct HouseholdCycle: Sendable {
    /// What a claim came to.
    struct Outcome: Sendable {
        var outbox: [[OutboxEntry]] = []
        /// The number of the last line that was taken in.
        var consumed: Int64 = 0
        var problem: String?
        /// Whether nothing is to be written.
        var isQuiet = true

        mutating func add(_ commits: [CycleCommit]) {
            outbox += commits.map(\.outbox).filter { !$0.isEmpty }
            isQuiet = isQuiet && commits.allSatisfy(\.alerts.isEmpty)
        }
    }

    private var replayer: Replayer
    private var keys: RecentKeys
    private let zone: TimeZone

    /// Goes on from an image; `nil` is a new household.
    init(image: [UInt8]?, parts: HouseholdParts, scope: String) throws(HouseholdFault) {
        let image = try HouseholdImage(image)
        keys = image.keys
        zone = parts.builder.zone
        replayer = Replayer(
            rules: parts.rules, builder: parts.builder.naming(household: scope), state: image.state,
            clock: image.clock)
    }

    /// The state to store, without what nothing needs any more.
    mutating func image(at now: Date) -> [UInt8] {
        replayer.forget(at: now)
        var image = HouseholdImage()
        image.state = replayer.state
        image.clock = replayer.clock
        image.keys = keys
        return image.bytes
    }

    /// When the household is due again without a line.
    mutating func nextDue(after now: Date) -> Date? { replayer.nextDue(after: now) }

    /// Takes in what waits, then what has fallen due.
    ///
    /// - Parameter now: the engine's time.
    mutating func take(_ inbox: [InboxLine], at now: Date) -> Outcome {
        var outcome = Outcome()
        for line in inbox { take(line, at: now, &outcome) }
        if let clock = replayer.clock, let due = replayer.nextDue(after: clock), due <= now {
            outcome.add([replayer.commit(dueAt: now)])
        }
        return outcome
    }

    private mutating func take(_ line: InboxLine, at now: Date, _ outcome: inout Outcome) {
        outcome.consumed = line.number
        outcome.isQuiet = false
        guard keys.insert(line.key) else { return }
        do throws(RecordingError) {
            let snapshot = try SnapshotLineReader().snapshot(line.bytes, number: 1)
            guard let snapshot = placed(snapshot.keepable(), at: now) else { return }
            pass(to: snapshot.observedAt, &outcome)
            outcome.add(replayer.commits(of: snapshot))
        } catch {
            outcome.problem = error.text(file: "line '\(line.key)'")
        }
    }

    /// Lets so much time pass at once as no feed leaves between two lines: what fell due is committed as by
    /// a program that was late, not each at its own time.
    private mutating func pass(to instant: Date, _ outcome: inout Outcome) {
        guard let clock = replayer.clock,
            .seconds(instant.timeIntervalSince(clock)) > Self.longestGap,
            let due = replayer.nextDue(after: clock), due < instant
        else { return }
        outcome.add([replayer.commit(dueAt: instant)])
    }

    /// A hundred days.
    private static let longestGap = Duration.seconds(100 * 86_400)

    /// The snapshot in the household's time, with the days that it covers; `nil` for a whole answer that a
    /// newer one has overtaken.
    ///
    /// No clock of a feed runs ahead of the engine's. Single rows that come late are new nonetheless.
    private func placed(_ snapshot: Snapshot, at now: Date) -> Snapshot? {
        let facts = replayer.state.facts
        let known = facts.accounts.values.filter { $0.account.institutionName == snapshot.source }
        let byID = Dictionary(known.map { ($0.account.bankAccountID, $0) }) { first, _ in first }
        let last = facts.sources[snapshot.source]?.lastAttempt ?? .distantPast
        let observedAt = min(snapshot.observedAt, now)
        let isSingle = snapshot.outcome == .partial
        guard isSingle || observedAt > last else { return nil }
        var coverage = RecordedCoverage(
            zone: zone, source: snapshot.source,
            seen: byID.mapValues { CalendarDay(of: $0.completeAt ?? $0.freshAt, in: zone) })
        let accounts = snapshot.accounts.map { account in
            isSingle
                ? account.ofSingleRows(
                    at: observedAt, known: byID[account.details.bankAccountID], in: zone)
                : account
        }
        return coverage.filled(
            Snapshot(
                source: snapshot.source, observedAt: max(observedAt, last),
                outcome: isSingle ? .complete : snapshot.outcome, accounts: accounts,
                transactions: snapshot.transactions, scheduled: snapshot.scheduled))
    }
}

extension AccountObservation {
    /// The account as an answer that ends before what is known completely: its rows are added, and none can
    /// be missing from it.
    ///
    /// The first answer of an account is its baseline all the same.
    fileprivate func ofSingleRows(
        at instant: Date, known: AccountFacts?, in zone: TimeZone
    ) -> AccountObservation {
        var account = self
        account.isTransactionListComplete = true
        account.figuresAt = instant
        guard let known, let completeAt = known.completeAt else { return account }
        // Such a line often has no more than the account's identifier.
        account.details = known.account.details
        if case .liability = known.account { account.kind = .liability }
        account.creditLimit = account.creditLimit ?? known.creditLimit
        let day = CalendarDay(of: completeAt, in: zone)
        account.coveredFrom = day
        account.coveredThrough = day.adding(days: -1)
        return account
    }
}
