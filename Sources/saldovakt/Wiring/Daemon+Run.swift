import Alerts
import Channels
import Console
import Finance
import Foundation
import Logging
import Programs
import ServiceLifecycle
import Settings
import Store
import Threads
import UnixSignals
import Watch

/// The parts of a watcher that live as long as it does: started together, ended one after the other.
extension Daemon {
    /// Watches until a signal, or until `story` has ended if there is one.
    ///
    /// - Returns: the status of the signal, or fine at the end of the story.
    func run(story: (@Sendable () async -> Void)? = nil) async throws -> ExitStatus {
        try await metrics?.start()
        let signals = await SignalTriggers()
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        let post: Watcher.Post = { continuation.yield($0) }
        let ending = ExitReason()
        // Other trouble passes, and watching goes on; a store that is gone does not come back.
        let storeFailed: StoreFailed = { error in
            guard error.isLost else { return }
            ending.set(.environment)
            post(.stop)
        }
        let signal = WakeSignal(relay: { [registry] in registry.ring() })
        var watcher = makeWatcher(wakeUps: [signal], startedAt: clock.now, storeFailed: storeFailed)
        try await watcher.start()
        let external = ExternalTriggers(
            store: store, folder: order.stateFolder, console: console, clock: clock)
        // Ended from the last to the first: the watcher first, the signals when all else has ended.
        let parts = [
            part("signals") { await signals.forward(to: post) { ending.set(.signalled($0)) } },
            part("last resort", until: { await settleFallback() }) {},
            part("metrics", until: { await metrics?.stop() }) {},
            part("supervision", until: { supervision.end() }) { await supervision.run() },
            part("housekeeping") { await housekeeping.run() },
            delivery(post, storeFailed, external),
            part("instructions", until: { external.stop() }) { await external.forward(to: post) },
            part("story") {
                guard let story else { return }
                await story()
                ending.set(.fine)
                post(.stop)
            },
            watching(watcher, triggers, post),
        ]
        let logger = Logger(label: "saldovakt") { _ in SwiftLogNoOpLogHandler() }
        try await ServiceGroup(configuration: .init(services: parts, logger: logger)).run()
        await close()
        return ending.status
    }

    /// A part of the watcher, as the group that runs them all takes it.
    private typealias Part = ServiceGroupConfiguration.ServiceConfiguration

    /// A part that works until its turn to end comes, and is cancelled then.
    private func part(_ name: String, _ work: @escaping @Sendable () async -> Void) -> Part {
        service(name) { await cancelWhenGracefulShutdown(work) }
    }

    /// A part that works until its turn to end comes, and ends `work` by `end`.
    private func part(
        _ name: String, until end: @escaping @Sendable () async -> Void,
        _ work: @escaping @Sendable () async -> Void
    ) -> Part {
        service(name) {
            async let working: Void = work()
            try? await gracefulShutdown()
            await end()
            await working
        }
    }

    /// The cycle, which ends by a trigger; when it has ended, everything else does.
    private func watching(
        _ watcher: Watcher, _ triggers: AsyncStream<WatchTrigger>, _ post: @escaping Watcher.Post
    ) -> Part {
        let service = ClosureService {
            var watcher = watcher
            await withGracefulShutdownHandler {
                await watcher.run(triggers: triggers, post: post)
            } onGracefulShutdown: {
                post(.stop)
            }
        }
        return Part(
            service: service, successTerminationBehavior: .gracefullyShutdownGroup,
            serviceName: "watcher")
    }

    /// The delivery, which gets a moment for what has begun.
    private func delivery(
        _ post: @escaping Watcher.Post, _ storeFailed: @escaping StoreFailed,
        _ external: ExternalTriggers
    ) -> Part {
        service("delivery") {
            let delivery = Task { await deliver(post, storeFailed, external) }
            try? await gracefulShutdown()
            registry.finish()
            await finish(delivery)
        }
    }

    /// A part that has ended early waits for its turn: the group would take it for a failure.
    private func service(_ name: String, _ run: @escaping @Sendable () async -> Void) -> Part {
        let service = ClosureService {
            await run()
            try? await gracefulShutdown()
        }
        return Part(service: service, serviceName: name)
    }

    private func deliver(
        _ post: @escaping Watcher.Post, _ storeFailed: @escaping StoreFailed,
        _ external: ExternalTriggers
    ) async {
        await registry.run { line in
            let clicks = Task {
                await external.listen(
                    to: line.channel, showingWith: line.settings.show.map(order(for:)), post)
            }
            let readiness = Task { await hastenWhenReady(line) }
            // The receiver of a channel that was replaced may be back.
            if line.isReplacement { await hasten(line) }
            await dispatcher(of: line, post, storeFailed).run(wakeUps: line.signal)
            clicks.cancel()
            readiness.cancel()
        }
    }

    /// What a click starts; a window may stay open for a day.
    private func order(for program: CommandSettings) -> ProcessSpec {
        var child = ProcessSpec(program, resolver: order.configuration.resolver)
        child.limit = program.timeout ?? .seconds(86_400)
        return child
    }

    /// Tries at once what waits for a desktop when one comes.
    private func hastenWhenReady(_ line: ChannelRegistry.Line) async {
        guard let desktop = line.channel as? DesktopChannel else { return }
        for await _ in desktop.readiness { await hasten(line) }
    }

    private func hasten(_ line: ChannelRegistry.Line) async {
        do {
            try await store.hasten(channel: line.channel.name, at: clock.now)
            line.signal.post()
        } catch {
            console.show(.storeFailed(error))
        }
    }
}

/// Turns signals into triggers: SIGHUP reloads, SIGTERM and SIGINT stop after the running cycle.
///
/// A second SIGTERM or SIGINT does not wait for the cycle. A SIGHUP because the terminal is gone
/// stops too: nobody would see the watcher go on.
struct SignalTriggers: Sendable {
    private let signals: UnixSignalsSequence
    private let hadTerminal = Terminal.isInteractive

    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    }

    /// Posts triggers until the task is cancelled.
    ///
    /// - Parameter stopped: gets the signal that asked to stop.
    func forward(to post: Watcher.Post, stopped: @Sendable (Int32) -> Void) async {
        var isStopping = false
        for await signal in signals {
            let isHangup = signal == .sighup && hadTerminal && !Terminal.isInteractive
            if signal == .sighup, !isHangup {
                post(.reload)
                continue
            }
            if isStopping { ExitStatus.signalled(signal.rawValue).leave() }
            isStopping = true
            stopped(signal.rawValue)
            post(.stop)
        }
    }
}

/// Remembers what asked the program to stop first.
final class ExitReason: Sendable {
    private let reason = Lock<ExitStatus?>(nil)

    /// The status to end with; that of SIGTERM if nothing asked.
    var status: ExitStatus { reason.withLock { $0 } ?? .signalled(SIGTERM) }

    /// Notes a reason; later ones do not count.
    func set(_ status: ExitStatus) {
        reason.withLock { $0 = $0 ?? status }
    }
}
