import TestSupport
import Testing

@testable import Fleet

@Suite("A fleet in memory", .io)
struct MemoryFleetTests {
    @Test("does what every engine of a fleet does")
    func conforms() async throws {
        try await FleetEngineConformance { clock in MemoryFleet { clock.now } }.run()
    }
}
