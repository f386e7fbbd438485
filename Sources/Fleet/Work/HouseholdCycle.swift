import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// One household between two commits: lines in, notifications and an image out, by the evaluation of `replay`.
struct HouseholdCycle: Sendable {
    /// The version of its last commit.
    private(set) var version: Int64
    let rules: DocumentHash
    let settings: DocumentHash
    private var replayer: Replayer
    private var keys: RecentKeys
    private var imageSize: Int

    /// How many bytes of memory it takes, about: 96 kB were measured for an image of 22.5 kB.
    var size: Int { 4 * imageSize + 4_096 }

    /// Goes on from an image; `nil` is a new household.
    init(
        _ load: HouseholdLoad, image bytes: [UInt8]?, parts: HouseholdParts, scope: String
    ) throws(HouseholdFault) {
        let image = try HouseholdImage(bytes)
        (version, rules, settings) = (load.claim.version, load.rules, load.settings)
        (keys, imageSize) = (image.keys, bytes?.count ?? 0)
        replayer = Replayer(
            rules: parts.rules, builder: parts.builder.naming(household: scope), state: image.state,
            clock: image.clock)
    }

    /// The state to store, without what nothing needs any more.
    mutating func image(at now: Date) -> [UInt8] {
        replayer.forget(at: now)
        return HouseholdImage(state: replayer.state, clock: replayer.clock, keys: keys).bytes
    }

    /// Takes in what waits, then what has fallen due; gives what is to be written.
    mutating func take(_ load: HouseholdLoad) -> HouseholdCommit {
        let now = load.claim.at
        var commit = HouseholdCommit(claim: load.claim)
        commit.language = replayer.builder.policy.language
        var isQuiet = load.inbox.isEmpty
        for line in load.inbox { take(line, at: now, &commit) }
        if let clock = replayer.clock, let due = replayer.nextDue(after: clock), due <= now {
            let late = replayer.commit(dueAt: now)
            isQuiet = isQuiet && late.alerts.isEmpty
            commit.outbox.append(late.outbox)
        }
        commit.nextDue = replayer.nextDue(after: now)
        guard !isQuiet else { return commit }
        let image = image(at: now)
        (commit.image, imageSize, version) = (image, image.count, version + 1)
        return commit
    }

    private mutating func take(_ line: InboxLine, at now: Date, _ commit: inout HouseholdCommit) {
        commit.consumed = line.number
        guard keys.insert(line.key) else { return }
        do throws(RecordingError) {
            let snapshot = try SnapshotLineReader().snapshot(line.bytes, number: 1)
            guard let snapshot = placed(snapshot.keepable(), at: now) else { return }
            pass(to: snapshot.observedAt, &commit)
            commit.outbox += replayer.commits(of: snapshot).map(\.outbox)
        } catch {
            commit.problem = error.text(file: "line '\(line.key)'")
        }
    }

    /// Lets so much time pass at once as no feed leaves between two lines: what fell due is committed as by
    /// a program that was late, not each at its own time.
    private mutating func pass(to instant: Date, _ commit: inout HouseholdCommit) {
        let longestGap = 100 * 86_400.0
        guard let clock = replayer.clock, instant.timeIntervalSince(clock) > longestGap,
            let due = replayer.nextDue(after: clock), due < instant
        else { return }
        commit.outbox.append(replayer.commit(dueAt: instant).outbox)
    }

    /// The snapshot in the household's time; `nil` for a whole answer that a
    /// newer one has overtaken, but not for single rows, which are new however late they come.
    private func placed(_ snapshot: Snapshot, at now: Date) -> Snapshot? {
        let (facts, zone) = (replayer.state.facts, replayer.builder.zone)
        let known = facts.accounts.values.filter { $0.account.institutionName == snapshot.source }
        let byID = Dictionary(known.map { ($0.account.bankAccountID, $0) }) { first, _ in first }
        let last = facts.sources[snapshot.source]?.lastAttempt ?? .distantPast
        let observedAt = min(snapshot.observedAt, now)
        let isSingle = snapshot.outcome == .partial
        guard isSingle || observedAt >= last else { return nil }
        let accounts = snapshot.accounts.map { account in
            isSingle
                ? account.ofSingleRows(
                    at: observedAt, known: byID[account.details.bankAccountID], in: zone)
                : account
        }
        return Snapshot(
            source: snapshot.source, observedAt: max(observedAt, last),
            outcome: isSingle ? .complete : snapshot.outcome, accounts: accounts,
            transactions: snapshot.transactions, scheduled: snapshot.scheduled)
    }
}
