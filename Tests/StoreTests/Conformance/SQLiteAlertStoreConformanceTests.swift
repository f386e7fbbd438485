import Alerts
import Store
import TestSupport
import Testing

@Suite("SQLite as a store of alerts", .io)
struct SQLiteAlertStoreConformanceTests {
    /// What a store of alerts does, in parts that take less than a second each.
    enum Part: CaseIterable {
        case facts, ledger, outbox, delivery

        func run(_ conformance: AlertStoreConformance) async throws {
            switch self {
            case .facts: try await conformance.runFacts()
            case .ledger: try await conformance.runLedger()
            case .outbox: try await conformance.runOutbox()
            case .delivery: try await conformance.runDelivery()
            }
        }
    }

    private let folder = TemporaryFolder()

    @Test("does what every store of alerts does", arguments: Part.allCases)
    func conforms(part: Part) async throws {
        try await part.run(AlertStoreConformance { [folder] in try folder.makeStore() })
    }

    @Test(
        "keeps facts, alert states and outbox over a restart after every single step",
        arguments: [Part.facts, .ledger, .outbox])
    func conformsOverRestarts(part: Part) async throws {
        try await part.run(
            AlertStoreConformance { [folder] in
                RestartingStore(folder: folder.makeStateFolder())
            })
    }
}
