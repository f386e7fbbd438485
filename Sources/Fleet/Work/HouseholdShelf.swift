import Finance
import Foundation

/// A household that a worker keeps between two claims.
struct Shelved: Sendable {
    /// The version of its last commit.
    var version: Int64
    let rules: DocumentHash
    let settings: DocumentHash
    var cycle: HouseholdCycle
    let language: Language
    var imageSize: Int
    /// When it was last used, in uses of the shelf.
    var use = 0

    /// How much memory it takes, estimated, in bytes.
    ///
    /// Measured: 120 kB of memory for an image of 41 kB with 60 transactions.
    var size: Int { 3 * imageSize + 4_096 }

    /// Takes in what waits and has fallen due; gives what is to be written.
    mutating func take(_ load: HouseholdLoad) -> HouseholdCommit {
        let now = load.claim.at
        let outcome = cycle.take(load.inbox, at: now)
        var commit = HouseholdCommit(claim: load.claim, nextDue: cycle.nextDue(after: now))
        guard !outcome.isQuiet else { return commit }
        let image = cycle.image(at: now)
        imageSize = image.count
        version += 1
        commit.image = image
        commit.consumed = outcome.consumed
        commit.outbox = outcome.outbox
        commit.language = language
        commit.problem = outcome.problem
        return commit
    }
}

/// The households that were evaluated lately, so that their images need not be read again.
actor HouseholdShelf {
    private let limit: Int
    private var kept: [HouseholdID: Shelved] = [:]
    private var bytes = 0
    private var uses = 0

    /// - Parameter limit: how many bytes all households together may take.
    init(limit: Int) { self.limit = limit }

    /// Takes households out, so that nobody else changes them: those that are of the claims' versions.
    func take(_ claims: [HouseholdClaim]) -> [HouseholdID: Shelved] {
        claims.reduce(into: [:]) { taken, claim in
            guard let shelved = kept.removeValue(forKey: claim.household) else { return }
            bytes -= shelved.size
            if shelved.version == claim.version { taken[claim.household] = shelved }
        }
    }

    func put(_ households: [HouseholdID: Shelved]) {
        for (id, shelved) in households {
            uses += 1
            bytes += shelved.size - (kept[id]?.size ?? 0)
            kept[id] = shelved
            kept[id]?.use = uses
        }
        guard bytes > limit else { return }
        for (id, shelved) in kept.sorted(by: { $0.value.use < $1.value.use })
        where bytes > limit - limit / 8 {
            bytes -= shelved.size
            kept[id] = nil
        }
    }
}
