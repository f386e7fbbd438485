import Foundation
import Store
import TestSupport
import Testing

@Suite("A crash at any point of a cycle")
struct CrashTests {
    @Test(
        "loses no notice and sends none under a second id",
        arguments: FaultPoint.allCases.map(\.rawValue))
    func faultPoint(name: String) async throws {
        for passage in 1...3 {
            let outcome = try await runStory(fault: "\(name):\(passage)")
            #expect(outcome.confirmed == Self.expected, "\(name):\(passage)")
            #expect(outcome.ids.count == Self.expected.count, "\(name):\(passage)")
        }
    }

    @Test("is noticed by these tests when a commit forgets its outbox")
    func oracle() async throws {
        let outcome = try await runStory(fault: "skip-outbox")
        #expect(outcome.confirmed != Self.expected)
    }

    private static let expected: Set<String> = [
        "alert.fired low", "alert.fired big", "alert.resolved low",
    ]

    private struct Outcome {
        /// What the receiver's own log confirms.
        let confirmed: Set<String>
        /// The distinct ids it got.
        let ids: Set<String>
    }

    /// Plays baseline, low and big, recovery; each cycle dies where `fault` says and is repeated.
    private func runStory(fault: String) async throws -> Outcome {
        let stage = try await Stage()
        let isDeadly = fault != "skip-outbox"
        try await cycle(stage, fault, isDeadly)
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.pay("-700.00", from: "Brukskonto")
        try await cycle(stage, fault, isDeadly)
        try await stage.bank.perform(
            #"{"action":"transfer","from":"Brukskonto","to":"Lommepenger","amount":400.00}"#)
        try await cycle(stage, fault, isDeadly)
        for _ in 0..<2 { #expect(try await stage.once() == 0) }
        return Outcome(
            confirmed: Set(stage.receiver.words), ids: Set(stage.receiver.entries.compactMap(\.id)))
    }

    private func cycle(_ stage: Stage, _ fault: String, _ isDeadly: Bool) async throws {
        let code = try await stage.once(environment: ["SALDOVAKT_FAULT": fault])
        // A point that this cycle passes less often than asked for lets it live.
        #expect(code == -SIGKILL || code == 0)
        if isDeadly { #expect(try await stage.once() == 0) }
    }
}
