import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("Schedule")
struct ScheduleTests {
    private let start = Make.instant("2026-03-06T09:00:00Z")

    @Test(
        "takes the next slot of the grid, whatever was missed",
        arguments: [(0, 300), (1, 300), (299, 300), (300, 600), (700, 900), (86_400, 86_700)])
    func next(elapsed: Int, slot: Int) {
        let schedule = Schedule(start: start, interval: .seconds(300))
        let next = schedule.next(after: start.addingTimeInterval(Double(elapsed)))
        #expect(next == start.addingTimeInterval(Double(slot)))
    }

    @Test("does not wait for the old time when the clock was set back")
    func clockSetBack() {
        let schedule = Schedule(start: start, interval: .seconds(300))
        let now = start.addingTimeInterval(-86_400)
        #expect(schedule.next(after: now).timeIntervalSince(now) <= 300)
    }

    @Test("a bank that is read every few hours is read up to a quarter of an hour late")
    func jitter() {
        let hours = Duration.seconds(6 * 3_600)
        var schedule = BankSchedule(start: start, interval: hours)
        let answer = Make.snapshot("2026-03-06T09:00:00Z")
        let late = (1...8).map { number in
            let slot = start.addingTimeInterval(Double(number) * 21_600)
            _ = schedule.advance(after: answer, now: slot.addingTimeInterval(-20_000))
            return schedule.due.timeIntervalSince(slot)
        }
        #expect(late.allSatisfy { (0..<900).contains($0) } && Set(late).count > 4)
        var often = BankSchedule(start: start, interval: .seconds(3_600))
        _ = often.advance(after: answer, now: start)
        #expect(often.due == start.addingTimeInterval(3_600))
    }

    @Test("goes on after a restart at the slot behind the last poll")
    func resumes() {
        let hours = Duration.seconds(6 * 3_600)
        var facts = SourceFacts(id: Make.source, lastComplete: start, lastAttempt: start)
        let now = start.addingTimeInterval(3_600)
        var bank = BankSchedule(start: now, interval: hours)
        bank.resume(after: facts, at: now)
        #expect((21_600.0..<22_500).contains(bank.due.timeIntervalSince(start)))
        #expect(bank.isGood(at: now) && !bank.isDue(at: now))
        // A slot that has passed is not waited for again.
        let late = start.addingTimeInterval(90_000)
        bank = BankSchedule(start: late, interval: hours)
        bank.resume(after: facts, at: late)
        #expect(bank.isDue(at: late) && !bank.isGood(at: late))
        // Neither is one after a time that is yet to come: the clock was set back.
        let early = start.addingTimeInterval(-60)
        bank = BankSchedule(start: early, interval: hours)
        bank.resume(after: facts, at: early)
        #expect(bank.isDue(at: early))
        facts.lastAttempt = now
        bank = BankSchedule(start: now, interval: hours)
        bank.resume(after: facts, at: now)
        #expect(!bank.isDue(at: now) && !bank.isGood(at: now), "the last answer was not complete")
    }

    @Test(
        "is polled at once after a restart that may follow a correction",
        arguments: [
            (SourceFailure.Kind.refused, true), (.unreachable, true), (.server, false),
            (.timedOut, false), (.malformed, false), (.throttled, false),
        ])
    func resumesAfterFailure(kind: SourceFailure.Kind, isAtOnce: Bool) {
        let facts = SourceFacts(
            id: Make.source, lastAttempt: start,
            failure: SourceFailure(kind: kind, problem: "p", fix: "f"))
        let now = start.addingTimeInterval(60)
        var bank = BankSchedule(start: now, interval: .seconds(900))
        bank.resume(after: facts, at: now)
        #expect(bank.isDue(at: now) == isAtOnce)
    }

    @Test("is polled at once if somebody asks, unless the bank has asked to come later")
    func hasten() {
        var bank = BankSchedule(start: start, interval: .seconds(300))
        _ = bank.advance(after: Make.snapshot("2026-03-06T09:00:00Z"), now: start)
        let asked = start.addingTimeInterval(10)
        bank.hasten(at: asked)
        #expect(bank.isDue(at: asked))
        let later = Make.snapshot(
            "2026-03-06T09:00:10Z", outcome: .throttled(retryAfter: .seconds(60)))
        _ = bank.advance(after: later, now: asked)
        bank.hasten(at: asked)
        #expect(!bank.isDue(at: asked))
    }

    @Test("is polled at once after a sign-in, again where a poll was under way")
    func signIn() {
        var bank = BankSchedule(start: start, interval: .seconds(21_600))
        bank.begin(Task {})
        let asked = start.addingTimeInterval(10)
        bank.noteSignIn(at: asked)
        #expect(!bank.isDue(at: asked))
        _ = bank.advance(after: Make.failure("2026-03-06T09:00:10Z", .refused), now: asked)
        #expect(bank.isDue(at: asked))
        bank.begin(Task {})
        _ = bank.advance(after: Make.snapshot("2026-03-06T09:00:20Z"), now: asked)
        #expect(!bank.isDue(at: asked))
    }

    @Test("a bank that wants no question and does not say until when is asked more and more seldom")
    func backsOff() {
        var bank = BankSchedule(start: start, interval: .seconds(900))
        let later = Make.snapshot("2026-03-06T09:00:00Z", outcome: .throttled(retryAfter: nil))
        let waits = (0..<5).map { _ in
            let now = bank.due
            _ = bank.advance(after: later, now: now)
            return bank.due.timeIntervalSince(now)
        }
        let least: [Double] = [900, 900, 2_700, 3_600, 3_600]
        for (wait, least) in zip(waits, least) { #expect((least..<least + 1_080).contains(wait)) }
        #expect(Set(waits.map { $0.truncatingRemainder(dividingBy: 900) }).count > 3, "\(waits)")
        let now = bank.due
        _ = bank.advance(after: Make.snapshot("2026-03-06T09:00:00Z"), now: now)
        #expect(bank.due.timeIntervalSince(now) <= 900)
    }

    @Test("a pause of hours that a bank asked for is kept")
    func longPause() {
        var bank = BankSchedule(start: start, interval: .seconds(900))
        let later = Make.snapshot(
            "2026-03-06T09:00:00Z", outcome: .throttled(retryAfter: .seconds(7_200)))
        _ = bank.advance(after: later, now: start)
        #expect((7_200.0..<7_200 + 1_080).contains(bank.due.timeIntervalSince(start)))
    }

    @Test("keeps a pause that a bank asked for when the clock is set", arguments: [-86_400.0, 40])
    func pauseAndClock(step: Double) {
        var bank = BankSchedule(start: start, interval: .seconds(900))
        let later = Make.snapshot(
            "2026-03-06T09:00:00Z", outcome: .throttled(retryAfter: .seconds(7_200)))
        _ = bank.advance(after: later, now: start)
        let (due, review) = (bank.due, bank.review)
        let now = start.addingTimeInterval(100 + step)
        bank.noteClockStep(step, to: now, isRationed: false)
        #expect(bank.due == due + step && bank.review == review.map { $0 + step })
        #expect(bank.review != nil && !bank.isDue(at: now))
    }

    @Test(
        "a bank is polled at once when the clock is set, unless it counts reads",
        arguments: [true, false], [-86_400.0, 40])
    func clockSet(isRationed: Bool, step: Double) {
        var bank = BankSchedule(start: start, interval: .seconds(900))
        _ = bank.advance(after: Make.snapshot("2026-03-06T09:00:00Z"), now: start)
        bank.end(isComplete: true, at: start)
        let now = start.addingTimeInterval(100 + step)
        bank.noteClockStep(step, to: now, isRationed: isRationed)
        #expect(bank.due == (isRationed ? start + 900 + step : now))
        guard isRationed else { return }
        #expect(bank.isGood(at: now))
        _ = bank.advance(after: Make.snapshot("2026-03-06T09:15:00Z"), now: bank.due)
        #expect(bank.due == start + 1_800 + step)
    }

    @Test("keeps to the grid after the patience that a bank asked for")
    func notBefore() {
        let schedule = Schedule(start: start, interval: .seconds(300))
        let next = schedule.next(after: start, notBefore: start.addingTimeInterval(1_000))
        #expect(next == start.addingTimeInterval(1_200))
    }
}
