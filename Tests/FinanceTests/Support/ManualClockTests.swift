import Foundation
import TestSupport
import Testing

@Suite("The clock of tests")
struct ManualClockTests {
    @Test("wakes sleepers whose instant has come and no others")
    func wakes() async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let early = Task { try await clock.sleep(until: Make.instant("2026-03-06T09:05:00Z")) }
        let late = Task { try await clock.sleep(until: Make.instant("2026-03-06T10:00:00Z")) }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: 300)
        try await early.value
        #expect(clock.wakeUps == [Make.instant("2026-03-06T10:00:00Z")])
        clock.set(to: Make.instant("2026-03-06T10:00:00Z"))
        try await late.value
        #expect(clock.wakeUps.isEmpty)
    }

    @Test("an instant in the past is no sleep")
    func past() async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: clock.now.addingTimeInterval(-1))
    }

    @Test("a cancelled sleeper wakes with an error", arguments: [true, false])
    func cancelled(isAsleep: Bool) async {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let sleeper = Task { try await clock.sleep(until: clock.now.addingTimeInterval(60)) }
        if isAsleep { await clock.sleepers() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.wakeUps.isEmpty)
    }

    @Test("random numbers follow from the seed")
    func seeds() {
        var (left, right, other) = (
            SeededGenerator(seed: 7), SeededGenerator(seed: 7), SeededGenerator(seed: 8)
        )
        let numbers = (0..<5).map { _ in left.next() }
        #expect(numbers == (0..<5).map { _ in right.next() })
        #expect(numbers != (0..<5).map { _ in other.next() })
        #expect([1, 2, 3].permutations.count == 6)
        #expect(Set([1, 2, 3, 4].permutations).count == 24)
    }
}
