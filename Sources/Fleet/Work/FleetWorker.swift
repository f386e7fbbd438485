import Alerts
import Finance
import Foundation
import Threads
import Watch

/// Evaluates households that are due: claims them, takes in what waits, commits what follows.
///
/// Any number of workers share an engine. One that dies loses nothing: what it had claimed is due again
/// when its lease ends, and a commit of a claim that was overtaken writes nothing.
///
/// ```swift
/// let worker = FleetWorker(engine: engine, fleet: "f1", read: reader)
/// while try await worker.work() > 0 {}
/// ```
public struct FleetWorker: Sendable {
    /// How many households are claimed at once, and for how long.
    public struct Limits: Sendable, Hashable {
        public var claim = 64
        public var lease = Duration.seconds(60)
        /// How many bytes households that are kept in memory may take.
        public var shelfBytes = 512 << 20

        public init() {}
    }

    /// How many households one commit takes.
    private static let batch = 16
    /// When a household that can't be evaluated is looked at again, in seconds.
    private static let retry = 3_600.0

    private let engine: any FleetEngine
    private let fleet: String
    private let limits: Limits
    private let parts: PartsShelf
    private let shelf: HouseholdShelf
    private let count: FleetCounters

    /// - Parameters:
    ///   - fleet: the identifier of the fleet; identifiers of notifications differ by it and the reference.
    public init(
        engine: any FleetEngine, fleet: String, limits: Limits = Limits(),
        counters: FleetCounters = FleetCounters(), read: @escaping HouseholdReader
    ) {
        self.engine = engine
        self.fleet = fleet
        self.limits = limits
        count = counters
        parts = PartsShelf(engine: engine, read: read)
        shelf = HouseholdShelf(limit: limits.shelfBytes)
    }

    /// Works on what is due now, once.
    ///
    /// - Returns: how many households were claimed.
    public func work() async throws(FleetError) -> Int {
        let claims = try await engine.claim(limits.claim, for: limits.lease)
        guard !claims.isEmpty else { return 0 }
        count.add(\.claimed, claims.count)
        // Taken before images are asked for: what another loop crowds out later is not missed.
        var kept = await shelf.take(claims)
        let loads = try await engine.load(claims, known: kept.mapValues(\.version))
        let clock = ContinuousClock()
        var begun = clock.now
        for start in stride(from: 0, to: loads.count, by: Self.batch) {
            let rest = loads[start...]
            if clock.now - begun > limits.lease / 3 {
                _ = try await engine.extend(rest.map(\.claim), by: limits.lease)
                begun = clock.now
            }
            try await settle(Array(rest.prefix(Self.batch)), &kept)
        }
        return claims.count
    }

    /// Evaluates some households and commits what follows.
    private func settle(
        _ loads: [HouseholdLoad], _ kept: inout [HouseholdID: Shelved]
    ) async throws(FleetError) {
        var done: [HouseholdID: Shelved] = [:]
        var commits: [HouseholdCommit] = []
        var quiet: [QuietCycle] = []
        for load in loads {
            let stored = try await shelved(load, kept.removeValue(forKey: load.claim.household))
            do throws(HouseholdFault) {
                var shelved = try stored.get()
                let outcome = shelved.cycle.take(load.inbox, at: load.claim.at)
                let nextDue = shelved.cycle.nextDue(after: load.claim.at)
                if outcome.isQuiet {
                    quiet.append(QuietCycle(claim: load.claim, nextDue: nextDue))
                } else {
                    let commit = shelved.commit(outcome, of: load.claim, nextDue: nextDue)
                    commits.append(commit)
                    shelved.version += 1
                }
                done[load.claim.household] = shelved
            } catch {
                quiet.append(
                    QuietCycle(
                        claim: load.claim, nextDue: load.claim.at.addingTimeInterval(Self.retry),
                        problem: error.text))
            }
        }
        if !quiet.isEmpty { try await engine.release(quiet) }
        let lost = commits.isEmpty ? [] : try await engine.commit(commits)
        for id in lost { done[id] = nil }
        await shelf.put(done)
        count.add(\.committed, commits.count - lost.count)
        count.add(\.fenced, lost.count)
        count.add(\.quiet, quiet.count)
    }

    /// The household as it was last committed: kept, or made from its image.
    private func shelved(
        _ load: HouseholdLoad, _ kept: Shelved?
    ) async throws(FleetError) -> Result<Shelved, HouseholdFault> {
        try await parts.parts(of: load).flatMap { parts in
            if let kept, kept.rules == load.rules, kept.settings == load.settings {
                return .success(kept)
            }
            // With other rules or settings it goes on from the same state.
            var former = kept?.cycle
            let image = former?.image(at: load.claim.at) ?? load.image
            guard image != nil || load.claim.version == 0 else { return .failure(.missingState) }
            return Result { () throws(HouseholdFault) in
                let cycle = try HouseholdCycle(
                    image: image, parts: parts, scope: "\(fleet)/\(load.claim.reference)")
                return Shelved(
                    load, cycle: cycle, language: parts.builder.policy.language,
                    imageSize: image?.count ?? 0)
            }
        }
    }
}

/// What workers and deliveries of this process did, for its metrics.
public final class FleetCounters: Sendable {
    public struct Counts: Sendable, Hashable {
        public var claimed = 0
        public var committed = 0
        /// Commits that were refused because the claim was overtaken.
        public var fenced = 0
        public var quiet = 0
        public var delivered = 0
        /// Attempts that failed.
        public var failed = 0

        public init() {}
    }

    private let state = Lock(Counts())

    public init() {}

    public var counts: Counts { state.withLock { $0 } }

    func add(_ key: any WritableKeyPath<Counts, Int> & Sendable, _ number: Int) {
        state.withLock { $0[keyPath: key] += number }
    }
}
