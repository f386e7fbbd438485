import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Absence")
struct AbsenceTests {
    private static let sentence = "no credit over 20 000 NOK from 'Acme*' by the 15th"

    /// Reads the accounts completely at an instant, with these new rows.
    private func read(
        _ scene: inout Scene, at instant: String, _ rows: [TransactionObservation] = []
    ) -> [Verdict] {
        scene.account(Make.account(), at: instant)
        return scene.poll(rows.map { Scene.appeared($0, at: instant) }, at: instant)
    }

    private func pay(_ day: String, _ amount: String = "30000.00") -> TransactionObservation {
        Make.observation(amount, day, text: "ACME AS")
    }

    @Test("is about the newest deadline that may be judged")
    func subject() {
        var scene = Scene(Self.sentence)
        let before = read(&scene, at: "2026-03-16T07:59:00Z")
        #expect(before.map(\.subject) == [.deadline(account: nil, day: Make.day("2026-02-15"))])
        let after = read(&scene, at: "2026-03-16T08:00:00Z")
        #expect(after.map(\.subject) == [.deadline(account: nil, day: Make.day("2026-03-15"))])
        #expect(after.map(\.finding) == [.holds])
        #expect(after.first?.evidence.since == Make.instant("2026-03-15T23:00:00Z"))
    }

    @Test(
        "takes the row by its day, sender and amount",
        arguments: [
            ("2026-02-15", "30000.00", false), ("2026-02-16", "30000.00", true),
            ("2026-03-15", "20000.01", true), ("2026-03-15", "20000.00", false),
        ])
    func window(day: String, amount: String, isMet: Bool) {
        var scene = Scene(Self.sentence)
        // February's own row; without it, the next one would be February's, late.
        scene.seed([Make.transaction(pay("2026-02-14"), firstSeen: "2026-02-14T09:00:00Z")])
        _ = read(&scene, at: "2026-03-15T12:00:00Z", [pay(day, amount)])
        let found = read(&scene, at: "2026-03-16T09:00:00Z").first
        #expect(found?.finding == (isMet ? .clear(isRecovered: true) : .holds))
    }

    @Test("is unknown until everything was read completely after the deadline")
    func needsReading() {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2026-03-16T07:00:00Z")
        #expect(scene.poll(at: "2026-03-16T08:30:00Z").map(\.finding) == [.unknown(.stale)])
        scene.change("a1") { $0.freshAt = Make.instant("2026-03-16T08:35:00Z") }
        #expect(scene.poll(at: "2026-03-16T08:35:00Z").map(\.finding) == [.unknown(.stale)])
        scene.source(
            SourceFacts(id: Make.source, failingSince: Make.instant("2026-03-16T08:40:00Z")))
        #expect(scene.poll(at: "2026-03-16T08:40:00Z").map(\.finding) == [.unknown(.sourceFailing)])
        scene.source(SourceFacts(id: Make.source))
        #expect(read(&scene, at: "2026-03-16T08:45:00Z").map(\.finding) == [.holds])
    }

    @Test("what came in time is known although the bank fails")
    func metAnyway() {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2026-03-14T07:00:00Z", [pay("2026-03-13")])
        scene.source(
            SourceFacts(id: Make.source, failingSince: Make.instant("2026-03-15T08:40:00Z")))
        let found = scene.poll(at: "2026-03-16T09:00:00Z")
        #expect(found.map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("is learning while the known history does not cover the window")
    func learning() {
        var scene = Scene(Self.sentence)
        scene.account(
            Make.account(), at: "2026-03-16T09:00:00Z", firstSeen: "2026-02-17T09:00:00Z")
        #expect(scene.poll(at: "2026-03-16T09:00:00Z").map(\.finding) == [.unknown(.learning)])
        scene.change("a1") { $0.coveredFrom = Make.day("2026-02-16") }
        #expect(scene.poll(at: "2026-03-16T09:00:00Z").map(\.finding) == [.holds])
    }

    @Test("finds the late row, and a row of the window that is seen late")
    func late() {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2026-03-16T09:00:00Z")
        var other = scene
        let late = read(&scene, at: "2026-03-17T09:00:00Z", [pay("2026-03-17")]).first
        #expect(late?.finding == .clear(isRecovered: true))
        #expect(late?.evidence.deadline?.isMet == false)
        #expect(late?.evidence.deadline?.arrival?.transactionDate == Make.day("2026-03-17"))
        let backdated = read(&other, at: "2026-03-17T09:00:00Z", [pay("2026-03-15")]).first
        #expect(backdated?.evidence.deadline?.isMet == true)
    }

    @Test("a late row is used up though a row of the window turns up after it (D30)")
    func usedUp() {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2026-03-16T09:00:00Z")
        _ = read(&scene, at: "2026-03-17T09:00:00Z", [pay("2026-03-17")])
        _ = read(&scene, at: "2026-03-20T09:00:00Z", [pay("2026-03-14")])
        #expect(read(&scene, at: "2026-04-16T09:00:00Z").map(\.finding) == [.holds])
    }

    /// A credit on the account of another bank.
    private func paid(_ day: String, on account: AccountObservation, seen instant: String)
        -> TransactionChange
    {
        let row = Transaction(
            id: Make.accountID(day), accountID: account.account.id, observed: pay(day),
            firstSeen: Make.instant(instant))
        return TransactionChange(before: nil, after: row, cause: .appeared)
    }

    @Test("a row in time at one bank counts though a late one was seen at another before it")
    func lateAtAnotherBank() {
        var scene = Scene("no credit by the 15th")
        let other = Make.account("b1", name: "Sparekonto", source: "nordbanken")
        scene.account(other, at: "2026-03-15T09:00:00Z")
        let early = read(&scene, at: "2026-03-16T09:04:00Z", [pay("2026-03-16")])
        #expect(early.map(\.finding) == [.unknown(.stale)])
        let instant = "2026-03-16T09:05:00Z"
        scene.account(other, at: instant)
        let found = scene.poll([paid("2026-03-15", on: other, seen: instant)], at: instant).first
        #expect(found?.finding == .clear(isRecovered: true))
        #expect(found?.evidence.deadline?.isMet == true)
    }

    @Test("a deadline that was met waits while an earlier one can't be judged at another bank")
    func earlierAtAnotherBank() {
        var scene = Scene("no credit by the 15th")
        let other = Make.account("b1", name: "Sparekonto", source: "nordbanken")
        scene.account(other, at: "2026-03-01T09:00:00Z")
        let early = read(&scene, at: "2026-04-16T09:00:00Z", [pay("2026-04-15")])
        #expect(early.map(\.finding) == [.unknown(.stale)])
        scene.account(other, at: "2026-04-16T09:05:00Z")
        let found = scene.poll(at: "2026-04-16T09:05:00Z")
        #expect(found.map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("always a little late is late every time")
    func everyMonth() {
        var scene = Scene(Self.sentence)
        scene.seed(["2026-01-17", "2026-02-17"].map { Make.transaction(pay($0)) })
        scene.account(Make.account(), at: "2026-03-16T09:00:00Z", firstSeen: "2025-12-01T09:00:00Z")
        let found = scene.poll(at: "2026-03-16T09:00:00Z").first
        #expect(found?.finding == .holds)
        #expect(found?.evidence.earlierDeadlines.map(\.isMet) == [false, false])
        #expect(found?.evidence.earlierDeadlines.allSatisfy { $0.arrival != nil } == true)
    }

    @Test(
        "what is nearer to the next deadline ends the wait for the old one and counts for the new",
        arguments: [
            ("2026-03-01", Verdict.Finding.holds), ("2026-03-02", .clear(isRecovered: true)),
        ])
    func nearer(day: String, expected: Verdict.Finding) {
        var scene = Scene(Self.sentence)
        scene.seed([Make.transaction(pay(day))])
        let found = read(&scene, at: "2026-03-16T09:00:00Z").first
        #expect(found?.evidence.earlierDeadlines.last?.arrival != nil)
        #expect(found?.finding == expected)
    }

    @Test("a reservation counts, its booking is the same row, a dropped one counts no more")
    func reservation() {
        var scene = Scene("no debit at 'Hafslund*' by the 15th")
        let reserved = Make.reservation("-900.00", "2026-03-14", text: "HAFSLUND")
        _ = read(&scene, at: "2026-03-14T09:00:00Z", [reserved])
        let transaction = Make.transaction(reserved, firstSeen: "2026-03-14T09:00:00Z")
        #expect(
            read(&scene, at: "2026-03-16T09:00:00Z").map(\.finding)
                == [.clear(isRecovered: true)])
        let dropped = TransactionChange(before: transaction, after: nil, cause: .dropped)
        scene.account(Make.account(), at: "2026-03-17T09:00:00Z")
        #expect(scene.poll([dropped], at: "2026-03-17T09:00:00Z").map(\.finding) == [.holds])
    }

    @Test("one alert for all accounts together, one for each where the sentence says so")
    func accounts() {
        var scene = Scene("no credit by the 15th", "no credit on each account by the 15th")
        for account in [Make.account(), Make.account("a2", name: "Sparekonto")] {
            scene.account(account, at: "2026-03-16T09:00:00Z")
        }
        let rows = [Scene.appeared(pay("2026-03-10"), at: "2026-03-16T09:00:00Z")]
        let found = scene.poll(rows, at: "2026-03-16T09:00:00Z")
        let day = Make.day("2026-03-15")
        #expect(
            found.map(\.subject) == [
                .deadline(account: nil, day: day),
                .deadline(account: Make.accountID("a1"), day: day),
                .deadline(account: Make.accountID("a2"), day: day),
            ])
        #expect(
            found.map(\.finding)
                == [.clear(isRecovered: true), .clear(isRecovered: true), .holds])
    }

    @Test("an amount with a currency leaves accounts in others alone (RL-4)")
    func currency() {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2026-03-16T09:00:00Z")
        scene.account(Make.account("a9"), at: "2026-03-01T09:00:00Z")
        let stale = scene.poll(at: "2026-03-16T09:00:00Z")
        #expect(stale.map(\.finding) == [.unknown(.stale)])
        let euro = AccountObservation(
            details: Make.details("a9", currency: Currency(code: "EUR") ?? .nok), kind: .asset,
            booked: nil, available: nil)
        scene.change("a9") { $0.account = euro.account }
        #expect(scene.poll(at: "2026-03-16T09:00:00Z").map(\.finding) == [.holds])
    }

    @Test("asks for as much history as it looks at")
    func history() {
        #expect(
            Scene(Self.sentence).historyNeeded(at: "2026-03-20T09:00:00Z")
                == Make.day("2025-02-15"))
        #expect(
            Scene("no credit by monday").historyNeeded(at: "2026-03-20T09:00:00Z")
                == Make.day("2025-09-15"))
        #expect(
            Scene("no credit in the last 14 days").historyNeeded(at: "2026-03-20T09:00:00Z")
                == Make.day("2026-02-04"))
    }

    @Test(
        "asks for earlier rows if the deadline before may have used up the oldest row",
        arguments: [("2025-02-17", "2023-12-15"), ("2025-03-10", "2025-02-15")])
    func earlierHistory(day: String, needed: String) {
        var scene = Scene(Self.sentence)
        _ = read(&scene, at: "2025-02-10T09:00:00Z")
        _ = read(&scene, at: "\(day)T09:00:00Z", [pay(day)])
        #expect(scene.historyNeeded(at: "2026-03-20T09:00:00Z") == Make.day(needed))
    }

    @Test(
        "in the last days: today counts, and everything must be read after the last row grew old",
        arguments: [
            ("2026-03-14T22:59:00Z", "clear"), ("2026-03-14T23:01:00Z", "holds"),
        ])
    func rolling(instant: String, expected: String) {
        var scene = Scene("no transaction in the last 14 days")
        _ = read(&scene, at: "2026-03-01T09:00:00Z", [pay("2026-03-01")])
        let found = read(&scene, at: instant).first
        #expect(found?.subject == .deadline(account: nil, day: nil))
        #expect(found?.finding == (expected == "holds" ? .holds : .clear(isRecovered: true)))
    }

    @Test("in the last hours: counted from when a row was first seen (D14)")
    func rollingHours() {
        var scene = Scene("no transaction in the last 6 hours")
        _ = read(&scene, at: "2026-03-06T09:00:00Z", [pay("2026-03-04")])
        #expect(
            read(&scene, at: "2026-03-06T15:00:00Z").map(\.finding)
                == [.clear(isRecovered: true)])
        #expect(read(&scene, at: "2026-03-06T15:01:00Z").map(\.finding) == [.holds])
        #expect(scene.poll(at: "2026-03-06T15:05:00Z").map(\.finding) == [.unknown(.stale)])
    }
}
