import Alerts
import Finance
import Foundation
import Rules
import Testing

@testable import Watch
@testable import saldovakt

/// What is not looked at while nothing moves, looked at all the same.
///
/// After every answer of every case it is repeated at random instants. Where the program would only
/// note the dates, the whole work must come to the same: the same facts, and nothing else.
@Suite("Repeated answers of all cases")
struct StandstillCaseTests {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "rules/cases")

    @Test("bring nothing but dates where nothing moves")
    func cases() async throws {
        var stills = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            guard file.hasSuffix(".json") else { continue }
            let bytes = try Data(contentsOf: Self.folder.appending(path: file))
            for entry in try CaseReader(Array(bytes), path: file).entries() {
                let found = try await Self.check(try entry.result.get(), entry.name)
                stills += found
            }
        }
        #expect(stills > 300)
    }

    /// Plays a case; gives how often it stood still.
    private static func check(_ ruleCase: RuleCase, _ name: String) async throws -> Int {
        guard let rules = ruleCase.rules.ruleSet else { return 0 }
        let store = InMemoryAlertStore()
        let answers = ruleCase.events.compactMap { event -> Snapshot? in
            if case .answer(let snapshot) = event { snapshot } else { nil }
        }
        guard let first = answers.first else { return 0 }
        var pipeline = try await ruleCase.builder.pipeline(
            for: rules, store: store, at: first.observedAt)
        var stills = 0
        for (index, answer) in answers.enumerated() {
            // The next answer is the end of what can be tried.
            let next = answers.indices.contains(index + 1) ? answers[index + 1].observedAt : nil
            for delay in [0.0, 60, 120] {
                let again = answer.repeated(after: delay)
                guard delay == 0 || next.map({ again.observedAt < $0 }) ?? true else { break }
                let outcome = pipeline.process(again, with: await store.holdings(for: again))
                await store.commit(outcome.commit)
                pipeline.accept(outcome)
            }
            guard pipeline.standstill != nil else { continue }
            stills += 1
            for delay in [180.0, 3_601, 21_700, 43_300, 80_000] {
                let again = answer.repeated(after: delay)
                guard pipeline.isRepeated(by: again) else { continue }
                var quick = pipeline
                quick.noteRepetition(of: again.source, at: again.observedAt)
                var whole = pipeline
                let outcome = whole.process(again, with: await store.holdings(for: again))
                #expect(outcome.decision.isEmpty, "\(name) after \(delay) s")
                #expect(outcome.evaluations.isEmpty, "\(name) after \(delay) s")
                #expect(outcome.facts == quick.facts, "\(name) after \(delay) s")
                #expect(outcome.commit.quietAnswer != nil, "\(name) after \(delay) s")
            }
        }
        return stills
    }
}

extension Snapshot {
    /// The same answer later.
    fileprivate func repeated(after delay: Double) -> Snapshot {
        Snapshot(
            source: source, observedAt: observedAt.addingTimeInterval(delay), outcome: outcome,
            accounts: accounts, transactions: transactions, scheduled: scheduled,
            shortfalls: shortfalls, cards: cards)
    }
}
