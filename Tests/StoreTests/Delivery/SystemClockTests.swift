import Store
import TestSupport
import Testing

@Suite("Clocks")
struct SystemClockTests {
    @Test("the machine's clock does what every clock does")
    func live() async throws {
        try await WallClockConformance { SystemClock() }.run()
    }

    @Test("the clock that tests move does what every clock does")
    func fake() async throws {
        try await WallClockConformance { ManualClock("2026-03-06T09:00:00Z") }.run()
    }
}
