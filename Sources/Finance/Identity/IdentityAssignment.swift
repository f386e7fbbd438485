/// Decides which candidates of a one-to-one matching are the same thing: a pure function.
///
/// Both sides are given as *kinds*: things that no evidence can tell apart (twins) are one kind
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
        /// Index of the kind of row.
        public let row: Int
        /// How strong the evidence is; lower is stronger.
        public let step: Int
        /// Breaks ties within a step, such as the days between; lower is better.
        public let distance: Int
        /// How far the amounts are apart in thousandths; only pairs up what is certain to match.
        public let gap: Int

        /// Makes a candidate.
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
        /// The evidence.
        public let candidate: Candidate
        /// How many pairs of these kinds; at least one.
        public let units: Int

        /// Makes a match.
        public init(candidate: Candidate, units: Int) {
            self.candidate = candidate
            self.units = units
        }
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
