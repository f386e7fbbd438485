import Alerts
import Channels
import Console
import Finance
import Foundation
import HTTP
import Recording
import Rules
import Service
import Settings
import Store
import Threads
import Watch

/// A watcher with its live parts: store, banks, channels, console, service manager.
struct Daemon: Sendable {
    struct Options: Sendable {
        let configuration: Configuration
        /// The settings file if one was named, for reloads.
        var settingsFile: String?
        let stateFolder: String
        let interval: Duration?
        /// The recording of the banks' answers, if one was asked for.
        var recording: RecordingFile?
        /// The port of the metrics page; overrides the settings.
        var metrics: Int?
        var isOnce = false
    }

    let options: Options
    let store: SQLiteAlertStore
    private let transport = CurlTransport(options: .standard)
    private let messages = CurlTransport(options: .standard)
    let registry: ChannelRegistry
    private let unstored = UnstoredResults()
    private let sources: [WatchParts.PolledSource]
    private let rules: RuleSet
    private let ruleSource: any RuleSource
    let console: any WatchConsole
    let supervision: HealthReporter
    let maintenance: Maintenance
    let fallback: FallbackNotifier
    private let status: StatusKeeper
    /// The metrics page for Prometheus; nothing listens unless a port is configured.
    let metrics: LoopbackServer
    let clock = SystemClock()
    let triggers = AsyncStream<WatchTrigger>.makeStream()
    let ending = ExitReason()

    /// Makes the parts; nothing is polled or sent yet.
    ///
    /// - Parameter ruleSource: the file to follow; without one the rules never change.
    /// - Throws: ``CommandFailure`` for a store that can't be used and secrets that can't be read.
    init(
        options: Options, rules: RuleSet, ruleSource: RulesOnDisk?, store: SQLiteAlertStore,
        console: any WatchConsole
    ) throws {
        (self.options, self.rules, self.store, self.console) = (options, rules, store, console)
        let configuration = options.configuration
        // A closed pipe must not end the watcher: the other channels still deliver.
        Terminal.outliveReaders()
        maintenance = Maintenance(store: store, clock: clock) { console.show(.storeFailed($0)) }
        supervision = try HealthReporter(
            configuration: configuration, transport: transport, console: console)
        registry = try ChannelRegistry(
            configuration, rules,
            make: options.channels(
                over: transport, messages, console,
                attachment: ruleSource.map {
                    ReportAttachment(
                        rulesPath: $0.path, store: store, stateFolder: options.stateFolder,
                        warn: { console.warn($0) })
                }))
        fallback = FallbackNotifier(
            clock: clock, language: configuration.language,
            ways: { [registry] in registry.ways })
        sources = try options.sources(over: transport, clock, console)
        let status = StatusKeeper(
            path: SQLiteAlertStore.statusFile(inFolder: options.stateFolder), sources: sources,
            clock: clock)
        status.note(rulesHash: rules.fileHash)
        self.status = status
        self.ruleSource =
            if let ruleSource {
                ReloadingRules(
                    ruleSource, registry: registry, configuration: configuration,
                    settingsFile: options.settingsFile,
                    pollIntervals: configuration.pollIntervals(of: sources),
                    loaded: { hash, settings in
                        status.note(rulesHash: hash)
                        console.follow(zone: settings.timeZone)
                    })
            } else { FixedRules() }
        metrics = LoopbackServer(metrics: { [clock] in
            let report = try? await StatusReport.read(
                store, holder: "this process", statistics: status.statistics, at: clock.now)
            // Without the store there is nothing true to show; missing figures raise an alarm.
            return report?.metrics ?? ""
        })
    }

    @Sendable func post(_ trigger: WatchTrigger) { triggers.continuation.yield(trigger) }

    /// Does one cycle and one attempt per due delivery (D37).
    ///
    /// - Returns: success, or the environment's status if a bank could not be read completely or
    ///   the store not be used.
    func once() async throws -> ExitStatus {
        var watcher = makeWatcher(wakeUps: [], startedAt: nil)
        try await watcher.start()
        let reports = await watcher.cycleOnce()
        supervision.end()
        await supervision.run()
        await drain()
        // Due entries are taken a second time only for reports of the first: one attempt each
        // (D37).
        if let lost = try? await store.unreported(limit: 1), !lost.isEmpty {
            await watcher.attend()
            await drain()
        }
        await maintenance.maintain()
        await settleFallback()
        await close()
        ending.set(reports.allSatisfy(\.isCompleteCycle) ? .fine : .environment)
        return ending.status
    }

    /// Begins the channels that no rule names any more and that notifications wait for.
    func beginOwed() async {
        var owed: Set<String> = []
        for name in registry.idle where (try? await store.nextDue(channel: name)) != nil {
            owed.insert(name)
        }
        for failure in registry.begin(owed) { console.warn(failure.text) }
    }

    private func drain() async {
        await beginOwed()
        await withTaskGroup(of: Void.self) { group in
            for line in registry.current { group.addTask { await dispatcher(of: line).drain() } }
        }
    }

    func dispatcher(of line: ChannelRegistry.Line) -> ChannelDispatcher {
        ChannelDispatcher(
            channel: line.channel, store: store, clock: clock, observer: { note($0) },
            batch: line.settings.kind.batch, unstored: unstored)
    }

    /// Makes the watcher.
    ///
    /// - Parameter startedAt: the time from which health is counted (section 4); `nil` for one
    ///   cycle, which continues those that a timer ran before.
    func makeWatcher(wakeUps: [WakeSignal], startedAt: Date?) -> Watcher {
        let configuration = options.configuration
        let builder = PipelineBuilder(
            policy: configuration.policy(configuration.pollIntervals(of: sources)),
            sources: Set(sources.map(\.source.id)), startedAt: startedAt)
        let parts = WatchParts(
            sources: sources, store: store, rules: ruleSource, builder: builder, clock: clock,
            observer: { note($0) }, channels: configuration.channelNames)
        return Watcher(parts: parts, rules: rules, wakeUps: wakeUps)
    }

    private func note(_ event: WatchEvent) {
        console.show(event)
        supervision.note(event)
        maintenance.note(event)
        fallback.note(event)
        status.note(event)
        switch event {
        case .deliveryFailed(_, _, _, nil): post(.undelivered)
        // Other errors pass, and watching continues; a lost store does not come back.
        case .storeFailed(let error) where error.isLost || options.isOnce:
            ending.set(.environment)
            post(.stop)
        default: break
        }
    }

    /// Ends the deliveries that do not use the outbox.
    func settleFallback() async {
        await finish(Task { await fallback.settle() }, within: fallback.gracePeriod)
    }

    /// Lets deliveries under way end, within a limit; the others wait in the outbox.
    func finish(_ delivery: Task<Void, Never>, within limit: Duration = .seconds(3)) async {
        let deadline = Task {
            do { try await Task.sleep(for: limit) } catch { return }
            delivery.cancel()
        }
        await delivery.value
        deadline.cancel()
    }

    func close() async {
        console.close()
        // Popups stay on the screen; a hanging desktop is abandoned.
        for case let desktop as DesktopChannel in registry.current.map(\.channel) {
            await desktop.shutdown()
        }
        transport.close()
        messages.close()
    }
}

extension Daemon.Options {
    /// Makes the channels that rules name.
    fileprivate func channels(
        over transport: CurlTransport, _ messages: CurlTransport, _ console: any WatchConsole,
        attachment: ReportAttachment?
    ) -> ChannelRegistry.Make {
        let reached = Lock<[String: Set<String>]>([:])
        return { (channel, configuration) throws(CommandFailure) in
            try ChannelFactory(
                resolver: configuration.resolver, transport: transport, messages: messages,
                zone: configuration.settings.timeZone, language: configuration.language,
                write: { console.notify($0) },
                page: { await attachment?.page(for: $0, on: channel, configuration) },
                pageRefused: { attachment?.refused($0, on: channel) }, reached: reached
            ).channel(channel)
        }
    }

    /// The banks of the settings, recorded if that was asked for.
    fileprivate func sources(
        over transport: CurlTransport, _ clock: SystemClock, _ console: any WatchConsole
    ) throws -> [WatchParts.PolledSource] {
        let settings = configuration.settings
        let factory = SourceFactory(
            resolver: configuration.resolver, transport: transport, clock: clock,
            zone: settings.timeZone, stateFolder: stateFolder, prompts: false)
        let sources = try factory.sources(settings.banks, interval: interval)
        guard let recording else { return sources }
        return sources.map { polled in
            var recorded = polled
            recorded.source = RecordedSource(bank: polled.source, file: recording) {
                console.warn($0)
            }
            return recorded
        }
    }
}

/// Stores the first reason to stop the program.
final class ExitReason: Sendable {
    private let reason = Lock<ExitStatus?>(nil)

    var status: ExitStatus { reason.withLock { $0 } ?? .signalled(SIGTERM) }

    func set(_ status: ExitStatus) { reason.withLock { $0 = $0 ?? status } }
}
