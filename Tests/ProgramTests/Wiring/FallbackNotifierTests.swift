import Alerts
import Finance
import Synchronization
import TestSupport
import Testing
import Watch

@testable import saldovakt

@Suite("Notifications without the outbox")
struct FallbackNotifierTests {
    private let channel = NotingChannel()

    private func notifier() -> FallbackNotifier {
        FallbackNotifier(clock: ManualClock("2026-03-06T09:00:00Z"), language: .english) {
            [channel] in
            [(channel, .full)]
        }
    }

    @Test("a lost store is reported for as long as channels may take, other trouble for a moment")
    func gracePeriod() async {
        let full = notifier()
        full.note(.storeFailed(.diskFull(path: "/s")))
        #expect(full.gracePeriod == .seconds(3))
        let lost = notifier()
        lost.note(.storeFailed(.removed(path: "/s")))
        #expect(lost.gracePeriod == .seconds(60))
        await lost.settle()
        await full.settle()
        #expect(channel.titles.count == 2)
    }

    @Test("a store that is lost after it could not be written is reported again, and only once")
    func lostLater() async {
        let notifier = notifier()
        for error in [StoreError.diskFull(path: "/s"), .removed(path: "/s"), .removed(path: "/s")] {
            notifier.note(.storeFailed(error))
        }
        await notifier.settle()
        #expect(
            channel.titles == [
                "The disk with the state folder is full", "The state folder can't be written",
            ])
    }
}

/// A channel that takes everything.
private final class NotingChannel: Channel {
    let name = "phone"
    private let seen = Mutex<[String]>([])

    var titles: [String] { seen.withLock { $0 } }

    func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        seen.withLock { $0.append(notification.data.title) }
        return .delivered
    }
}
