import Alerts
import Channels
import Console
import Finance
import Foundation
import HTTP
import Programs
import Recording
import Rules
import Service
import Settings
import Store
import Watch

/// A watcher with live parts around it: store, banks, channels, console, service manager.
struct Daemon: Sendable {
    struct Order: Sendable {
        let configuration: Configuration
        /// The settings file if one was named, for reloads.
        var settingsFile: String?
        let stateFolder: String
        let interval: Duration?
        /// Where the banks' answers are kept as they come, if that is wanted.
        var recording: RecordingFile?
        /// Where figures are served; overrides the settings.
        var metrics: MetricsSettings?
    }

    let order: Order
    let store: SQLiteAlertStore
    private let transport: CurlTransport
    private let messages: CurlTransport
    let registry: ChannelRegistry
    private let sources: [WatchParts.PolledSource]
    private let rules: RuleSet
    private let ruleSource: any RuleSource
    let console: any WatchConsole
    let supervision: HealthReporter
    let housekeeping: Housekeeping
    let fallback: FallbackNotifier
    private let status: StatusKeeper
    let metrics: MetricsPage?
    let clock = SystemClock()

    /// Called for every access to the store that failed.
    typealias StoreFailed = @Sendable (StoreError) -> Void

    /// Opens the store and makes the parts; asks and sends nothing yet.
    ///
    /// - Throws: ``CommandFailure`` for a store that can't be used and secrets that can't be read.
    init(
        order: Order, rules: RuleSet, ruleSource: RulesOnDisk?, store: SQLiteAlertStore,
        console: any WatchConsole
    ) throws {
        self.order = order
        self.rules = rules
        self.store = store
        self.console = console
        // A closed pipe must not end the watcher: the other channels still deliver.
        Terminal.outliveReaders()
        transport = CurlTransport(options: .standard)
        messages = CurlTransport(options: .standard)
        housekeeping = Housekeeping(store: store, clock: clock) { [console] in
            console.show(.storeFailed($0))
        }
        supervision = try HealthReporter(
            configuration: order.configuration, transport: transport, console: console)
        let settings = order.configuration.settings
        registry = try ChannelRegistry(order.configuration, rules) {
            [transport, messages] (channel, configuration) throws(CommandFailure) in
            try ChannelFactory(
                resolver: configuration.resolver, transport: transport, messages: messages,
                zone: settings.timeZone, write: { console.notify($0) }
            ).channel(channel)
        }
        fallback = FallbackNotifier(clock: clock) { [registry] in registry.ways }
        sources = try SourceFactory(
            resolver: order.configuration.resolver, transport: transport, clock: clock,
            zone: settings.timeZone
        ).sources(settings.banks, interval: order.interval).map { polled in
            polled.recorded(in: order.recording) { console.warn($0) }
        }
        status = StatusKeeper(
            path: SQLiteAlertStore.statusFile(inFolder: order.stateFolder), sources: sources,
            clock: clock)
        status.note(rulesHash: rules.fileHash)
        self.ruleSource = NotedRules(
            source: Self.rules(ruleSource, order, registry, sources), keeper: status)
        metrics = MetricsPage(
            order.metrics ?? settings.metrics, store: store, keeper: status, clock: clock)
    }

    /// Rules from a file change with the settings around them; the demo's never do.
    private static func rules(
        _ file: RulesOnDisk?, _ order: Order, _ registry: ChannelRegistry,
        _ sources: [WatchParts.PolledSource]
    ) -> any RuleSource {
        guard let file else { return FixedRules() }
        return ReloadingRules(
            file, registry: registry, configuration: order.configuration,
            settingsFile: order.settingsFile, pollInterval: shortestInterval(sources))
    }

    private static func shortestInterval(_ sources: [WatchParts.PolledSource]) -> Duration {
        sources.map(\.interval).min() ?? PipelineBuilder.standardInterval
    }

    /// Does one cycle and one attempt per due delivery (D37).
    ///
    /// - Returns: fine, or environment if a bank could not be read whole or the store not be used.
    func once() async throws -> ExitStatus {
        let ending = ExitReason()
        let storeFailed: StoreFailed = { _ in ending.set(.environment) }
        var watcher = makeWatcher(wakeUps: [], startedAt: nil, storeFailed: storeFailed)
        try await watcher.start()
        let reports = await watcher.cycleOnce()
        supervision.end()
        await supervision.run()
        await drain(storeFailed)
        // A second look at what is due only for news of the first: one attempt each (D37).
        if let lost = try? await store.unreported(limit: 1), !lost.isEmpty {
            await watcher.attend()
            await drain(storeFailed)
        }
        await housekeeping.keep()
        await settleFallback()
        await close()
        ending.set(reports.allSatisfy(\.isCompleteCycle) ? .fine : .environment)
        return ending.status
    }

    /// Makes a dispatcher; `post` hears of notifications that were given up.
    func dispatcher(
        of line: ChannelRegistry.Line, _ post: @escaping Watcher.Post,
        _ storeFailed: @escaping StoreFailed
    ) -> ChannelDispatcher {
        ChannelDispatcher(
            channel: line.channel, store: store, clock: clock,
            observer: { event in
                console.show(event)
                fallback.note(event)
                status.note(event)
                if case .deliveryFailed(_, _, _, nil) = event { post(.undelivered) }
                if case .storeFailed(let error) = event { storeFailed(error) }
            }, batch: line.batch)
    }

    /// Makes one attempt for everything that is due.
    private func drain(_ storeFailed: @escaping StoreFailed) async {
        await withTaskGroup(of: Void.self) { group in
            for line in registry.current {
                group.addTask { await dispatcher(of: line, { _ in }, storeFailed).drain() }
            }
        }
    }

    /// Makes the watcher.
    ///
    /// - Parameter startedAt: from when on health is counted (section 4); `nil` for one cycle, which
    ///   continues those that a timer ran before.
    func makeWatcher(
        wakeUps: [WakeSignal], startedAt: Date?, storeFailed: @escaping StoreFailed
    ) -> Watcher {
        let settings = order.configuration.settings
        let shortest = Self.shortestInterval(sources)
        let builder = PipelineBuilder(
            zone: settings.timeZone, pollInterval: shortest,
            policy: order.configuration.policy(pollInterval: shortest),
            aliases: order.configuration.aliases,
            signInExpires: order.configuration.signInExpires,
            sources: Set(sources.map(\.source.id)), startedAt: startedAt)
        let parts = WatchParts(
            sources: sources, store: store, rules: ruleSource, builder: builder, clock: clock,
            observer: { event in
                console.show(event)
                supervision.note(event)
                housekeeping.note(event)
                fallback.note(event)
                status.note(event)
                if case .storeFailed(let error) = event { storeFailed(error) }
            }, channels: order.configuration.channelNames)
        return Watcher(parts: parts, rules: rules, wakeUps: wakeUps)
    }

    /// Lets what is delivered without the outbox end.
    func settleFallback() async {
        await finish(Task { await fallback.settle() }, within: fallback.gracePeriod)
    }

    /// Lets deliveries that have begun end, but not for long: what is left waits in the outbox.
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
        // Popups stay on the screen; a desktop that hangs is left behind.
        for case let desktop as DesktopChannel in registry.channels { await desktop.shutdown() }
        transport.close()
        messages.close()
    }
}
