import Alerts
import Console
import Finance
import Foundation
import HTTP
import Service
import Settings
import Store
import Threads
import Watch

/// Reports a store that can't be used, on the desktop and on the channels that the rules use.
///
/// It does not use the outbox, which is in the store. The console writes to standard error. Each
/// failure is reported when it begins and when it ends, with one attempt on each channel.
final class FallbackNotifier: Sendable {
    private struct Ongoing {
        let selfAlert: SelfAlert
        let since: Date
        /// Whether the store is lost, so that the watcher ends.
        let isLost: Bool
    }

    typealias Way = (channel: any Channel, detail: DetailLevel)

    private let ways: @Sendable () -> [Way]
    private let language: Language
    private let clock: any WallClock
    private let ongoing = Lock<Ongoing?>(nil)
    private let notifying = Lock<Task<Void, Never>?>(nil)

    init(clock: any WallClock, language: Language, ways: @escaping @Sendable () -> [Way]) {
        self.ways = ways
        self.language = language
        self.clock = clock
    }

    func note(_ event: WatchEvent) {
        switch event {
        case .storeFailed(let error): begin(problem(error), isLost: error.isLost)
        case .polled(let report) where report.isCommitted: end()
        default: break
        }
    }

    private func begin(_ selfAlert: SelfAlert, isLost: Bool) {
        let now = clock.now
        let isNews = ongoing.withLock { ongoing in
            if let known = ongoing, known.isLost || !isLost { return false }
            ongoing = Ongoing(selfAlert: selfAlert, since: now, isLost: isLost)
            return true
        }
        if isNews { notify(selfAlert, isOver: false, since: now, at: now) }
    }

    private func end() {
        guard let ended = ongoing.withLock({ $0.take() }) else { return }
        notify(ended.selfAlert, isOver: true, since: ended.since, at: clock.now)
    }

    private func notify(_ selfAlert: SelfAlert, isOver: Bool, since: Date, at now: Date) {
        let ways = ways()
        notifying.withLock { notifying in
            notifying = Task { [earlier = notifying, language] in
                await earlier?.value
                // One attempt on each channel, all at the same time.
                await withTaskGroup { group in
                    for way in ways {
                        let notification = selfAlert.lastResort(
                            isOver: isOver, since: since, at: now, showing: way.detail,
                            in: language)
                        group.addTask { _ = await way.channel.deliver(notification) }
                    }
                }
            }
        }
    }

    /// How long ``settle()`` may take when the watcher ends.
    ///
    /// Every channel has its own time limit, and a lost store is reported until they have passed
    /// (D86). Any other failure is found again at the next start.
    var gracePeriod: Duration {
        ongoing.withLock { $0?.isLost == true } ? .seconds(60) : .seconds(3)
    }

    /// Waits until the latest report was delivered; returns early when the task is cancelled.
    func settle() async {
        guard let notifying = notifying.withLock({ $0 }) else { return }
        await withTaskCancellationHandler {
            await notifying.value
        } onCancel: {
            notifying.cancel()
        }
    }

    private func problem(_ error: StoreError) -> SelfAlert {
        let topic: SelfAlert.Topic =
            if case .diskFull = error { .diskFull } else { .storeNotWritable }
        // The failure's own text, with path and code, is on standard error.
        return SelfAlert(topic, problem: language.texts.storeFailed(topic))
    }
}

/// Reports to the service manager and to the heartbeat's address.
///
/// The heartbeat is sent only after a complete cycle; after any other the failure is reported.
struct HealthReporter: Sendable {
    private let systemd = SystemdNotifier(environment: ProcessInfo.processInfo.environment)
    private let heartbeat: Heartbeat?
    private let console: any WatchConsole
    private let cycles = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(
        configuration: Configuration, transport: any HTTPTransport, console: any WatchConsole
    ) throws {
        self.console = console
        heartbeat = try configuration.settings.heartbeat.map {
            let address = try configuration.resolver.address($0)
            return Heartbeat(url: address.reveal(), transport: transport)
        }
    }

    func note(_ event: WatchEvent) {
        switch event {
        case .started: systemd.notify(.ready)
        case .stopped: systemd.notify(.stopping)
        case .cycled(let isComplete):
            systemd.notify(.watchdog)
            if heartbeat != nil { cycles.continuation.yield(isComplete) }
        default: break
        }
    }

    func run() async {
        guard let heartbeat else { return }
        for await isComplete in cycles.stream {
            let outcome = isComplete ? await heartbeat.complete() : await heartbeat.fail()
            if outcome != .reported { console.warn("heartbeat: warning: \(outcome)") }
        }
    }

    func end() { cycles.continuation.finish() }
}

/// Compacts the store once a day, after a cycle and beside the polls.
struct Maintenance: Sendable {
    let store: SQLiteAlertStore
    let clock: any WallClock
    let failed: @Sendable (StoreError) -> Void
    private let cycles = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    func note(_ event: WatchEvent) {
        if case .cycled = event, store.needsMaintenance(at: clock.now) {
            cycles.continuation.yield()
        }
    }

    func run() async { for await _ in cycles.stream { await maintain() } }

    func maintain() async {
        do { _ = try await store.maintainDaily(at: clock.now) } catch {
            // A failure is tried again the next day.
            failed(error)
        }
    }
}
