import Alerts
import TestSupport
import Testing

@Suite("In-memory alert store")
struct InMemoryAlertStoreTests {
    @Test("does what every alert store has to do")
    func conforms() async throws {
        try await AlertStoreConformance { InMemoryAlertStore() }.run()
    }
}
