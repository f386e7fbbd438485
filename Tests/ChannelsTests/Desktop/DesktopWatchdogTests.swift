import Alerts
import Dispatch
import HTTP
import TestSupport
import Testing

@testable import Channels

/// What callers see while the desktop hangs; all waiting is on events, none on time.
@Suite("desktop watchdog", .io)
struct DesktopWatchdogTests {
    let desktop = ScriptedDesktop()
    let pause = ManualPause()

    private func channel() -> DesktopChannel {
        DesktopChannel(
            now: { ContinuousClock.now }, pause: { [pause] in try await pause.pause($0) },
            makeSession: { [desktop] () throws(DesktopFailure) in desktop })
    }

    @Test("a show that hangs is answered at the deadline, and later ones at once")
    func stuck() async {
        desktop.holdShows(true)
        let channel = channel()
        async let first = channel.deliver(SampleNotification.level(id: "n1"))
        await desktop.showHasBegun()
        await pause.pass()
        #expect(await first == DesktopProblems.overdue)
        // No deadline is let pass here, so only an answer at once can end this.
        #expect(await channel.deliver(SampleNotification.level(id: "n2")) == DesktopProblems.stuck)
        #expect(desktop.calls.contains("interrupt"))
        desktop.holdShows(false)
        desktop.release.signal()
        await channel.shutdown()
    }

    @Test("what appeared late is delivered without being shown again, and the channel works again")
    func lateSuccess() async {
        desktop.holdShows(true)
        let channel = channel()
        async let first = channel.deliver(SampleNotification.level(id: "n1", account: "a1"))
        await desktop.showHasBegun()
        await pause.pass()
        #expect(await first == DesktopProblems.overdue)
        desktop.holdShows(false)
        desktop.release.signal()
        // Shown after the first has returned, as there is one thread.
        _ = await eventually {
            await channel.deliver(SampleNotification.level(id: "n2")) == .delivered
        }
        #expect(
            await channel.deliver(SampleNotification.level(id: "n1", account: "a1")) == .delivered)
        #expect(desktop.shown.count == 2)
        // Remembered for one retry only: told again, it is shown again.
        #expect(
            await channel.deliver(SampleNotification.level(id: "n1", account: "a1")) == .delivered)
        #expect(desktop.shown.count == 3)
        await channel.shutdown()
    }

    @Test("what failed late is shown by the retry")
    func lateFailure() async {
        desktop.holdShows(true)
        desktop.fail("show", .daemonSilent)
        let channel = channel()
        async let first = channel.deliver(SampleNotification.level(id: "n1"))
        await desktop.showHasBegun()
        await pause.pass()
        #expect(await first == DesktopProblems.overdue)
        desktop.holdShows(false)
        desktop.release.signal()
        _ = await eventually {
            await channel.deliver(SampleNotification.level(id: "n1")) == .delivered
        }
        #expect(desktop.shown.count == 1)
        await channel.shutdown()
    }

    @Test("a ticket that waits behind a hanging one is taken back, not shown later")
    func takenBack() async {
        desktop.holdShows(true)
        let channel = channel()
        let first = Task { await channel.deliver(SampleNotification.level(id: "n1", title: "one")) }
        await desktop.showHasBegun()
        let second = Task {
            await channel.deliver(SampleNotification.level(id: "n2", title: "two"))
        }
        second.cancel()
        #expect(await second.value == DesktopProblems.cancelled)
        desktop.holdShows(false)
        desktop.release.signal()
        #expect(await first.value == .delivered)
        #expect(desktop.shown.map(\.title) == ["one"])
        await channel.shutdown()
    }

    @Test("a cancelled delivery returns although the desktop hangs")
    func cancelled() async {
        desktop.holdShows(true)
        let channel = channel()
        let delivery = Task { await channel.deliver(SampleNotification.level()) }
        await desktop.showHasBegun()
        delivery.cancel()
        #expect(await delivery.value == DesktopProblems.cancelled)
        desktop.release.signal()
        await channel.shutdown()
    }

    @Test("stopping answers everybody and does not wait for a desktop that hangs")
    func stop() async {
        desktop.holdShows(true)
        let channel = channel()
        let first = Task { await channel.deliver(SampleNotification.level(id: "n1")) }
        await desktop.showHasBegun()
        let stopping = Task { await channel.shutdown(within: .seconds(1)) }
        #expect(await first.value == DesktopProblems.cancelled)
        await pause.pass()
        await stopping.value
        #expect(
            await channel.deliver(SampleNotification.level(id: "n2")) == DesktopProblems.cancelled)
        desktop.release.signal()
    }

    @Test("a channel that was never used stops at once; stopping twice is harmless")
    func stopUnused() async {
        let channel = channel()
        await channel.shutdown()
        await channel.shutdown()
        #expect(desktop.calls.isEmpty)
        var actions = channel.actions.makeAsyncIterator()
        #expect(await actions.next() == nil)
    }
}
