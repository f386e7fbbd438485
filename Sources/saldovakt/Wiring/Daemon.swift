import Alerts
import Channels
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
    /// What the options and settings ask for.
    struct Order: Sendable {
        /// The settings and their secrets.
        let configuration: Configuration
        /// The settings file if one was named, for reloads.
        var settingsFile: String?
        /// The state folder.
        let stateFolder: String
        /// Overrides the intervals of the settings.
        let interval: Duration?
        /// Where the banks' answers are kept as they come, if that is wanted.
        var recording: RecordingFile?
        /// Where figures are served; overrides the settings.
        var metrics: MetricsSettings?
    }

    private let order: Order
    private let store: SQLiteAlertStore
    private let transport: CurlTransport
    private let messages: CurlTransport
    private let desk: ChannelDesk
    private let sources: [WatchParts.PolledSource]
    private let rules: RuleSet
    private let ruleSource: any RuleSource
    private let console: any Console
    private let supervision: Supervision
    private let housekeeping: Housekeeping
    private let lastResort: LastResort
    private let codePages = CodePages()
    private let status: StatusKeeper
    private let metrics: MetricsPage?
    private let clock = SystemClock()

    /// Is told of every access to the store that failed.
    private typealias StoreFailed = @Sendable (StoreError) -> Void

    /// Opens the store and makes the parts; asks and sends nothing yet.
    ///
    /// - Throws: ``CommandFailure`` for a store that can't be used and secrets that can't be read.
    init(
        order: Order, rules: RuleSet, ruleSource: FileRuleSource?, store: SQLiteAlertStore,
        console: any Console
    ) throws {
        self.order = order
        self.rules = rules
        self.store = store
        self.console = console
        // Whoever stops reading the lines still wants to be told on other channels.
        ProgramLoop.outlive(SIGPIPE)
        transport = CurlTransport(options: .standard, loop: ProgramLoop.main)
        messages = CurlTransport(options: .standard)
        housekeeping = Housekeeping(store: store, clock: clock)
        supervision = try Supervision(
            configuration: order.configuration, transport: transport, console: console)
        let settings = order.configuration.settings
        desk = try ChannelDesk(order.configuration, rules) {
            [transport, messages] (channel, configuration) throws(CommandFailure) in
            try ChannelFactory(
                resolver: configuration.resolver, transport: transport, messages: messages,
                zone: settings.timeZone, write: { console.tell($0) }
            ).channel(channel)
        }
        lastResort = LastResort(clock: clock) { [desk] in desk.ways }
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
            source: Self.rules(ruleSource, order, desk, sources), keeper: status)
        metrics = MetricsPage(
            order.metrics ?? settings.metrics, store: store, keeper: status, clock: clock)
    }

    /// Rules from a file change with the settings around them; the demo's never do.
    private static func rules(
        _ file: FileRuleSource?, _ order: Order, _ desk: ChannelDesk,
        _ sources: [WatchParts.PolledSource]
    ) -> any RuleSource {
        guard let file else { return FixedRules() }
        return ReloadingRules(
            source: file, desk: desk, configuration: order.configuration,
            settingsFile: order.settingsFile, pollInterval: shortestInterval(sources))
    }

    private static func shortestInterval(_ sources: [WatchParts.PolledSource]) -> Duration {
        sources.map(\.interval).min() ?? SourceFactory.standardInterval
    }

    /// Does one cycle and one attempt per due delivery (D37).
    ///
    /// - Returns: fine, or environment if a bank could not be read whole or the store not be used.
    func once() async throws -> ExitStatus {
        let ending = Ending()
        let storeFailed: StoreFailed = { _ in ending.set(.environment) }
        var watcher = makeWatcher(wakeUps: [], startedAt: nil, storeFailed: storeFailed)
        try await start(&watcher)
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
        await finish(Task { await lastResort.settle() })
        await close()
        ending.set(reports.allSatisfy(\.isCompleteCycle) ? .fine : .environment)
        return ending.status
    }

    /// Watches until a signal, or until `story` has ended if there is one.
    ///
    /// - Returns: the status of the signal, or fine at the end of the story.
    func run(story: (@Sendable () async -> Void)? = nil) async throws -> ExitStatus {
        try await metrics?.start()
        let signals = SignalTriggers()
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        let post: Watcher.Post = { continuation.yield($0) }
        let ending = Ending()
        // Other trouble passes, and watching goes on; a store that is gone does not come back.
        let storeFailed: StoreFailed = { error in
            guard case .removed = error else { return }
            ending.set(.environment)
            post(.stop)
        }
        let bell = WakeUps(relay: { [desk] in desk.ring() })
        var watcher = makeWatcher(
            wakeUps: [bell], startedAt: clock.now, storeFailed: storeFailed)
        try await start(&watcher)
        let doorbells = Doorbells(
            store: store, folder: order.stateFolder, console: console, clock: clock)
        let answering = Task { await doorbells.forward(to: post) }
        let delivery = Task { await deliver(post, storeFailed, doorbells) }
        let supervising = Task { await supervision.run() }
        let keeping = Task { await housekeeping.run() }
        let listening = Task { await signals.forward(to: post) { ending.set(.signalled($0)) } }
        let telling = story.map { story in
            Task {
                await story()
                ending.set(.fine)
                post(.stop)
            }
        }
        await watcher.run(triggers: triggers, post: post)
        desk.finish()
        await finish(delivery)
        listening.cancel()
        doorbells.stop()
        answering.cancel()
        supervision.end()
        await supervising.value
        keeping.cancel()
        housekeeping.end()
        await keeping.value
        telling?.cancel()
        await metrics?.stop()
        await finish(Task { await lastResort.settle() })
        await close()
        return ending.status
    }

    /// Makes a dispatcher; `post` is told of notices that were given up.
    private func dispatcher(
        of line: ChannelDesk.Line, _ post: @escaping Watcher.Post,
        _ storeFailed: @escaping StoreFailed
    ) -> ChannelDispatcher {
        ChannelDispatcher(
            channel: line.channel, store: store, clock: clock,
            observer: { event in
                console.show(event)
                lastResort.note(event)
                status.note(event)
                if case .deliveryFailed(_, _, _, nil) = event { post(.undelivered) }
                if case .storeFailed(let error) = event { storeFailed(error) }
            }, batch: line.batch)
    }

    /// Makes one attempt for everything that is due.
    private func drain(_ storeFailed: @escaping StoreFailed) async {
        await withTaskGroup(of: Void.self) { group in
            for line in desk.current {
                group.addTask { await dispatcher(of: line, { _ in }, storeFailed).drain() }
            }
        }
    }

    /// Makes the watcher.
    ///
    /// - Parameter startedAt: from when on health is counted (section 4); `nil` for one cycle, which
    ///   continues those that a timer ran before.
    private func makeWatcher(
        wakeUps: [WakeUps], startedAt: Date?, storeFailed: @escaping StoreFailed
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
                lastResort.note(event)
                status.note(event)
                if case .storeFailed(let error) = event { storeFailed(error) }
                codePages.note(event)
            }, channels: order.configuration.channelNames)
        return Watcher(parts: parts, rules: rules, wakeUps: wakeUps)
    }

    private func start(_ watcher: inout Watcher) async throws {
        do {
            try await watcher.start()
        } catch {
            throw CommandFailure(error)
        }
    }

    private func deliver(
        _ post: @escaping Watcher.Post, _ storeFailed: @escaping StoreFailed,
        _ doorbells: Doorbells
    ) async {
        await desk.run { line in
            let clicks = Task {
                await doorbells.listen(
                    to: line.channel, showingWith: line.settings.show.map(order(for:)), post)
            }
            let readiness = Task { await hastenWhenReady(line) }
            // A channel that was made anew may find its receiver mended.
            if line.isAnew { await hasten(line) }
            await dispatcher(of: line, post, storeFailed).run(wakeUps: line.bell)
            clicks.cancel()
            readiness.cancel()
        }
    }

    /// What a click starts; a window may stay open for a day.
    private func order(for program: CommandSettings) -> ChildOrder {
        var child = ChildOrder(program, resolver: order.configuration.resolver)
        child.limit = program.timeout ?? .seconds(86_400)
        return child
    }

    /// Tries at once what waits for a desktop when one comes.
    private func hastenWhenReady(_ line: ChannelDesk.Line) async {
        guard let desktop = line.channel as? DesktopChannel else { return }
        for await _ in desktop.readiness { await hasten(line) }
    }

    private func hasten(_ line: ChannelDesk.Line) async {
        do {
            try await store.hasten(channel: line.channel.name, at: clock.now)
            line.bell.post()
        } catch {
            console.show(.storeFailed(error))
        }
    }

    /// Lets deliveries that were rung for end, but not for long: what is left waits in the outbox.
    private func finish(_ delivery: Task<Void, Never>) async {
        let deadline = Task {
            do { try await Task.sleep(for: .seconds(3)) } catch { return }
            delivery.cancel()
        }
        await delivery.value
        deadline.cancel()
    }

    private func close() async {
        console.close()
        // Popups stay on the screen; a desktop that hangs is left behind.
        for case let desktop as DesktopChannel in desk.channels { await desktop.shutdown() }
        transport.close()
        messages.close()
    }
}
