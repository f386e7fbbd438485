import Alerts
import Finance
import TestSupport
import Testing

@testable import Console
@testable import Watch

@Suite("Troubles")
struct ProblemLogTests {
    private let words = EventStrings(zone: Make.oslo)

    private func failing(_ reason: DeliveryProblem.Reason, givesUp: Bool = false) -> WatchEvent {
        .deliveryFailed(
            channel: "hook", notificationID: "ntc_1",
            problem: DeliveryProblem(reason: reason, problem: "it failed", fix: "look at it"),
            retryAt: givesUp ? nil : Make.instant("2026-03-06T09:05:00Z"))
    }

    @Test("of a delivery name the notification behind the problem")
    func delivery() {
        #expect(
            words.problem(failing(.server, givesUp: true)) == """
                channel hook: error: [delivery-server] it failed (notification ntc_1)
                  fix: look at it; not tried again
                """)
    }

    @Test("of a bank that wants a pause name the moment until which it is left alone")
    func throttled() {
        let report = PollReport(
            source: "dnb", at: Make.instant("2026-03-06T09:00:00Z"),
            outcome: .throttled(retryAfter: .seconds(26_317)), shortfalls: [], known: [:],
            changedTransactions: 0, isCommitted: true, isCompleteCycle: false, missedSlots: 0,
            nextSlot: nil)
        #expect(
            words.problem(.polled(report))?.contains(
                "asks to come later, not before 2026-03-06 17:18:37\n") == true)
    }

    @Test("of a bank are errors, and what it remarks beside them a warning")
    func remark() {
        let failure = SourceFailure(kind: .server, problem: "p", fix: "f")
        let report = PollReport(
            source: "dnb", at: Make.instant("2026-03-06T09:00:00Z"), outcome: .partial,
            shortfalls: [failure, failure.asRemark], known: [:], changedTransactions: 0,
            isCommitted: true, isCompleteCycle: false, missedSlots: 0, nextSlot: nil)
        #expect(
            words.problem(.polled(report)) == """
                bank dnb: error: [bank-server] p
                  fix: f
                bank dnb: warning: [bank-remark] p
                  fix: f
                """)
    }

    @Test("are shown when they start and when they change, and again after they were over")
    func onceEach() {
        var book = ProblemLog()
        let delivered = WatchEvent.delivered(
            channel: "hook", notificationID: "ntc_1", at: Make.instant("2026-03-06T09:05:00Z"))
        let events = [
            failing(.server), failing(.server), failing(.timedOut), delivered, failing(.timedOut),
        ]
        #expect(
            events.map { book.take($0, words: words) != nil } == [true, false, true, false, true])
    }

    @Test("go on until they are over")
    func current() {
        var book = ProblemLog()
        _ = book.take(failing(.server), words: words)
        #expect(book.texts.count == 1)
        let delivered = WatchEvent.delivered(
            channel: "hook", notificationID: "ntc_1", at: Make.instant("2026-03-06T09:05:00Z"))
        _ = book.take(delivered, words: words)
        #expect(book.texts.isEmpty)
    }

    @Test("are shown every time when a notification is given up")
    func givenUp() {
        var book = ProblemLog()
        for _ in 0..<2 { #expect(book.take(failing(.client, givesUp: true), words: words) != nil) }
    }
}
