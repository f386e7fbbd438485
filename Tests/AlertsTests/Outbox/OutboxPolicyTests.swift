import Alerts
import Foundation
import Rules
import Testing

@Suite("Retries")
struct OutboxPolicyTests {
    private let start = Date(timeIntervalSince1970: 1_772_787_600)
    private let problem = DeliveryProblem(reason: .server, problem: "answered 503", fix: "wait")

    private func entry(attempts: Int) -> OutboxEntry {
        let data = NoticeCodingSamples.data
        var entry = OutboxEntry(
            channel: "hook",
            notice: Notice(type: .fired, id: "ntc_1", timestamp: start, data: data),
            alertKey: "a", createdAt: start)
        entry.attempts = attempts
        return entry
    }

    private func result(
        _ outcome: DeliveryOutcome, attempts: Int = 1, after seconds: Double = 0,
        policy: OutboxPolicy = OutboxPolicy()
    ) -> OutboxResult {
        var chance = SeededGenerator(seed: 7)
        return policy.result(
            of: entry(attempts: attempts), outcome: outcome, now: start + seconds,
            jitter: &chance)
    }

    @Test(
        "waits longer after every attempt, within a fifth",
        arguments: [
            (1, 5), (2, 30), (3, 120), (4, 600), (5, 1_800), (6, 3_600), (7, 10_800),
            (8, 21_600), (9, 43_200), (30, 43_200),
        ])
    func waits(_ attempts: Int, _ seconds: Int) {
        var shortest = Duration.seconds(1_000_000)
        var longest = Duration.zero
        var chance = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let wait = RetryPolicy().wait(after: attempts, using: &chance)
            shortest = min(shortest, wait)
            longest = max(longest, wait)
        }
        let middle = Double(seconds)
        #expect(shortest >= .milliseconds(Int(middle * 800)))
        #expect(longest <= .milliseconds(Int(middle * 1_200)))
        #expect(shortest < .milliseconds(Int(middle * 850)))
        #expect(longest > .milliseconds(Int(middle * 1_150)))
    }

    @Test("the same chance gives the same instant, in whole milliseconds")
    func deterministic() throws {
        let first = result(.retry(problem, after: nil), attempts: 4)
        #expect(first == result(.retry(problem, after: nil), attempts: 4))
        let due = try #require(first.dueAt).timeIntervalSince1970 * 1_000
        #expect(abs(due - due.rounded()) < 0.01)
        #expect(first.state == .waiting)
        #expect(first.problem == problem)
    }

    @Test("never comes before the receiver wants, nor later than seven days because of it")
    func wish() throws {
        let policy = OutboxPolicy(
            retry: RetryPolicy(spread: 0, ageLimit: .seconds(30 * 86_400)))
        let wishes = [
            (1, 5.0), (7, 7), (90_000, 90_000), (604_800, 604_800), (700_000, 604_800), (-5, 5),
        ]
        for (wish, expected) in wishes {
            let result = result(
                .retry(problem, after: .seconds(wish)), attempts: 1, policy: policy)
            #expect(result.dueAt == start + expected)
        }
    }

    @Test("gives up at the age limit, after one attempt at it")
    func ageLimit() {
        let late = result(.retry(problem, after: nil), attempts: 9, after: 82_000)
        #expect(late.state == .waiting)
        #expect(late.dueAt == start + 86_400)
        let over = result(.retry(problem, after: nil), attempts: 10, after: 86_400)
        #expect(over.state == .gaveUp)
        #expect(over.problem == problem)
        #expect(over.dueAt == nil)
    }

    @Test("ends at once where no retry can help")
    func final() {
        #expect(result(.delivered).state == .delivered)
        #expect(result(.delivered).problem == nil)
        #expect(result(.refused(problem)).state == .gaveUp)
        #expect(result(.channelClosed(problem)).state == .gaveUp)
        #expect(result(.channelClosed(problem)).problem == problem)
    }

    @Test("an attempt that the program's stop cut short is due again at once")
    func cancelled() {
        let stop = DeliveryProblem(reason: .cancelled, problem: "stopping", fix: "")
        let result = result(.retry(stop, after: nil), attempts: 5, after: 90_000)
        #expect(result.state == .waiting)
        #expect(result.dueAt == start + 90_000)
    }
}

/// Content for entries whose content does not matter.
enum NoticeCodingSamples {
    static let data = NoticeData(
        rule: nil, kind: .level, reason: .entered, title: "t", body: "b")
}
