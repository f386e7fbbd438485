import TestSupport
import Testing

@testable import Finance

@Suite("The assignment of candidates")
struct AssignmentTests {
    private typealias Candidate = IdentityAssignment.Candidate

    /// Pairs as `held-row×units`, sorted.
    private static func pairs(
        _ candidates: [IdentityAssignment.Candidate], _ held: [Int], _ rows: [Int]
    ) -> [String] {
        IdentityAssignment.assign(candidates, heldCounts: held, rowCounts: rows)
            .map { "\($0.candidate.held)-\($0.candidate.row)×\($0.units)" }.sorted()
    }

    @Test("twins are paired by their number")
    func twins() {
        let one = [Candidate(held: 0, row: 0, step: 0)]
        #expect(Self.pairs(one, [2], [1]) == ["0-0×1"])
        #expect(Self.pairs(one, [2], [3]) == ["0-0×2"])
        #expect(Self.pairs(one, [0], [3]).isEmpty)
        #expect(Self.pairs([], [1], [1]).isEmpty)
    }

    @Test("so many candidates that nothing is certain are left open")
    func tooMany() {
        let candidates = (0..<300).flatMap { held in
            (0..<300).map { Candidate(held: held, row: $0, step: 1, gap: held + $0) }
        }
        let ones = Array(repeating: 1, count: 300)
        #expect(Self.pairs(candidates, ones, ones).isEmpty)
    }

    @Test("stronger evidence wins, the rest goes to the weaker")
    func steps() {
        let candidates = [
            Candidate(held: 0, row: 0, step: 5), Candidate(held: 1, row: 0, step: 1),
            Candidate(held: 0, row: 1, step: 7),
        ]
        #expect(Self.pairs(candidates, [1, 1], [1, 1]) == ["0-1×1", "1-0×1"])
    }

    @Test("a choice between different rows is no match")
    func ambiguousRows() {
        let candidates = [Candidate(held: 0, row: 0, step: 1), Candidate(held: 0, row: 1, step: 1)]
        #expect(Self.pairs(candidates, [1], [1, 1]).isEmpty)
        #expect(Self.pairs(candidates, [2], [1, 1]) == ["0-0×1", "0-1×1"])
    }

    @Test("a choice between different held kinds is no match")
    func ambiguousHeld() {
        let candidates = [Candidate(held: 0, row: 0, step: 1), Candidate(held: 1, row: 0, step: 1)]
        #expect(Self.pairs(candidates, [1, 1], [1]).isEmpty)
        #expect(Self.pairs(candidates, [1, 1], [2]) == ["0-0×1", "1-0×1"])
    }

    @Test("the nearer day decides between rows, nearer amounts do not")
    func distance() {
        let days = [
            Candidate(held: 0, row: 0, step: 1, distance: 2),
            Candidate(held: 0, row: 1, step: 1, distance: 1),
        ]
        #expect(Self.pairs(days, [1], [1, 1]) == ["0-1×1"])
        let gaps = [
            Candidate(held: 0, row: 0, step: 1, gap: 2),
            Candidate(held: 0, row: 1, step: 1, gap: 1),
        ]
        #expect(Self.pairs(gaps, [1], [1, 1]).isEmpty)
    }

    @Test("weaker evidence may settle what stronger left open")
    func carried() {
        let candidates = [
            Candidate(held: 0, row: 0, step: 1), Candidate(held: 0, row: 1, step: 1),
            Candidate(held: 1, row: 1, step: 3),
        ]
        #expect(Self.pairs(candidates, [1, 1], [1, 1]) == ["0-0×1", "1-1×1"])
    }

    @Test("certain pairs are made although others in the group are not")
    func partlyCertain() {
        let candidates = [
            Candidate(held: 0, row: 0, step: 1), Candidate(held: 0, row: 1, step: 1),
            Candidate(held: 1, row: 1, step: 1), Candidate(held: 1, row: 2, step: 1, distance: 1),
            Candidate(held: 2, row: 3, step: 1),
        ]
        #expect(Self.pairs(candidates, [1, 1, 1], [1, 1, 0, 1]) == ["0-0×1", "1-1×1", "2-3×1"])
    }

    @Test("the nearest amounts are paired when it is certain who pairs")
    func gaps() {
        let candidates = [
            Candidate(held: 0, row: 0, step: 1, gap: 10),
            Candidate(held: 0, row: 1, step: 1, gap: 60),
            Candidate(held: 1, row: 0, step: 1, gap: 50),
            Candidate(held: 1, row: 1, step: 1, gap: 10),
        ]
        #expect(Self.pairs(candidates, [1, 1], [1, 1]) == ["0-0×1", "1-1×1"])
    }

    @Test("as many pairs as possible are made within a step")
    func augmenting() {
        let candidates = [
            Candidate(held: 0, row: 0, step: 1), Candidate(held: 0, row: 1, step: 1, distance: 1),
            Candidate(held: 1, row: 0, step: 1, distance: 3),
        ]
        #expect(Self.pairs(candidates, [1, 1], [1, 1]) == ["0-1×1", "1-0×1"])
    }

    @Test("the order of candidates never matters, no kind is used twice", arguments: UInt64(1)...60)
    func anyOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (held, rows) = (
            (0..<5).map { _ in Int.random(in: 1...3, using: &random) },
            (0..<5).map { _ in Int.random(in: 1...3, using: &random) }
        )
        var candidates: [IdentityAssignment.Candidate] = []
        for left in 0..<5 {
            for right in 0..<5 where random.happens(400) {
                candidates.append(
                    Candidate(
                        held: left, row: right, step: Int.random(in: 0...2, using: &random),
                        distance: Int.random(in: 0...1, using: &random)))
            }
        }
        let matches = IdentityAssignment.assign(candidates, heldCounts: held, rowCounts: rows)
        for kind in 0..<5 {
            let left = matches.filter { $0.candidate.held == kind }.map(\.units).reduce(0, +)
            let right = matches.filter { $0.candidate.row == kind }.map(\.units).reduce(0, +)
            #expect(left <= held[kind] && right <= rows[kind])
        }
        let other = IdentityAssignment.assign(
            candidates.shuffled(using: &random), heldCounts: held, rowCounts: rows)
        #expect(Set(other) == Set(matches))
    }
}
