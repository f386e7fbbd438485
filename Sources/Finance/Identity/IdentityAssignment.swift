/// Decides which candidates of a one-to-one matching are the same movement: a pure function.
///
/// Both sides are given as *kinds*: rows that no evidence can distinguish (twins) are one kind with
/// a count, so the order of rows never matters. Steps of evidence are settled one after another,
/// strongest first. Within a step as many pairs as possible are made, smallest distance first.
///
/// A choice that a step can't decide waits for the weaker steps: their pairs may leave only one
/// possibility. A choice that is still open at the end is no match. If it is certain *which* kinds
/// pair up and only the partners could be swapped, partners with the nearest amounts are paired.
enum IdentityAssignment {
    /// A possible pair of kinds, by their indices.
    struct Candidate: Hashable {
        let held: Int
        let row: Int
        /// How strong the evidence is; lower is stronger.
        let step: Int
        /// Breaks ties within a step, such as the days between; lower is better.
        var distance = 0
        /// How far the amounts are apart in thousandths; only decides partners among certain
        /// matches.
        var gap = 0
    }

    /// Pairs that were made between two kinds; `units` says how many.
    struct Match: Hashable {
        let candidate: Candidate
        let units: Int
    }

    /// The pairs that the evidence decides, strongest step first.
    ///
    /// - Parameter candidates: at most one for each pair of kinds, in any order.
    static func assign(_ candidates: [Candidate], heldCounts: [Int], rowCounts: [Int]) -> [Match] {
        var left = (held: heldCounts, row: rowCounts)
        var matches: [Match] = []
        for step in Set(candidates.map(\.step)).sorted() {
            // Stronger candidates are only open here if they could not be decided.
            let open = candidates.filter {
                $0.step <= step && left.held[$0.held] > 0 && left.row[$0.row] > 0
            }
            for component in components(of: open) {
                var network = MatchingNetwork(component, held: left.held, row: left.row)
                for match in network.settle() {
                    left.held[match.candidate.held] -= match.units
                    left.row[match.candidate.row] -= match.units
                    matches.append(match)
                }
            }
        }
        return matches
    }

    /// Splits candidates into groups that share no kind, each in a fixed order.
    private static func components(of candidates: [Candidate]) -> [[Candidate]] {
        let sorted = candidates.sorted { ($0.held, $0.row) < ($1.held, $1.row) }
        let byHeld = Dictionary(grouping: sorted.indices) { sorted[$0].held }
        let byRow = Dictionary(grouping: sorted.indices) { sorted[$0].row }
        var isTaken = Array(repeating: false, count: sorted.count)
        var groups: [[Candidate]] = []
        for start in sorted.indices where !isTaken[start] {
            var waiting = [start]
            var group: [Int] = []
            isTaken[start] = true
            while let index = waiting.popLast() {
                group.append(index)
                let neighbours =
                    (byHeld[sorted[index].held] ?? []) + (byRow[sorted[index].row] ?? [])
                for next in neighbours where !isTaken[next] {
                    isTaken[next] = true
                    waiting.append(next)
                }
            }
            groups.append(group.sorted().map { sorted[$0] })
        }
        return groups
    }
}

/// One connected group of candidates of one step: a small transport problem.
///
/// It is solved by successive shortest augmenting paths (Bellman–Ford), which costs very little for
/// the handful of kinds that ever compete.
private struct MatchingNetwork {
    private typealias Candidate = IdentityAssignment.Candidate
    private typealias Side = KeyPath<Candidate, Int>
    /// What it costs to reach a kind, and the last candidate on the way; `nil` at the start.
    private typealias Reached = [Int: (cost: Int, via: Int?)]

    private let candidates: [Candidate]
    private var heldLeft: [Int: Int] = [:]
    private var rowLeft: [Int: Int] = [:]
    private var flow: [Int]

    /// Outweighs any sum of gaps in one group.
    private static let distanceWeight = 1_000_000_000_000
    private static let mostCandidates = 10_000
    /// More than any distance within a step.
    private static let stepWeight = 100

    init(_ candidates: [IdentityAssignment.Candidate], held: [Int], row: [Int]) {
        self.candidates = candidates
        for candidate in candidates {
            heldLeft[candidate.held] = held[candidate.held]
            rowLeft[candidate.row] = row[candidate.row]
        }
        flow = Array(repeating: 0, count: candidates.count)
    }

    /// The pairs that are certain.
    mutating func settle() -> [IdentityAssignment.Match] {
        if candidates.count == 1, let only = candidates.first {
            let units = min(heldLeft[only.held] ?? 0, rowLeft[only.row] ?? 0)
            return [IdentityAssignment.Match(candidate: only, units: units)]
        }
        // The time grows with the third power, and a choice among that many is not certain anyway.
        guard candidates.count <= Self.mostCandidates else { return [] }
        while augment() {}
        let doubtfulHeld = exchangeable(heldLeft, \.held, \.row)
        let doubtfulRows = exchangeable(rowLeft, \.row, \.held)
        return zip(candidates, flow).map(IdentityAssignment.Match.init).filter { match in
            match.units > 0 && !doubtfulHeld.contains(match.candidate.held)
                && !doubtfulRows.contains(match.candidate.row)
        }
    }

    private func cost(_ index: Int) -> Int {
        let gap = candidates[index].gap
        return preference(index) * Self.distanceWeight + gap * gap
    }

    /// The cost of a candidate: its step, then its distance.
    private func preference(_ index: Int) -> Int {
        candidates[index].step * Self.stepWeight + min(candidates[index].distance, Self.stepWeight)
    }

    /// Finds the kinds that can be reached from some of the near side: to the far side over any
    /// candidate, back over one that is used.
    private func reach(
        from starts: some Sequence<Int>, _ near: Side, _ far: Side, cost: (Int) -> Int
    ) -> (near: Reached, far: Reached) {
        var (nears, fars): (Reached, Reached) = ([:], [:])
        for start in starts { nears[start] = (0, nil) }
        for _ in 0...(heldLeft.count + rowLeft.count) {
            var isSettled = true
            for (index, candidate) in candidates.enumerated() {
                let (side, other) = (candidate[keyPath: near], candidate[keyPath: far])
                let price = cost(index)
                if let base = nears[side]?.cost, base + price < fars[other]?.cost ?? .max {
                    fars[other] = (base + price, index)
                    isSettled = false
                }
                guard flow[index] > 0, let base = fars[other]?.cost,
                    base - price < nears[side]?.cost ?? .max
                else { continue }
                nears[side] = (base - price, index)
                isSettled = false
            }
            if isSettled { break }
        }
        return (nears, fars)
    }

    /// Makes one more pair at the least cost, or as many as have that cost; `false` if there is
    /// none.
    private mutating func augment() -> Bool {
        let free = heldLeft.filter { $0.value > 0 }.keys
        let (helds, rows) = reach(from: free, \.held, \.row, cost: cost)
        let ends = rows.filter { rowLeft[$0.key] ?? 0 > 0 }
        guard let end = ends.min(by: { ($0.value.cost, $0.key) < ($1.value.cost, $1.key) })?.key
        else { return false }
        // Backwards from the end: candidates to use and, between two of them, one that is no longer
        // used.
        var path: [Int] = []
        var row = end
        while let forward = rows[row]?.via {
            path.append(forward)
            guard let backward = helds[candidates[forward].held]?.via else { break }
            path.append(backward)
            row = candidates[backward].row
        }
        guard let last = path.last else { return false }
        let start = candidates[last].held
        var units = min(heldLeft[start] ?? 0, rowLeft[end] ?? 0)
        for (place, index) in path.enumerated() where place % 2 == 1 {
            units = min(units, flow[index])
        }
        for (place, index) in path.enumerated() { flow[index] += place % 2 == 0 ? units : -units }
        heldLeft[start, default: 0] -= units
        rowLeft[end, default: 0] -= units
        return true
    }

    /// The matched kinds of one side that an unmatched one could replace without loss of pairs or
    /// distance.
    private func exchangeable(_ left: [Int: Int], _ near: Side, _ far: Side) -> Set<Int> {
        var doubtful: Set<Int> = []
        for (free, count) in left where count > 0 {
            let reached = reach(from: [free], near, far, cost: preference).near
            doubtful.formUnion(reached.filter { $0.key != free && $0.value.cost <= 0 }.keys)
        }
        return doubtful
    }
}
