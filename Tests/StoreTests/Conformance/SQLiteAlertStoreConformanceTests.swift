import Alerts
import Store
import TestSupport
import Testing

@Suite("SQLite as a store of alerts")
struct SQLiteAlertStoreConformanceTests {
    @Test("does what every store of alerts does")
    func conforms() async throws {
        let folder = TemporaryFolder()
        try await AlertStoreConformance { try folder.makeStore() }.run()
    }

    @Test("keeps facts, alert states and outbox over a restart after every single step")
    func conformsOverRestarts() async throws {
        let folder = TemporaryFolder()
        let conformance = AlertStoreConformance {
            RestartingStore(folder: folder.makeStateFolder())
        }
        try await conformance.runFacts()
        try await conformance.runLedger()
        try await conformance.runOutbox()
    }
}
