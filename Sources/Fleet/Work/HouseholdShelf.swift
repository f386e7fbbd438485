/// The households that were evaluated lately, so that their images need not be read again.
actor HouseholdShelf {
    private let limit: Int
    /// When these fill half of the memory, the older ones are forgotten.
    private var younger: [HouseholdID: HouseholdCycle] = [:]
    private var older: [HouseholdID: HouseholdCycle] = [:]
    private var bytes = 0

    init(limit: Int) { self.limit = limit }

    /// Takes households out, so that nobody else changes them: those that are of the claims' versions.
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
            guard bytes > limit / 2 else { continue }
            (older, younger, bytes) = (younger, [:], 0)
        }
    }
}
