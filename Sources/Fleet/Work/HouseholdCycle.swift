import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// One household between two commits, evaluated as in `replay`.
struct HouseholdCycle: Sendable {
    private(set) var version: Int64
    let rules: DocumentHash
    let settings: DocumentHash
    private var replayer: Replayer
    private var keys: RecentKeys
    private var imageSize: Int

    /// The approximate bytes of memory it takes: 96 kB were measured for an image of 22.5 kB.
    var size: Int { 4 * imageSize + 4_096 }

    /// Continues from an image; `nil` is a new household.
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

    /// The state to store, without rows that are no longer needed.
    mutating func image(at now: Date) throws(HouseholdFault) -> [UInt8] {
        replayer.forget(at: now)
        return try HouseholdImage(state: replayer.state, clock: replayer.clock, keys: keys).bytes()
    }

    /// Processes the waiting lines, then overdue deadlines; returns what is to be committed.
    ///
    /// Lines that were not begun at `end` keep waiting, and the deadlines with them.
    mutating func take(
        _ load: HouseholdLoad, until end: ContinuousClock.Instant
    ) throws(HouseholdFault) -> HouseholdCommit {
        let now = load.claim.at
        var commit = HouseholdCommit(claim: load.claim)
        commit.language = replayer.builder.policy.language
        var isQuiet = load.inbox.isEmpty
        for line in load.inbox where commit.consumed == 0 || ContinuousClock.now < end {
            take(line, at: now, &commit)
        }
        let isWhole = commit.consumed == load.inbox.last?.number ?? 0
        let clock = isWhole ? replayer.clock : nil
        if let clock, let due = replayer.nextDue(after: clock), due <= now {
            let late = replayer.commit(dueAt: now)
            isQuiet = isQuiet && late.alerts.isEmpty
            commit.outbox.append(late.outbox)
        }
        commit.nextDue = replayer.nextDue(after: now)
        guard !isQuiet else { return commit }
        let image = try image(at: now)
        (commit.image, imageSize, version) = (image, image.count, version + 1)
        return commit
    }

    private mutating func take(_ line: InboxLine, at now: Date, _ commit: inout HouseholdCommit) {
        commit.consumed = line.number
        guard !line.bytes.isEmpty else {
            commit.problem = "line '\(line.key)' is damaged in the database; feed it again"
            return
        }
        guard keys.insert(line.key) else { return }
        do throws(RecordingError) {
            let read = try SnapshotLineReader().snapshot(line.bytes, number: 1)
            let (facts, zone) = (replayer.state.facts, replayer.builder.zone)
            guard let snapshot = read.placed(in: facts, at: now, zone) else { return }
            pass(to: snapshot.observedAt, &commit)
            commit.outbox += replayer.commits(of: snapshot).map(\.outbox)
        } catch { commit.problem = error.text(file: "line '\(line.key)'") }
    }

    /// Fires the deadlines of a gap at once if it is longer than any feed leaves between two lines.
    ///
    /// They fire as in a program that was late, not each at its own time.
    private mutating func pass(to instant: Date, _ commit: inout HouseholdCommit) {
        let longestGap = 100 * 86_400.0
        guard let clock = replayer.clock, instant.timeIntervalSince(clock) > longestGap,
            let due = replayer.nextDue(after: clock), due < instant
        else { return }
        commit.outbox.append(replayer.commit(dueAt: instant).outbox)
    }
}
