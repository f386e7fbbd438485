/// Decides which candidates of a one-to-one matching are the same thing: a pure function.
///
/// Both sides are given as *kinds*: things that no evidence can distinguish (twins) are one kind
/// with a count, so the order of rows can never matter. Steps of evidence are settled one after
/// another, strongest first; within a step as many pairs as possible are made, those with the
/// smaller distance first.
///
/// A choice between different kinds that a step can't decide waits for the weaker steps: what
/// they explain may leave only one way. What is still undecided at the end is no match. If it is
/// certain *which* kinds pair up and only the partners could be swapped, partners with the nearest
/// amounts are paired.
///
/// ```swift
/// // Two equal reservations (kind 0) and one booking (kind 0): exactly one of the two is booked.
/// IdentityAssignment.assign(
///     [.init(held: 0, row: 0, step: 0)], heldCounts: [2], rowCounts: [1])   // one match, one unit
/// ```
public enum IdentityAssignment: Sendable {
    /// A possible pair of kinds.
    public struct Candidate: Sendable, Hashable {
        /// Index of the kind that is held.
        public let held: Int
        public let row: Int
        /// How strong the evidence is; lower is stronger.
        public let step: Int
        /// Breaks ties within a step, such as the days between; lower is better.
        public let distance: Int
        /// How far the amounts are apart in thousandths; only pairs up what is certain to match.
        public let gap: Int

        public init(held: Int, row: Int, step: Int, distance: Int = 0, gap: Int = 0) {
            self.held = held
            self.row = row
            self.step = step
            self.distance = distance
            self.gap = gap
        }
    }

    /// Pairs that were made between two kinds.
    public struct Match: Sendable, Hashable {
        public let candidate: Candidate
        /// How many pairs of these kinds; at least one.
        public let units: Int
    }

    /// The pairs that the evidence decides, strongest step first.
    ///
    /// - Parameters:
    ///   - candidates: at most one for each pair of kinds, in any order.
    ///   - heldCounts: how many things each held kind has.
    ///   - rowCounts: how many rows each kind of row has.
    public static func assign(
        _ candidates: [Candidate], heldCounts: [Int], rowCounts: [Int]
    ) -> [Match] {
        var left = (held: heldCounts, row: rowCounts)
        var matches: [Match] = []
        for step in Set(candidates.map(\.step)).sorted() {
            // Stronger candidates are only open here if they could not be decided.
            let open = candidates.filter {
                $0.step <= step && left.held[$0.held] > 0 && left.row[$0.row] > 0
            }
            for component in components(of: open) {
                for match in settle(component, left.held, left.row) {
                    left.held[match.candidate.held] -= match.units
                    left.row[match.candidate.row] -= match.units
                    matches.append(match)
                }
            }
        }
        return matches
    }

    private static func settle(
        _ component: [Candidate], _ held: [Int], _ rows: [Int]
    ) -> [Match] {
        if component.count == 1, let only = component.first {
            return [Match(candidate: only, units: min(held[only.held], rows[only.row]))]
        }
        var network = MatchingNetwork(component, held: held, row: rows)
        return network.settle()
    }

    /// Splits candidates into groups that share no kind, each in a fixed order.
    private static func components(of candidates: [Candidate]) -> [[Candidate]] {
        let sorted = candidates.sorted { ($0.held, $0.row) < ($1.held, $1.row) }
        var byHeld: [Int: [Int]] = [:]
        var byRow: [Int: [Int]] = [:]
        for (index, candidate) in sorted.enumerated() {
            byHeld[candidate.held, default: []].append(index)
            byRow[candidate.row, default: []].append(index)
        }
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
        let doubtfulHeld = exchangeable(heldLeft, enter: \.held, leave: \.row)
        let doubtfulRows = exchangeable(rowLeft, enter: \.row, leave: \.held)
        var matches: [IdentityAssignment.Match] = []
        for (index, candidate) in candidates.enumerated() where flow[index] > 0 {
            guard !doubtfulHeld.contains(candidate.held), !doubtfulRows.contains(candidate.row)
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

    /// The kinds of one side that were matched although another one, of which some are left, would
    /// have done just as well.
    private func exchangeable(
        _ left: [Int: Int], enter near: KeyPath<IdentityAssignment.Candidate, Int>,
        leave far: KeyPath<IdentityAssignment.Candidate, Int>
    ) -> Set<Int> {
        left.filter { $0.value > 0 }.keys.reduce(into: []) { doubtful, free in
            doubtful.formUnion(exchanges(from: free, enter: near, leave: far))
        }
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
