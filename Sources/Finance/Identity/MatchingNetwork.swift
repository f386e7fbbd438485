/// One connected group of candidates of one step: a small transport problem.
///
/// Solved by successive shortest augmenting paths (Bellman–Ford), which costs next to nothing for
/// the handful of kinds that ever compete.
struct MatchingNetwork {
    private let candidates: [IdentityAssignment.Candidate]
    private let held: [Int]
    private let rows: [Int]
    private var heldLeft: [Int: Int] = [:]
    private var rowLeft: [Int: Int] = [:]
    private var flow: [Int]

    /// Outweighs any sum of gaps in one group.
    private static let distanceWeight = 1_000_000_000_000
    /// More than any distance within a step.
    private static let stepWeight = 100

    /// Makes the problem from candidates that hang together and the counts of all kinds.
    init(_ candidates: [IdentityAssignment.Candidate], held counts: [Int], row rowCounts: [Int]) {
        self.candidates = candidates
        held = Set(candidates.map(\.held)).sorted()
        rows = Set(candidates.map(\.row)).sorted()
        for kind in held { heldLeft[kind] = counts[kind] }
        for kind in rows { rowLeft[kind] = rowCounts[kind] }
        flow = Array(repeating: 0, count: candidates.count)
    }

    /// The pairs that are certain.
    mutating func settle() -> [IdentityAssignment.Match] {
        while let path = shortestPath() { push(path) }
        let doubtful = (held: exchangeableHeld(), rows: exchangeableRows())
        var matches: [IdentityAssignment.Match] = []
        for (index, candidate) in candidates.enumerated() where flow[index] > 0 {
            guard !doubtful.held.contains(candidate.held), !doubtful.rows.contains(candidate.row)
            else { continue }
            matches.append(.init(candidate: candidate, units: flow[index]))
        }
        return matches
    }

    /// A step along a path: a candidate used, or one whose use is taken back.
    private struct Arc {
        let candidate: Int
        let isForward: Bool
    }

    private func cost(_ index: Int) -> Int {
        let gap = candidates[index].gap
        return preference(index) * Self.distanceWeight + gap * gap
    }

    /// What evidence says against a candidate: its step, then its distance.
    private func preference(_ index: Int) -> Int {
        candidates[index].step * Self.stepWeight + min(candidates[index].distance, Self.stepWeight)
    }

    /// The cheapest way to make one more pair, from a held kind with units left to a row with some.
    private func shortestPath() -> [Arc]? {
        var toHeld: [Int: Int] = [:]
        for kind in held where (heldLeft[kind] ?? 0) > 0 { toHeld[kind] = 0 }
        var toRow: [Int: Int] = [:]
        var viaHeld: [Int: Int] = [:]
        var viaRow: [Int: Int] = [:]
        relax(&toHeld, &toRow, &viaHeld, &viaRow)
        let reachable = rows.filter { (rowLeft[$0] ?? 0) > 0 && toRow[$0] != nil }
        guard let end = reachable.min(by: { (toRow[$0] ?? 0, $0) < (toRow[$1] ?? 0, $1) }) else {
            return nil
        }
        var path: [Arc] = []
        var row = end
        while let forward = viaRow[row] {
            path.append(Arc(candidate: forward, isForward: true))
            guard let backward = viaHeld[candidates[forward].held] else { break }
            path.append(Arc(candidate: backward, isForward: false))
            row = candidates[backward].row
        }
        return path.reversed()
    }

    private func relax(
        _ toHeld: inout [Int: Int], _ toRow: inout [Int: Int], _ viaHeld: inout [Int: Int],
        _ viaRow: inout [Int: Int]
    ) {
        for _ in 0...(held.count + rows.count) {
            var isSettled = true
            for (index, candidate) in candidates.enumerated() {
                if let base = toHeld[candidate.held],
                    base + cost(index) < toRow[candidate.row] ?? .max
                {
                    toRow[candidate.row] = base + cost(index)
                    viaRow[candidate.row] = index
                    isSettled = false
                }
                if flow[index] > 0, let base = toRow[candidate.row],
                    base - cost(index) < toHeld[candidate.held] ?? .max
                {
                    toHeld[candidate.held] = base - cost(index)
                    viaHeld[candidate.held] = index
                    isSettled = false
                }
            }
            if isSettled { return }
        }
    }

    private mutating func push(_ path: [Arc]) {
        guard let first = path.first, let last = path.last else { return }
        let start = candidates[first.candidate].held
        let end = candidates[last.candidate].row
        var units = min(heldLeft[start] ?? 0, rowLeft[end] ?? 0)
        for arc in path where !arc.isForward { units = min(units, flow[arc.candidate]) }
        for arc in path { flow[arc.candidate] += arc.isForward ? units : -units }
        heldLeft[start, default: 0] -= units
        rowLeft[end, default: 0] -= units
    }

    /// The rows that were matched although another kind of row would have done just as well.
    private func exchangeableRows() -> Set<Int> {
        var doubtful: Set<Int> = []
        for free in rows where (rowLeft[free] ?? 0) > 0 {
            let reached = exchanges(
                from: free, enter: \.row, leave: \.held)
            doubtful.formUnion(reached)
        }
        return doubtful
    }

    /// The held kinds that were matched although another one would have done just as well.
    private func exchangeableHeld() -> Set<Int> {
        var doubtful: Set<Int> = []
        for free in held where (heldLeft[free] ?? 0) > 0 {
            let reached = exchanges(
                from: free, enter: \.held, leave: \.row)
            doubtful.formUnion(reached)
        }
        return doubtful
    }

    /// The kinds of one side that `free` could replace without loss of pairs or of distance.
    private func exchanges(
        from free: Int, enter near: KeyPath<IdentityAssignment.Candidate, Int>,
        leave far: KeyPath<IdentityAssignment.Candidate, Int>
    ) -> Set<Int> {
        var toNear = [free: 0]
        var toFar: [Int: Int] = [:]
        var isSettled = false
        var turns = held.count + rows.count + 1
        while !isSettled, turns > 0 {
            isSettled = true
            turns -= 1
            for (index, candidate) in candidates.enumerated() {
                let (side, other) = (candidate[keyPath: near], candidate[keyPath: far])
                if let base = toNear[side], base + preference(index) < toFar[other] ?? .max {
                    toFar[other] = base + preference(index)
                    isSettled = false
                }
                if flow[index] > 0, let base = toFar[other],
                    base - preference(index) < toNear[side] ?? .max
                {
                    toNear[side] = base - preference(index)
                    isSettled = false
                }
            }
        }
        return Set(toNear.filter { $0.key != free && $0.value <= 0 }.keys)
    }
}
