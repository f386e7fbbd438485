import Fleet
import TestSupport
import Testing

@Suite("A fleet in memory")
struct MemoryFleetTests {
    @Test("does what every engine of a fleet does")
    func conforms() async throws {
        try await FleetEngineConformance { clock in MemoryFleet { clock.now } }.run()
    }
}
