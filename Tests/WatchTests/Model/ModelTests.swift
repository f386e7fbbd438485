import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("The program and a model of the statements")
struct ModelTests {
    /// How many timelines each of the tests' parts plays.
    private static let count = UInt64(Trials.count(50, of: 500))

    @Test("tell the same on random timelines", arguments: UInt64(0)..<4)
    func same(_ part: UInt64) throws {
        for seed in part * 1_000_000..<part * 1_000_000 + Self.count {
            let timeline = ModelTimeline(seed: seed)
            guard try timeline.found() != timeline.expected else { continue }
            let least = try Self.shrunk(timeline)
            Issue.record(
                """
                seed \(seed)
                \(least)
                expected: \(least.expected)
                found:    \(try least.found())
                """)
            return
        }
    }

    @Test("tell the same with restarts at random")
    func restarted() throws {
        for seed in 5_000_000..<5_000_000 + Self.count / 2 {
            let timeline = ModelTimeline(seed: seed)
            var chance = SeededGenerator(seed: seed)
            let found = try timeline.foundRestarted(&chance)
            #expect(found == timeline.expected, "seed \(seed)\n\(timeline)")
            guard found == timeline.expected else { return }
        }
    }

    @Test("meet every kind of notice on the way")
    func reach() {
        let notified = Trials.some(100, of: UInt64(0)..<300).flatMap {
            ModelTimeline(seed: $0).expected
        }
        for type in [
            "alert.fired 1", "alert.resolved 1", "alert.digest 1", "alert.digest 2",
            "alert.reminder 1",
        ] {
            #expect(notified.contains { $0.hasSuffix(type) }, "\(type)")
        }
    }

    /// The smallest timeline that still differs, found by taking out one poll after the other.
    private static func shrunk(_ timeline: ModelTimeline) throws -> ModelTimeline {
        var least = timeline
        while let next = try least.smaller.first(where: { try $0.found() != $0.expected }) {
            least = next
        }
        return least
    }
}
