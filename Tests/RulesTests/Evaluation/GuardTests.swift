import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Events behind while, and the age of reservations")
struct GuardTests {
    private static let row = Make.reservation("-600.00", "2026-03-06")
    private static let id = Make.transaction(row).id

    /// A rule on an account whose bank has not said its balance yet.
    private func waiting() -> Scene {
        var scene = Scene("new debit over 500 while balance is under 1000")
        scene.account(Make.account(booked: nil))
        return scene
    }

    private func know(_ scene: inout Scene, _ balance: String) {
        scene.change("a1") { $0.booked = Make.money(balance) }
    }

    @Test("what can't be known waits, with the values of its newest transaction")
    func waits() {
        var scene = waiting()
        #expect(scene.new(Self.row).map(\.finding) == [.unknown(.missingFigure)])
        #expect(scene.poll().map(\.finding) == [.unknown(.missingFigure)])
        let booked = Make.observation("-650.00", "2026-03-06")
        let change = Scene.booked(Self.row, as: booked)
        #expect(scene.poll([change]).map(\.finding) == [.unknown(.missingFigure)])
        know(&scene, "999.99")
        let verdict = scene.poll().first
        #expect(verdict?.finding == .occurred)
        #expect(verdict?.evidence.value == Make.money("-650.00"))
        #expect(scene.poll().isEmpty)
    }

    @Test("what waits is taken back when its transaction goes, or after a month")
    func forgotten() {
        var dropped = waiting()
        _ = dropped.new(Self.row)
        let gone = TransactionChange(
            before: Make.transaction(Self.row), after: nil, cause: .dropped)
        #expect(dropped.poll([gone]).map(\.finding) == [.clear(isRecovered: true)])
        #expect(dropped.poll().isEmpty)
        var old = waiting()
        _ = old.new(Self.row)
        let month = "2026-04-06T09:00:01Z"
        #expect(old.poll(at: month).map(\.finding) == [.clear(isRecovered: true)])
        #expect(old.poll(at: month).isEmpty)
    }

    @Test("a new evaluator takes over what waited; what has gone meanwhile is taken back")
    func restart() {
        let since = Make.instant("2026-03-06T09:00:00Z")
        func event(_ transaction: Transaction?) -> WaitingEvent {
            WaitingEvent(
                ruleID: "new debit over 500 while balance is under 1000",
                transactionID: Self.id, transaction: transaction, since: since)
        }
        var scene = waiting()
        scene.seed(waiting: [event(Make.transaction(Self.row))])
        know(&scene, "900")
        let verdict = scene.poll().first
        #expect(verdict?.finding == .occurred)
        #expect(verdict?.evidence.limit == Make.money("500.00"))
        var gone = waiting()
        gone.seed(waiting: [event(nil)])
        #expect(gone.poll().map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("what is not so is no event")
    func isNot() {
        var scene = waiting()
        know(&scene, "1000")
        #expect(scene.new(Self.row).isEmpty)
    }

    @Test("a reservation is told once when its day has come, also by a new evaluator")
    func reservation() {
        /// The account was last read completely at `instant`.
        func scene(readAt instant: String) -> Scene {
            var scene = Scene("a reservation is older than 8 days")
            scene.account(Make.account())
            read(&scene, at: instant)
            return scene
        }
        func read(_ scene: inout Scene, at instant: String) {
            scene.change("a1") {
                $0.freshAt = Make.instant(instant)
                $0.completeAt = $0.freshAt
            }
        }
        func events(_ scene: inout Scene, _ instant: String) -> [Verdict] {
            scene.poll(at: instant).filter { $0.finding == .occurred }
        }
        var running = scene(readAt: "2026-03-14T22:00:00Z")
        _ = running.new(Self.row)
        #expect(events(&running, "2026-03-14T22:59:59Z").isEmpty)
        // It may have been booked by now: an answer of the day itself has to be complete (D78).
        #expect(events(&running, "2026-03-14T23:00:00Z").isEmpty)
        read(&running, at: "2026-03-14T23:00:00Z")
        let notified = events(&running, "2026-03-14T23:00:00Z")
        #expect(notified.map(\.subject) == [.transaction(Self.id)])
        #expect(notified.first?.evidence.since == Make.instant("2026-03-14T23:00:00Z"))
        #expect(events(&running, "2026-03-14T23:05:00Z").isEmpty)
        var started = scene(readAt: "2026-03-14T23:10:00Z")
        #expect(started.historyNeeded(at: "2026-03-14T23:10:00Z") == Make.day("2025-12-07"))
        started.seed([Make.transaction(Self.row)])
        #expect(events(&started, "2026-03-14T23:10:00Z").count == 1)
        // Old figures: the reservation may be booked by now.
        var stale = scene(readAt: "2026-03-14T22:00:00Z")
        stale.seed([Make.transaction(Self.row)])
        #expect(events(&stale, "2026-03-15T09:00:00Z").isEmpty)
    }
}
