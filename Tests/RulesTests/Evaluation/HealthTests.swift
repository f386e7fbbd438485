import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Health")
struct HealthTests {
    private static let start = Make.instant("2026-03-06T09:00:00Z")

    @Test("a bank that fails is unreachable, with since when and why")
    func unreachable() {
        var scene = Scene("bank is unreachable")
        #expect(scene.poll().isEmpty)
        scene.source(SourceFacts(id: "sbanken", lastSuccess: Self.start))
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
        let failure = SourceFailure(kind: .refused, problem: "no", fix: "log in")
        scene.source(
            SourceFacts(
                id: "sbanken", lastSuccess: Self.start,
                failingSince: Make.instant("2026-03-06T10:00:00Z"), failure: failure))
        let verdict = scene.poll(at: "2026-03-06T11:00:00Z").first
        #expect(verdict?.finding == .holds)
        #expect(verdict?.subject == .source("sbanken"))
        #expect(verdict?.evidence.since == Make.instant("2026-03-06T10:00:00Z"))
        #expect(verdict?.evidence.failure == failure)
    }

    @Test("each bank speaks for itself")
    func several() {
        var scene = Scene("bank unreachable")
        scene.source(SourceFacts(id: "b", failingSince: Self.start))
        scene.source(SourceFacts(id: "a"))
        #expect(scene.poll().map(\.subject) == [.source("a"), .source("b")])
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true), .holds])
    }

    @Test(
        "data is older once the time has passed",
        arguments: [
            ("2026-03-06T15:00:00Z", false), ("2026-03-06T15:00:01Z", true),
        ])
    func older(_ now: String, _ holds: Bool) {
        var scene = Scene("data is older than 6 hours")
        scene.source(SourceFacts(id: "sbanken", lastSuccess: Self.start))
        let verdict = scene.poll(at: now).first
        #expect(verdict?.finding == (holds ? .holds : .clear(isRecovered: true)))
        #expect(verdict?.subject == .source("sbanken"))
        var account = Scene("data of 'Brukskonto' is older than 6 hours")
        account.account(Make.account("a1"))
        let own = account.poll(at: now).first
        #expect(own?.finding == (holds ? .holds : .clear(isRecovered: true)))
        #expect(own?.subject == .account(Make.accountID("a1")))
    }

    @Test(
        "the program's own rule calls no figures old that rules still use",
        arguments: [
            ("2026-03-07T02:59:59Z", false), ("2026-03-07T03:00:01Z", true),
        ])
    func olderThanIntervals(_ now: String, _ holds: Bool) {
        var scene = Scene(
            "data is older than 6 hours", id: "saldovakt-data-old",
            poll: PollIntervals(.seconds(21_600)))
        scene.source(SourceFacts(id: "sbanken", lastSuccess: Self.start))
        #expect((scene.poll(at: now).first?.finding == .holds) == holds)
    }

    @Test(
        "data grows old from the start of the program on; until then nobody knows (section 4)",
        arguments: [
            ("2026-03-06T20:00:00Z", "2026-03-06T21:00:00Z", Verdict.Finding.unknown(.stale)),
            ("2026-03-06T20:00:00Z", "2026-03-07T02:00:01Z", .holds),
            ("2026-03-06T08:00:00Z", "2026-03-06T15:00:01Z", .holds),
            // The wall clock was ahead when the program started.
            ("2026-03-09T08:00:00Z", "2026-03-06T15:00:01Z", .holds),
            ("2026-03-06T10:00:00Z", "2026-03-06T12:00:00Z", .clear(isRecovered: true)),
        ])
    func olderAfterStart(_ startedAt: String, _ now: String, _ finding: Verdict.Finding) {
        var scene = Scene("data is older than 6 hours")
        scene.source(SourceFacts(id: "sbanken", lastSuccess: Self.start))
        scene.program.startedAt = Make.instant(startedAt)
        #expect(scene.poll(at: now).first?.finding == finding)
    }

    @Test("the bank's own time of its figures counts, at once after a start")
    func olderAtTheBank() {
        for sentence in ["data is older than 2 days", "data of 'Brukskonto' is older than 2 days"] {
            var scene = Scene(sentence)
            scene.program.startedAt = Make.instant("2026-03-06T08:30:00Z")
            scene.source(SourceFacts(id: Make.source, lastSuccess: Self.start))
            scene.account(Make.account("a1"))
            #expect(scene.poll(at: "2026-03-06T09:00:00Z").first?.finding != .holds)
            scene.change("a1") { $0.freshAt = Make.instant("2026-03-03T09:00:00Z") }
            #expect(scene.poll(at: "2026-03-06T09:00:00Z").first?.finding == .holds)
        }
    }

    @Test("a day is a calendar day: the night of the spring change has 23 hours")
    func springNight() {
        var scene = Scene("data is older than 1 day")
        scene.source(SourceFacts(id: "s", lastSuccess: Make.instant("2026-03-28T11:00:00Z")))
        #expect(scene.poll(at: "2026-03-29T10:00:00Z").first?.finding != .holds)
        #expect(scene.poll(at: "2026-03-29T10:00:01Z").first?.finding == .holds)
    }

    @Test(
        "the sign-in expires strictly within the time, by the wall clock, and names its day",
        arguments: [
            ("2026-03-06T23:00:00Z", false), ("2026-03-06T23:00:01Z", true),
            ("2026-04-01T00:00:00Z", true),
        ])
    func signIn(_ now: String, _ holds: Bool) throws {
        var scene = Scene("sign-in expires in less than 14 days")
        #expect(scene.poll(at: now).isEmpty)
        scene.source(
            SourceFacts(id: "sbanken", signInExpires: Make.instant("2026-03-20T23:00:00Z")))
        let verdict = try #require(scene.poll(at: now).first)
        #expect(verdict.finding == (holds ? .holds : .clear(isRecovered: true)))
        #expect(verdict.subject == .source("sbanken"))
        #expect(verdict.evidence.day == Make.day("2026-03-21"))
    }

    @Test("a channel fails after an hour, or once it has given up; each speaks for itself")
    func channels() {
        var scene = Scene("notifications are failing")
        scene.program.channels = [
            "works": ChannelFacts(), "short": ChannelFacts(failingSince: Self.start),
            "gave up": ChannelFacts(failingSince: Self.start, hasGivenUp: true),
        ]
        func failing(_ now: String) -> [Subject] {
            scene.poll(at: now).filter { $0.finding == .holds }.map(\.subject)
        }
        #expect(
            scene.poll().map(\.subject.key)
                == ["gave up", "short", "works"].map { "channel:\($0)" })
        #expect(failing("2026-03-06T09:59:59Z") == [.channel("gave up")])
        #expect(failing("2026-03-06T10:00:00Z") == [.channel("gave up"), .channel("short")])
    }

    @Test("joined with accounts, each asks its own bank; old figures count while it fails")
    func joined() {
        var scene = Scene("bank is unreachable and balance under 100")
        scene.account(Make.account("a1", booked: "50.00"))
        scene.account(Make.account("b1", booked: "50.00", source: "other"))
        scene.source(SourceFacts(id: "other", lastSuccess: Self.start))
        scene.source(SourceFacts(id: "sbanken", failingSince: Self.start))
        let verdicts = scene.poll(at: "2026-03-09T09:00:00Z")
        let held = verdicts.filter { $0.finding == .holds }
        #expect(held.map(\.subject) == [.account(Make.accountID("a1"))])
        #expect(held.first?.evidence.value == Make.money("50.00"))
        #expect(verdicts.filter { $0.finding == .clear(isRecovered: true) }.count == 1)
    }
}
