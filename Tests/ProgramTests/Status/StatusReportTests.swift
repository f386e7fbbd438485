import Alerts
import Console
import Finance
import Foundation
import Rules
import Store
import TestSupport
import Testing
import Watch

@testable import saldovakt

@Suite("What status tells")
struct StatusReportTests {
    private static let now = Make.instant("2026-03-06T12:00:00Z")
    private static let holder = "process 7, started 2026-03-06T08:00:00Z"

    private static var statistics: WatchStatistics {
        var source = SourceStatistics(id: "sbanken", interval: .seconds(300))
        source.polls = 48
        source.missedSlots = 2
        source.failures = [.timedOut: 1, .unreachable: 3]
        source.nextSlot = Make.instant("2026-03-06T12:01:00Z")
        var statistics = WatchStatistics(sources: [source])
        statistics.startedAt = Make.instant("2026-03-06T08:00:00Z")
        statistics.nextWake = Make.instant("2026-03-06T12:01:00Z")
        statistics.rules = 3
        statistics.rulesHash = "0123456789abcdef"
        statistics.cycles = 48
        statistics.completeCycles = 44
        statistics.evaluations = 144
        return statistics
    }

    private static func facts(failingSince: String? = nil, last: String) -> Facts {
        let success = Make.instant(last)
        let failure = failingSince.map { _ in
            SourceFailure(kind: .timedOut, problem: "no answer in 30 s", fix: "wait")
        }
        return Facts(sources: [
            "sbanken": SourceFacts(
                id: "sbanken", lastSuccess: success, lastComplete: success,
                lastAttempt: Make.instant("2026-03-06T11:56:00Z"),
                failingSince: failingSince.map { Make.instant($0) }, failure: failure)
        ])
    }

    private static func report(
        holder: String? = holder, statistics: WatchStatistics? = statistics,
        facts: Facts = facts(last: "2026-03-06T11:56:00Z"), outbox: OutboxCounts = OutboxCounts()
    ) -> StatusReport {
        StatusReport(
            now: now, holder: holder, statistics: statistics, facts: facts, ledger: AlertLedger(),
            outbox: outbox)
    }

    @Test("names the time of day of a poll that is hours away")
    func next() {
        var source = SourceStatistics(id: "sbanken", interval: .seconds(21_600))
        source.nextSlot = Make.instant("2026-03-06T17:56:00Z")
        let lines = Self.report(statistics: WatchStatistics(sources: [source]))
            .lines(in: Make.oslo)
        #expect(lines.contains { $0.hasSuffix("next in 5 h (2026-03-06 18:56)") }, "\(lines)")
    }

    @Test("names a bank whose accounts count though nobody polls it, and how to remove it")
    func unpolled() {
        var facts = Self.facts(last: "2026-03-06T11:56:00Z")
        for source in ["sandbox", "sbanken"] {
            let account = Make.accountFacts(Make.account(source: source))
            facts.accounts[account.account.id] = account
        }
        let line =
            "bank sandbox: not polled, but its accounts are listed and counted; "
            + "'saldovakt doctor' says how to remove them"
        let report = Self.report(facts: facts)
        #expect(report.lines(in: Make.oslo).contains(line))
        #expect(report.attention.isEmpty && report.unpolled == ["sandbox"])
    }

    @Test("calls only notifications pending: an alert whose time still runs is about to fire")
    func pending() {
        let lines = Self.report().lines(in: Make.oslo)
        #expect(
            lines.contains("alerts: 0 firing, 0 about to fire, 0 held notifications"), "\(lines)")
    }

    @Test("counts what a silence holds like what a rule does")
    func held() {
        var silence = Silence(
            id: "s1", scope: .all, from: Self.now, until: Make.instant("2026-03-07T12:00:00Z"),
            reason: "")
        silence.held = [
            HeldNotification(
                notification: Make.entry("ntc_1").notification,
                alertKey: AlertKey(ruleID: "low", body: "b1", subject: .rule), cause: .silence,
                dueAt: silence.until, channels: ["desktop"])
        ]
        let report = StatusReport(
            now: Self.now, holder: nil, statistics: nil, facts: Facts(),
            ledger: AlertLedger(silences: [silence.id: silence]), outbox: OutboxCounts())
        #expect(report.json.contains(#""alerts":{"firing":0,"pending":0,"held":1}"#))
    }

    @Test("says of a refused sign-in what is refused and the way out")
    func refusedSignIn() {
        var facts = Self.facts(
            failingSince: "2026-03-06T11:55:00Z", last: "2026-03-06T09:55:00Z")
        facts.sources["sbanken"]?.failure = SourceFailure(
            kind: .refused, problem: "the bank no longer accepts the sign-in",
            fix: "saldovakt login sbanken")
        #expect(
            Self.report(facts: facts).attentionLines == [
                "! bank sbanken: the bank no longer accepts the sign-in: saldovakt login sbanken"
            ])
    }

    @Test("as JSON is exactly this")
    func json() {
        let report = Self.report(
            facts: Self.facts(
                failingSince: "2026-03-06T10:00:00Z", last: "2026-03-06T09:55:00Z"),
            outbox: OutboxCounts(
                waiting: 2, oldestWaiting: Make.instant("2026-03-06T11:30:00Z"), gaveUp: 4,
                gaveUpLately: 1))
        #expect(
            report.json
                == [
                    #"{"version":1,"at":"2026-03-06T12:00:00Z","attention":["failing sbanken","gave-up"],"#,
                    #""watcher":{"running":true,"holder":"process 7, started 2026-03-06T08:00:00Z","#,
                    #""startedAt":"2026-03-06T08:00:00Z","nextWake":"2026-03-06T12:01:00Z"},"#,
                    #""sources":[{"id":"sbanken","lastPoll":"2026-03-06T11:56:00Z","#,
                    #""lastSuccess":"2026-03-06T09:55:00Z","lastComplete":"2026-03-06T09:55:00Z","#,
                    #""failingSince":"2026-03-06T10:00:00Z","failure":{"kind":"timedOut","#,
                    #""problem":"no answer in 30 s","fix":"wait"},"nextSlot":"2026-03-06T12:01:00Z","#,
                    #""polls":48,"missedSlots":2,"failures":{"unreachable":3,"timedOut":1}}],"#,
                    #""alerts":{"firing":0,"pending":0,"held":0},"outbox":{"waiting":2,"#,
                    #""oldestWaiting":"2026-03-06T11:30:00Z","gaveUp":4,"gaveUpLately":1},"#,
                    #""rules":{"count":3,"hash":"0123456789abcdef","outdated":false},"#,
                    #""counters":{"cycles":48,"completeCycles":44,"evaluations":144,"notices":0,"#,
                    #""deliveries":0,"failedDeliveries":0,"gaveUp":0,"reloads":0,"refusedReloads":0,"#,
                    #""storeFailures":0,"clockSteps":0}}"#,
                ].joined())
    }

    @Test("without a watcher has null for what only a running one knows")
    func withoutWatcher() {
        let json = Self.report(holder: nil, statistics: nil).json
        #expect(json.contains(#""attention":["no-watcher"]"#))
        #expect(json.contains(#""running":false,"holder":null,"startedAt":null"#))
        #expect(json.hasSuffix(#""rules":null,"counters":null}"#))
    }

    @Test("needs nobody while all is well")
    func fine() {
        #expect(Self.report().attention.isEmpty)
        #expect(Self.report().tmuxLine == "saldo ok 4 min")
    }

    @Test("names a bank that brought nothing for six hours, or for three long intervals")
    func stale() {
        let facts = Self.facts(last: "2026-03-06T05:59:00Z")
        let since = Make.instant("2026-03-06T05:59:00Z")
        #expect(Self.report(facts: facts).attention.map(\.code) == ["stale sbanken"])
        #expect(Self.report(facts: facts).attention.map(\.short) == ["sbanken 6 h old"])
        var patient = WatchStatistics(sources: [
            SourceStatistics(id: "sbanken", interval: .seconds(86_400))
        ])
        patient.startedAt = since
        #expect(Self.report(statistics: patient, facts: facts).attention.isEmpty)
    }

    @Test("leaves out a bank that the running watcher no longer has")
    func goneBank() {
        var facts = Self.facts(last: "2026-03-06T11:56:00Z")
        facts.sources["old"] = SourceFacts(
            id: "old", failingSince: Make.instant("2025-01-01T00:00:00Z"))
        #expect(Self.report(facts: facts).attention.isEmpty)
    }

    @Test("for a status bar is one short line, the worst first")
    func tmux() {
        let failing = Self.facts(
            failingSince: "2026-03-06T10:00:00Z", last: "2026-03-06T09:55:00Z")
        #expect(
            Self.report(holder: nil, statistics: nil, facts: failing).tmuxLine
                == "#[fg=white,bg=red] saldo ! nobody watches +1 #[default]")
        #expect(
            Self.report(facts: failing).tmuxLine
                == "#[fg=white,bg=red] saldo ! sbanken fails 2 h #[default]")
        #expect(
            StatusReport.tmux(
                "saldo #[fg=red]" + String(repeating: "日", count: 40), isBad: false, " +2")
                == "#[fg=black,bg=yellow] saldo [fg=red]" + String(repeating: "日", count: 16)
                + "… +2 #[default]")
    }

    @Test("as a metrics page has no value twice, and a sample a bank")
    func metrics() {
        let lines = Self.report().metrics.split(separator: "\n").map(String.init)
        let samples = lines.filter { !$0.hasPrefix("#") }
        #expect(Set(samples.map { $0.prefix { $0 != " " } }).count == samples.count)
        for line in [
            #"saldovakt_polls_total{source="sbanken"} 48"#, "saldovakt_evaluations_total 144",
            #"saldovakt_poll_failures_total{source="sbanken",kind="unreachable"} 3"#,
            "saldovakt_start_timestamp_seconds 1772784000.000",
        ] {
            #expect(samples.contains(line), "\(line)")
        }
    }

    @Test(
        "lengths of time are in their largest unit",
        arguments: [(0, "0 s"), (89, "89 s"), (90, "1 min"), (7_200, "2 h"), (200_000, "2 d")])
    func lengths(seconds: TimeInterval, text: String) {
        #expect(Strings.length(seconds) == text)
    }

    @Test("says no end of a sign-in that the bank has refused")
    func refused() {
        let end = Make.instant("2027-05-25T16:43:03Z")
        for (kind, isSaid) in [
            (SourceFailure.Kind.refused, false), (.timedOut, true),
        ] {
            var facts = Self.facts(last: "2026-03-06T11:56:00Z")
            facts.sources["sbanken"]?.signInExpires = end
            facts.sources["sbanken"]?.failingSince = Self.now
            facts.sources["sbanken"]?.failure = SourceFailure(
                kind: kind, problem: "the consent has expired", fix: "saldovakt login sbanken")
            let lines = Self.report(facts: facts).lines(in: Make.oslo)
            #expect(lines.contains { $0.contains("sign-in until 2027") } == isSaid, "\(lines)")
            #expect(lines.contains { $0.hasSuffix(": the consent has expired") }, "\(lines)")
        }
    }

    @Test("names everything that the last answer of a bank lacks")
    func incompleteInParts() {
        var facts = Self.facts(last: "2026-03-06T11:56:00Z")
        let failures = ["a.csv:2:1: there is no date", "b.csv: it is empty"].map {
            SourceFailure(kind: .malformed, problem: $0, fix: "download it again")
        }
        facts.sources["sbanken"]?.shortfall = failures[0]
        facts.sources["sbanken"]?.furtherShortfalls = [failures[1]]
        let report = Self.report(facts: facts)
        let words = failures.map(\.problem).joined(separator: "; ")
        #expect(
            report.attentionLines == ["! the last answer of bank sbanken is not whole: " + words])
        #expect(report.lines(in: Make.oslo).contains { $0.hasSuffix(": " + words) })
        #expect(report.json.contains(#""furtherShortfalls":[{"kind":"malformed""#))
    }

    @Test("without a watcher, figures are old by the intervals of the last one")
    func staleWithoutWatcher() {
        let facts = Self.facts(last: "2026-03-06T05:59:00Z")
        let last = WatchStatistics(sources: [
            SourceStatistics(id: "sbanken", interval: .seconds(21_600))
        ])
        let codes = { (former: WatchStatistics?) in
            StatusReport(
                now: Self.now, holder: nil, statistics: nil, former: former, facts: facts,
                ledger: AlertLedger(), outbox: OutboxCounts()
            ).attention.map(\.code)
        }
        #expect(codes(nil) == ["no-watcher", "stale sbanken"])
        #expect(codes(last) == ["no-watcher"])
    }

    @Test("names a bank whose last answer lacks something until a person sees to it")
    func incomplete() {
        for (kind, isNamed) in [(SourceFailure.Kind.malformed, true), (.server, false)] {
            var facts = Self.facts(last: "2026-03-06T11:56:00Z")
            facts.sources["sbanken"]?.shortfall = SourceFailure(
                kind: kind, problem: "bad.csv:2:1: there is no date", fix: "download it again")
            let report = Self.report(facts: facts)
            #expect(report.attention.isEmpty != isNamed)
            let line = "the last answer of bank sbanken is not whole: bad.csv:2:1: there is no date"
            #expect(report.attentionLines == (isNamed ? ["! " + line] : []))
            #expect(report.tmuxLine.contains("sbanken not whole") == isNamed)
            #expect(report.json.contains(#""shortfall":{"kind":"\#(kind.rawValue)""#))
            #expect(report.lines(in: Make.oslo).contains { $0.hasSuffix("there is no date") })
        }
    }
}
