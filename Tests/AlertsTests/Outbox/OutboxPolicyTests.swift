import Alerts
import Foundation
import Rules
import Testing

@Suite("Retries")
struct OutboxPolicyTests {
    private let start = Date(timeIntervalSince1970: 1_772_787_600)
    private let problem = DeliveryProblem(reason: .server, problem: "answered 503", fix: "wait")

    private func entry(
        attempts: Int, tried seconds: Int = 0, refusals: Int = 0
    ) -> OutboxEntry {
        let data = NotificationCodingSamples.data
        var entry = OutboxEntry(
            channel: "hook",
            notification: AlertNotification(
                type: .fired, id: "ntc_1", timestamp: start, data: data),
            alertKey: "a", createdAt: start)
        entry.attempts = attempts
        entry.triedMilliseconds = seconds * 1_000
        entry.refusals = refusals
        return entry
    }

    private func result(
        _ outcome: DeliveryOutcome, attempts: Int = 1, after seconds: Double = 0,
        tried: Int = 0, refusals: Int = 0, policy: OutboxPolicy = OutboxPolicy()
    ) -> OutboxResult {
        var chance = SeededGenerator(seed: 7)
        return policy.result(
            of: entry(attempts: attempts, tried: tried, refusals: refusals), outcome: outcome,
            now: start + seconds, jitter: &chance)
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
            let wait = OutboxPolicy().wait(after: attempts, using: &chance)
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

    @Test("never comes before the receiver wants, nor later than a week because of it (D76)")
    func wish() throws {
        let policy = OutboxPolicy(spread: 0)
        for (wish, expected) in [(1, 5.0), (7, 7), (90_000, 90_000), (700_000, 604_800), (-5, 5)] {
            let result = result(
                .retry(problem, after: .seconds(wish)), attempts: 1, policy: policy)
            #expect(result.dueAt == start + expected)
        }
    }

    @Test("gives up at the age limit, after one attempt at it")
    func ageLimit() {
        let late = result(.retry(problem, after: nil), attempts: 9, after: 82_000, tried: 82_000)
        #expect(late.state == .waiting)
        #expect(late.dueAt == start + 86_400)
        #expect(late.triedMilliseconds == 86_400_000)
        let over = result(
            .retry(problem, after: nil), attempts: 10, after: 86_400, tried: 86_400)
        #expect(over.state == .gaveUp)
        #expect(over.problem == problem)
        #expect(over.dueAt == nil)
    }

    @Test("time in which nothing ran does not count for the age limit (D83)")
    func weekend() {
        let first = result(.retry(problem, after: nil))
        #expect(first.triedMilliseconds < 7_000)
        let monday = result(
            .retry(problem, after: nil), attempts: 2, after: 250_000, tried: 5)
        #expect(monday.state == .waiting)
        #expect(monday.triedMilliseconds < 45_000)
    }

    @Test("after a start everything is due at once, and the rest of its wait does not count (D83)")
    func resumed() throws {
        var waiting = entry(attempts: 9, tried: 86_000)
        waiting.dueAt = start + 43_200
        let plan = try #require(
            OutboxPolicy().resumed(waiting, at: start + 30_000, servedUntil: start + 1_200))
        #expect(plan.dueAt == start + 30_000)
        #expect(plan.triedMilliseconds == 44_000_000)
        waiting.problem = DeliveryProblem(reason: .rateLimited, problem: "later", fix: "wait")
        let later = OutboxPolicy().resumed(
            waiting, at: start + 30_000, servedUntil: start + 1_200)
        #expect(later?.dueAt == waiting.dueAt)
    }

    @Test("a clock that is set back delays nothing, nor asks a busy receiver sooner (D83)")
    func stepBack() {
        var waiting = entry(attempts: 2, tried: 35)
        waiting.dueAt = start + 30
        let now = start - 86_400
        #expect(
            OutboxPolicy().resumed(waiting, at: now, servedUntil: start)?.dueAt == now)
        waiting.problem = DeliveryProblem(reason: .rateLimited, problem: "later", fix: "wait")
        #expect(
            OutboxPolicy().resumed(waiting, at: now, servedUntil: start)?.dueAt == now + 30)
    }

    @Test("a receiver that asks to come in a week is asked again then, and once more (D76, D83)")
    func longWish() {
        let busy = DeliveryProblem(reason: .rateLimited, problem: "answered 429", fix: "wait")
        let first = result(.retry(busy, after: .seconds(604_800)))
        #expect(first.dueAt == start + 604_800)
        #expect(first.triedMilliseconds < 7_000)
        let second = result(
            .retry(busy, after: .seconds(604_800)), attempts: 2, after: 604_800, tried: 5)
        #expect(second.state == .waiting)
    }

    @Test("refusals in a row are tried for hours, then the notification is given up")
    func refusalHours() {
        var tried = 0
        var refusals = 0
        for attempt in 1... {
            let next = result(
                .refused(problem), attempts: attempt, tried: tried, refusals: refusals)
            guard next.state == .waiting else { break }
            (tried, refusals) = (next.triedMilliseconds / 1_000, next.refusals)
        }
        #expect((3 * 3_600...8 * 3_600).contains(tried))
    }

    @Test("a refusal is final when it comes for the eighth time in a row")
    func refusals() {
        let first = result(.refused(problem))
        #expect(first.state == .waiting)
        #expect(first.refusals == 1)
        #expect(result(.retry(problem, after: nil), refusals: 3).refusals == 0)
        #expect(result(.refused(problem), attempts: 9, refusals: 6).state == .waiting)
        #expect(result(.refused(problem), refusals: 7).state == .gaveUp)
    }

    @Test("ends at once where no retry can help")
    func final() {
        #expect(result(.delivered).state == .delivered)
        #expect(result(.delivered).problem == nil)
        #expect(result(.channelClosed(problem)).state == .gaveUp)
        #expect(result(.channelClosed(problem)).problem == problem)
        #expect(result(.partlyRefused(problem)).state == .delivered)
        #expect(result(.partlyRefused(problem)).problem == problem)
    }

    @Test("an attempt that the program's stop cut short is due again at once")
    func cancelled() {
        let stop = DeliveryProblem(reason: .cancelled, problem: "stopping", fix: "")
        let result = result(.retry(stop, after: nil), attempts: 5, after: 90_000)
        #expect(result.state == .waiting)
        #expect(result.dueAt == start + 90_000)
        // It is no failure, so that a channel does not count as failing because of it.
        #expect(result.problem == nil)
    }
}

/// Content for entries whose content does not matter.
enum NotificationCodingSamples {
    static let data = NotificationData(
        rule: nil, kind: .level, reason: .entered, title: "t", body: "b")
}
