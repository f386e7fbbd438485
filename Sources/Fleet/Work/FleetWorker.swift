import Alerts
import Finance
import Foundation
public import Threads
import Watch

/// Evaluates due households: claims them, processes their lines, commits the results.
public struct FleetWorker: Sendable {
    private static let batch = 16
    /// For how long it evaluates before it commits.
    private static let longest = Duration.seconds(2)

    private let engine: any FleetEngine
    private let fleet: String
    private let claims: Int
    private let lease: Duration
    private let parts: PartCache
    private let cache: HouseholdCache
    /// The claims that this process is evaluating.
    private let held = Lock<Set<HouseholdClaim>>([])
    private let counters: FleetCounters

    /// - Parameter fleet: the fleet's identifier, a part of the identifiers of notifications.
    public init(
        engine: any FleetEngine, fleet: String, claims: Int = 64, lease: Duration = .seconds(60),
        cacheBytes: Int = 512 << 20, counters: FleetCounters, read: @escaping HouseholdReader
    ) {
        (self.engine, self.fleet, self.claims) = (engine, fleet, claims)
        (self.lease, self.counters) = (lease, counters)
        parts = PartCache(engine, read)
        cache = HouseholdCache(limit: cacheBytes)
    }

    /// Processes the households that are due now, once; returns how many there were.
    ///
    /// Leases are extended meanwhile. After a cancellation, what was not begun is given back.
    public func work() async throws -> Int {
        let claims = try await engine.claim(
            claims, for: lease, except: held.withLock { Set($0.map(\.household)) })
        guard !claims.isEmpty else { return 0 }
        held.withLock { $0.formUnion(claims) }
        defer { held.withLock { $0.subtract(claims) } }
        async let _ = extendLeases()
        // Taken before images are loaded: another loop can't evict them meanwhile.
        var kept = await cache.take(claims)
        counters.withLock { [found = kept.count] counts in
            (counts.claimed, counts.kept) = (counts.claimed + claims.count, counts.kept + found)
        }
        var loads = try await engine.load(claims, known: kept.mapValues(\.version))[...]
        while !loads.isEmpty, !Task.isCancelled { try await settle(&loads, &kept) }
        if !loads.isEmpty { try await engine.extend(loads.map(\.claim), by: .zero) }
        return claims.count
    }

    private func extendLeases() async {
        while (try? await Task.sleep(for: lease / 3)) != nil {
            try? await engine.extend(held.withLock { Array($0) }, by: lease)
        }
    }

    /// Evaluates households until a batch is full or the time is over, and commits it.
    private func settle(
        _ loads: inout ArraySlice<HouseholdLoad>, _ kept: inout [HouseholdID: HouseholdCycle]
    ) async throws {
        let end = ContinuousClock.now + min(Self.longest, lease / 4)
        var done: [HouseholdID: HouseholdCycle] = [:]
        var commits: [HouseholdCommit] = []
        while commits.count < Self.batch, commits.isEmpty || ContinuousClock.now < end,
            let load = loads.popFirst()
        {
            let claim = load.claim
            do {
                var cycle = try await cycle(load, kept.removeValue(forKey: claim.household))
                commits.append(try cycle.take(load, until: end))
                done[claim.household] = cycle
            } catch let fault as HouseholdFault {
                let nextDue = claim.at.addingTimeInterval(FleetLimits.rest / .seconds(1))
                commits.append(HouseholdCommit(claim: claim, nextDue: nextDue, problem: fault.text))
            }
        }
        let lost = try await engine.commit(commits)
        held.withLock { $0.subtract(commits.map(\.claim)) }
        for id in lost { done[id] = nil }
        await cache.put(done)
        let news = commits.filter { $0.image != nil }
        let fenced = news.count { lost.contains($0.claim.household) }
        counters.withLock { counts in
            counts.committed += news.count - fenced
            counts.fenced += fenced
            counts.quiet += commits.count - news.count
        }
    }

    /// The household as it was last committed: cached, or made from its image.
    private func cycle(
        _ load: HouseholdLoad, _ kept: HouseholdCycle?
    ) async throws -> HouseholdCycle {
        if let fault = load.fault { throw fault }
        let parts = try await parts.parts(of: load)
        if let kept, kept.rules == load.rules, kept.settings == load.settings { return kept }
        // With other rules or settings it continues from the same state.
        var former = kept
        let image = try former?.image(at: load.claim.at) ?? load.image
        // A new household in its place would repeat sent notifications.
        guard image != nil || load.claim.version == 0 else {
            throw HouseholdFault("the stored state is missing; \(HouseholdImage.fix)")
        }
        // One that is added again has another number, so that no identifier comes a second time.
        let scope = "\(fleet)/\(load.claim.household)/\(load.claim.reference)"
        return try HouseholdCycle(load, image: image, parts: parts, scope: scope)
    }
}

/// The counters of this process's workers and deliveries, for its metrics.
public typealias FleetCounters = Lock<FleetCounts>

/// The counts of a process since it started.
public struct FleetCounts: Sendable {
    public var claimed = 0
    public var committed = 0
    /// Commits that were refused because the claim was overtaken.
    public var fenced = 0
    public var quiet = 0
    /// Claims of households that were in memory.
    public var kept = 0
    public var delivered = 0
    public var failed = 0

    public init() {}
}

/// Caches recently evaluated households, so that their images need not be read again.
actor HouseholdCache {
    private let limit: Int
    /// When these fill half of the memory, the older ones are dropped.
    private var younger: [HouseholdID: HouseholdCycle] = [:]
    private var older: [HouseholdID: HouseholdCycle] = [:]
    private var bytes = 0

    init(limit: Int) { self.limit = limit }

    /// Takes households out of the cache; those with another version than the claim are dropped.
    func take(_ claims: [HouseholdClaim]) -> [HouseholdID: HouseholdCycle] {
        claims.reduce(into: [:]) { taken, claim in
            let young = younger.removeValue(forKey: claim.household)
            bytes -= young?.size ?? 0
            let cycle = young ?? older.removeValue(forKey: claim.household)
            if cycle?.version == claim.version { taken[claim.household] = cycle }
        }
    }

    func put(_ households: [HouseholdID: HouseholdCycle]) {
        for (id, cycle) in households {
            bytes += cycle.size - (younger.updateValue(cycle, forKey: id)?.size ?? 0)
            if bytes > limit / 2 { (older, younger, bytes) = (younger, [:], 0) }
        }
    }
}
