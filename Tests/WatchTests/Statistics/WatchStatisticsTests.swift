import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("A watcher's counters")
struct WatchStatisticsTests {
    private func statistics(of stage: WatchStage) -> WatchStatistics {
        var statistics = WatchStatistics(sources: [
            SourceStatistics(id: Make.source, interval: .seconds(300))
        ])
        for event in stage.events { statistics.take(event) }
        return statistics
    }

    @Test("follow polls, rules and notices")
    func counting() async throws {
        let stage = WatchStage()
        stage.answer("500.00")
        stage.answer("50.00")
        var watcher = try await stage.watcher(["balance under 100 NOK", "new debit over 500"])
        _ = await watcher.cycleOnce()
        stage.clock.advance(by: 300)
        _ = await watcher.cycleOnce()
        let counted = statistics(of: stage)
        #expect(counted.rules == 2)
        #expect(counted.startedAt == Make.instant("2026-03-06T09:00:00Z"))
        #expect(counted.cycles == 2)
        #expect(counted.completeCycles == 2)
        #expect(counted.evaluations == 4)
        #expect(counted.notifications == 1)
        #expect(counted.sources[0].polls == 2)
        #expect(counted.sources[0].lastSuccess == Make.instant("2026-03-06T09:05:00Z"))
        #expect(counted.sources[0].nextSlot == Make.instant("2026-03-06T09:10:00Z"))
        #expect(counted.sources[0].missedSlots == 0)
    }

    @Test("tell errors of a bank by kind, and keep its last success")
    func failures() async throws {
        let stage = WatchStage()
        stage.answer("500.00")
        stage.bank.append(
            .failed(SourceFailure(kind: .timedOut, problem: "no answer", fix: "wait")))
        stage.bank.append(.throttled(retryAfter: nil))
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        for _ in 0..<3 {
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 300)
        }
        let source = statistics(of: stage).sources[0]
        #expect(source.failures == [.timedOut: 1, .throttled: 1])
        #expect(source.lastSuccess == Make.instant("2026-03-06T09:00:00Z"))
        #expect(source.lastPoll == Make.instant("2026-03-06T09:10:00Z"))
        #expect(statistics(of: stage).completeCycles == 1)
    }

    @Test("count the slots that passed while nobody could poll")
    func missedSlots() async throws {
        let stage = WatchStage()
        stage.answer("500.00")
        stage.answer("500.00")
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        _ = await watcher.cycleOnce()
        stage.clock.advance(by: 1_000)
        _ = await watcher.cycleOnce()
        // Due at 300; 600 and 900 passed.
        #expect(statistics(of: stage).sources[0].missedSlots == 2)
    }

    @Test("call trouble news, and a quiet poll none")
    func news() {
        var statistics = WatchStatistics(sources: [
            SourceStatistics(id: Make.source, interval: .seconds(300))
        ])
        let at = Make.instant("2026-03-06T09:00:00Z")
        for event: WatchEvent in [
            .polled(report(.complete)), .cycled(isComplete: true), .waiting(until: at),
            .rulesDoubtful([]), .stopped(at: at),
        ] {
            let isNews = statistics.take(event)
            #expect(!isNews)
        }
        for event: WatchEvent in [
            .started(rules: 1, at: at, isNew: false), .polled(report(.throttled(retryAfter: nil))),
            .polled(report(.complete, missedSlots: 1)), .cycled(isComplete: false),
            .rulesLoaded(count: 1, findings: []), .rulesRejected([]),
            .storeFailed(.diskFull(path: "x")), .clockStepped(by: 60, count: 1),
            .delivered(channel: "phone", notificationID: "ntc_1", at: at),
        ] {
            let isNews = statistics.take(event)
            #expect(isNews)
        }
    }

    private func report(_ outcome: SnapshotOutcome, missedSlots: Int = 0) -> PollReport {
        PollReport(
            source: Make.source, at: Make.instant("2026-03-06T09:00:00Z"), outcome: outcome,
            shortfalls: [], known: [:], changedTransactions: 0, isCommitted: true,
            isCompleteCycle: outcome == .complete, missedSlots: missedSlots, nextSlot: nil)
    }

    @Test("know whether the rules in force are those of the file")
    func reloads() {
        var counted = WatchStatistics()
        counted.take(.rulesRejected([]))
        #expect(counted.areRulesOutdated)
        counted.take(.rulesLoaded(count: 5, findings: []))
        #expect(!counted.areRulesOutdated)
        #expect(counted.rules == 5)
        #expect(counted.reloads == 1)
        #expect(counted.refusedReloads == 1)
    }
}
