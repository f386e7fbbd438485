import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Watcher")
struct WatcherTests {
    @Test("tells a low balance once on entering and once when it has recovered")
    func level() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        for balance in ["500.00", "95.00", "90.00", "600.00"] {
            stage.answer(balance)
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 300)
        }
        #expect(stage.notified == ["alert.fired entered", "alert.resolved recovered"])
    }

    @Test("tells what is already so on the first run in one notice")
    func firstRun() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher([
            "balance under 100 NOK", "available under 200 NOK",
        ])
        stage.answer("50.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.digest alreadySo"])
    }

    @Test("tells nothing because of a restart, and goes on where it was")
    func restart() async throws {
        let stage = WatchStage()
        let purchase = Make.observation("-612.00", "2026-03-06", text: "PUMPESTASJON 44")
        for (balance, rows) in [("500.00", []), ("95.00", [purchase]), ("95.00", [purchase])] {
            var watcher = try await stage.watcher(["balance under 100 NOK", "new debit over 500"])
            stage.answer(balance, rows)
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 300)
        }
        #expect(stage.notified.sorted() == ["alert.fired entered", "alert.fired newTransaction"])
    }

    @Test("tells a purchase once, though it is first reserved and then booked under another text")
    func reservationAndBooking() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["new debit over 500"])
        let reserved = Make.reservation("-1249.00", "2026-03-06", text: "ELEKTROHJORNET A")
        let booked = Make.observation(
            "-1249.00", "2026-03-06",
            text: "*0000 06.03 NOK 1249.00 ELEKTROHJORNET AS FJORDBY Kurs: 1.0000",
            posted: "2026-03-09", type: .pointOfSale)
        for rows in [[], [reserved], [reserved], [booked], [booked]] {
            stage.answer("9000.00", rows)
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 86_400)
        }
        #expect(stage.notified == ["alert.fired newTransaction"])
    }

    @Test("neither fires nor resolves while the bank fails, and reports the failure")
    func outage() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.answer("95.00")
        _ = await watcher.cycleOnce()
        for _ in 0..<3 {
            stage.clock.advance(by: 300)
            stage.bank.append(
                .failed(SourceFailure(kind: .server, problem: "503", fix: "wait")))
            let reports = await watcher.cycleOnce()
            #expect(reports.map(\.isCompleteCycle) == [false])
        }
        stage.clock.advance(by: 300)
        stage.answer("95.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired alreadySo"])
    }

    @Test("tells nothing that is not committed, and tells it with the next commit")
    func failedCommit() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        store.failNextCommits(2)
        for _ in 0..<2 {
            stage.answer("95.00")
            _ = await watcher.cycleOnce()
        }
        #expect(stage.notified.isEmpty)
        stage.answer("95.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired entered"])
        #expect(try await store.outbox(in: [.waiting], limit: 10).count == 1)
    }

    @Test("asks and shows after a failed commit and a reload as if nothing had happened")
    func keepsWhatItKnows() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let other = try RuleSet.of(["balance under 90 NOK"])
        let disturbances = [
            {}, { store.failNextCommits(1) }, {},
            { stage.rules.exchange(.loaded(other, findings: [])) },
        ]
        for disturb in disturbances {
            disturb()
            stage.answer("500.00")
            let reports = await watcher.cycleOnce()
            #expect(reports.map(\.accounts.count) == [1])
        }
        let known = ["a1": Make.day("2026-03-06")]
        #expect(stage.bank.requests.map(\.knownThrough) == [[:], known, known, known])
    }

    @Test("counts a window once after a failed commit")
    func failedCommitWithSums() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["spending this month is over 1000 NOK"])
        stage.answer("9000.00")
        _ = await watcher.cycleOnce()
        let purchase = Make.observation("-600.00", "2026-03-06", type: .pointOfSale)
        store.failNextCommits(1)
        for _ in 0..<3 {
            stage.answer("8400.00", [purchase])
            _ = await watcher.cycleOnce()
        }
        #expect(stage.notified.isEmpty)
    }

    @Test("keeps the old rules when the new file is bad, and says so")
    func badReload() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        let finding = RuleFinding(
            file: "rules.json", line: 1, column: 1, code: "syntax", message: "broken")
        stage.rules.exchange(.rejected([finding]))
        stage.answer("95.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired entered"])
        #expect(stage.events.contains { if case .rulesRejected = $0 { true } else { false } })
    }

    @Test("uses new rules from the next cycle on, without telling anything because of them")
    func reload() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.answer("95.00")
        _ = await watcher.cycleOnce()
        let limited = "balance under 100 NOK, at most once a day"
        stage.rules.exchange(.loaded(try RuleSet.of([limited]), findings: []))
        stage.answer("94.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired alreadySo"])
    }

    @Test(
        "holds rules against the accounts once, after the first complete cycle and after a reload")
    func storeCheck() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.bank.append(.failed(SourceFailure(kind: .server, problem: "503", fix: "wait")))
        for _ in 0..<2 { stage.answer("500.00") }
        for _ in 0..<3 { _ = await watcher.cycleOnce() }
        func checks() -> [String] {
            stage.events.compactMap {
                if case .rulesDoubtful(let findings) = $0 { findings.first?.message } else { nil }
            }
        }
        #expect(checks() == [#"held against ["Brukskonto"] and 0 rows"#])
        let reloaded = try RuleSet.of(["balance under 200 NOK"])
        stage.rules.exchange(.loaded(reloaded, findings: []))
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        #expect(checks().count == 2)
    }

    @Test("asks for the days that it has not read completely")
    func knownDays() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        for _ in 0..<2 {
            stage.answer("500.00")
            _ = await watcher.cycleOnce()
        }
        #expect(
            stage.bank.requests.map(\.knownThrough) == [[:], ["a1": Make.day("2026-03-06")]])
    }
}
