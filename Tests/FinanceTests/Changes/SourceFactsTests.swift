import Finance
import Foundation
import TestSupport
import Testing

@Suite("What is known about a bank connection")
struct SourceFactsTests {
    @Test("a failure starts once and keeps its first moment, a success ends it")
    func failing() {
        var facts = SourceFacts(id: "sbanken").after(Make.snapshot("2026-03-06T09:00:00Z"))
        #expect(facts.lastComplete == Make.instant("2026-03-06T09:00:00Z"))
        facts = facts.after(Make.failure("2026-03-06T09:05:00Z", .timedOut))
        facts = facts.after(Make.failure("2026-03-06T09:10:00Z", .refused))
        #expect(facts.failingSince == Make.instant("2026-03-06T09:05:00Z"))
        #expect(facts.failure?.kind == .refused)
        #expect(facts.lastSuccess == Make.instant("2026-03-06T09:00:00Z"))
        #expect(facts.lastAttempt == Make.instant("2026-03-06T09:10:00Z"))
        facts = facts.after(Make.snapshot("2026-03-06T09:15:00Z", outcome: .partial))
        #expect(facts.failingSince == nil && facts.failure == nil)
        #expect(facts.lastSuccess == Make.instant("2026-03-06T09:15:00Z"))
        #expect(facts.lastComplete == Make.instant("2026-03-06T09:00:00Z"))
    }

    @Test("a bank that asks for patience neither fails nor recovers")
    func throttled() {
        let failing = SourceFacts(id: "sbanken").after(Make.failure("2026-03-06T09:00:00Z"))
        let later = failing.after(
            Make.snapshot("2026-03-06T09:05:00Z", [], outcome: .throttled(retryAfter: .seconds(9))))
        #expect(later.failingSince == failing.failingSince)
        #expect(later.failure == failing.failure)
        #expect(later.lastAttempt == Make.instant("2026-03-06T09:05:00Z"))
        #expect(later.lastSuccess == nil)
    }

    @Test("only complete and partial answers have facts")
    func facts() {
        let failure = SourceFailure(kind: .server, problem: "p", fix: "f")
        #expect(SnapshotOutcome.complete.hasFacts && SnapshotOutcome.partial.hasFacts)
        #expect(!SnapshotOutcome.throttled(retryAfter: nil).hasFacts)
        #expect(!SnapshotOutcome.failed(failure).hasFacts)
    }
}
