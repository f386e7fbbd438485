import Alerts
import Foundation
import HTTP
import Rules
import TestSupport
import Testing
import Threads

@testable import Channels

/// The channel's policy, on a desktop that does what the test says.
@Suite("desktop channel", .io)
struct DesktopChannelTests {
    let desktop = ScriptedDesktop()
    let pause = ManualPause()
    let clock = Lock(ContinuousClock.now)

    private func channel(_ options: DesktopOptions = DesktopOptions()) -> DesktopChannel {
        DesktopChannel(
            options: options, now: { [clock] in clock.withLock { $0 } },
            pause: { [pause] in try await pause.pause($0) },
            makeSession: { [desktop] () throws(DesktopFailure) in desktop })
    }

    @Test("connects at the first notice, asks for the daemon, shows")
    func shows() async {
        let channel = channel()
        #expect(desktop.calls.isEmpty)
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(
            desktop.calls.filter { $0 != "forgetAll" } == [
                "disconnect", "connect saldovakt", "daemon", "server",
                "show Brukskonto: 95,00 kr",
            ])
        await channel.shutdown()
    }

    @Test(
        "the body is escaped for daemons that read markup, and only for them",
        arguments: [
            (["body", "body-markup"], "A &lt;b&gt; &amp; C"), (["body"], "A <b> & C"),
        ] as [(Set<String>, String)])
    func escaping(capabilities: Set<String>, expected: String) async {
        desktop.state.withLock { $0.capabilities = capabilities }
        let channel = channel()
        _ = await channel.deliver(SampleNotification.level(title: "<i>&", body: "A <b> & C"))
        #expect(desktop.shown.map(\.body) == [expected])
        // The title is plain text everywhere.
        #expect(desktop.shown.map(\.title) == ["<i>&"])
        #expect(desktop.shown.map(\.actions.isEmpty) == [true])
        await channel.shutdown()
    }

    @Test("urgency, category, tags and the click go along")
    func appearance() async {
        let channel = channel()
        _ = await channel.deliver(SampleNotification.level(urgency: .critical))
        let shown = desktop.shown.first
        #expect(shown?.urgency == 2)
        #expect(shown?.category == "x-saldovakt.balance")
        #expect(shown?.actions.map(\.label) == ["Show", "Snooze 1 day", "Acknowledge"])
        let hints = shown?.hints ?? []
        #expect(
            hints.map(\.name) == ["x-dunst-stack-tag", "x-canonical-private-synchronous"])
        #expect(hints.first?.value == DesktopPopup(SampleNotification.level()).tag)
        await channel.shutdown()
    }

    @Test("without a daemon that could be started the notice stays, with advice")
    func noDaemon() async throws {
        desktop.state.withLock { $0.owner = nil }
        let channel = channel()
        let problem = try #require((await channel.deliver(SampleNotification.level())).problem)
        #expect(problem.reason == .unreachable)
        #expect(problem.problem == "no notification daemon runs on the session bus")
        #expect(problem.fix.contains("dunst"))
        await channel.shutdown()
    }

    @Test("a daemon that does not start is not started again for a while")
    func activation() async {
        desktop.state.withLock { state in
            state.owner = nil
            state.canStart = true
        }
        desktop.fail("start", .failed("exited with 1"))
        let channel = channel(DesktopOptions())
        let first = await channel.deliver(SampleNotification.level())
        let second = await channel.deliver(SampleNotification.level())
        #expect(first.problem?.problem.contains("exited with 1") == true)
        #expect(second.problem == first.problem)
        #expect(desktop.calls.filter { $0 == "start" }.count == 1)

        clock.withLock { $0 += .seconds(301) }
        desktop.state.withLock { $0.ownerAfterStart = ":1.9" }
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(desktop.calls.filter { $0 == "start" }.count == 2)
        await channel.shutdown()
    }

    @Test("a bus that ended is connected again within the same delivery, once")
    func reconnects() async {
        desktop.fail("show", .disconnected)
        let channel = channel()
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(desktop.calls.filter { $0.hasPrefix("connect") }.count == 2)

        desktop.fail("show", .disconnected, .disconnected)
        let problem = (await channel.deliver(SampleNotification.level())).problem
        #expect(problem?.problem == "the session bus went away")
        await channel.shutdown()
    }

    @Test("numbers of an earlier daemon are forgotten, they may be other programs' popups")
    func newOwner() async {
        let channel = channel()
        _ = await channel.deliver(SampleNotification.level())
        let before = desktop.calls.filter { $0 == "forgetAll" }.count
        _ = await channel.deliver(SampleNotification.level())
        #expect(desktop.calls.filter { $0 == "forgetAll" }.count == before)
        desktop.state.withLock { $0.owner = ":1.99" }
        _ = await channel.deliver(SampleNotification.level())
        #expect(desktop.calls.filter { $0 == "forgetAll" }.count == before + 1)
        await channel.shutdown()
    }

    @Test("a repetition that Plasma refuses is on the screen already")
    func repetition() async {
        desktop.fail("show", .repeated)
        let channel = channel()
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        await channel.shutdown()
    }

    @Test("only so many popups are kept, the oldest goes first")
    func bounded() async {
        var options = DesktopOptions()
        options.liveLimit = 2
        let channel = channel(options)
        for account in ["a1", "a2", "a1", "a3"] {
            _ = await channel.deliver(SampleNotification.level(account: account))
        }
        #expect(desktop.calls.filter { $0 == "forget" }.count == 1)
        await channel.shutdown()
    }

    @Test("a locked screen shows that something happened, nothing else; an open one everything")
    func locked() async {
        let channel = channel()
        desktop.state.withLock { $0.isLocked = true }
        _ = await channel.deliver(SampleNotification.level())
        desktop.state.withLock { $0.isLocked = false }
        _ = await channel.deliver(SampleNotification.level())
        let titles = desktop.shown.map(\.title)
        #expect(titles.first == "Something happened")
        #expect(desktop.shown.first?.body.contains("100") == false)
        #expect(titles.last != titles.first)
        await channel.shutdown()
    }

    @Test("what is over, and what only happened, offers nothing to snooze")
    func buttons() async throws {
        let channel = channel()
        let fired = SampleNotification.level()
        let resolved = AlertNotification(
            type: .resolved, id: "ntc_2", timestamp: fired.timestamp, data: fired.data)
        _ = await channel.deliver(fired)
        _ = await channel.deliver(resolved)
        #expect(
            desktop.shown.map { $0.actions.map(\.choice) } == [
                [.show, .snooze, .acknowledge], [.show],
            ])
        await channel.shutdown()
    }

    @Test("a click tells notice, rule and account; a closed popup is forgotten")
    func clicks() async throws {
        let channel = channel()
        let notification = SampleNotification.level()
        _ = await channel.deliver(notification)
        let key = DesktopPopup(notification).key
        desktop.send(.activated(key: key, action: "default", token: "tok"))
        var actions = channel.actions.makeAsyncIterator()
        let action = try #require(await actions.next())
        #expect(
            action.notificationID == "ntc_1" && action.ruleID == "low" && action.accountID == "a1")
        #expect(action.activationToken == "tok")
        #expect(action.choice == .show)
        desktop.send(.activated(key: key, action: "unheard-of", token: nil))
        desktop.send(.activated(key: key, action: "snooze", token: nil))
        #expect(await actions.next()?.choice == .snooze)

        desktop.send(.closed(key: key))
        desktop.send(.daemonAppeared)
        var readiness = channel.readiness.makeAsyncIterator()
        #expect(await readiness.next() != nil)
        #expect(desktop.calls.filter { $0 == "forget" }.count == 1)
        await channel.shutdown()
        #expect(await actions.next() == nil)
    }

    @Test("a library that is missing is told with what to install, and tried again later")
    func missingLibrary() async {
        let channel = DesktopChannel(
            now: { ContinuousClock.now }, pause: { [pause] in try await pause.pause($0) },
            makeSession: { () throws(DesktopFailure) in throw .noLibrary("not found") })
        for _ in 1...2 {
            let outcome = await channel.deliver(SampleNotification.level())
            #expect(outcome.problem?.fix.contains("libnotify4") == true)
            guard case .retry(_, let after) = outcome else {
                Issue.record("not a retry")
                continue
            }
            #expect(after == .seconds(600))
        }
        await channel.shutdown()
    }

    @Test("inspecting returns the daemon's own words, or the problem")
    func inspect() async throws {
        let channel = channel()
        #expect(try await channel.inspect().name == "scripted")
        desktop.fail("server", .daemonSilent)
        await #expect(throws: DesktopProblems.problem(.daemonSilent)) {
            try await channel.inspect()
        }
        await channel.shutdown()
    }
}
