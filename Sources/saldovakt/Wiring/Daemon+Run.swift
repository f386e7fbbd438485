import Alerts
import Channels
import Console
import Finance
import Foundation
import Logging
import Programs
import Service
import ServiceLifecycle
import Settings
import Store
import UnixSignals
import Watch

/// The parts of a watcher that run as long as it does: started together, ended one after the other.
extension Daemon {
    /// Watches until a signal, or until `story` has ended if there is one; only one cycle if the
    /// options say so.
    ///
    /// - Returns: the status of the signal, or success at the end of the story.
    func run(story: (@Sendable () async -> Void)? = nil) async throws -> ExitStatus {
        if options.isOnce { return try await once() }
        if let port = options.metrics ?? options.configuration.settings.metrics {
            try await metrics.listen(
                on: port,
                fix: "name another port with --metrics or under \"metrics\" in the settings")
        }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let hadTerminal = Terminal.isInteractive
        let added = WakeSignal()
        let signal = WakeSignal(relay: { [registry] in registry.ring() })
        var watcher = makeWatcher(wakeUps: [signal, added], startedAt: clock.now)
        try await watcher.start()
        // Ended from the last to the first: the watcher first, the signals when all the others have
        // ended.
        let parts = [
            part("signals") { await forward(signals, hadTerminal: hadTerminal) },
            part("view") { await console.run { await perform($0) } },
            part("last resort", endedBy: { await settleFallback() }),
            part("metrics", endedBy: { await metrics.stop() }),
            part("supervision", { await supervision.run() }, endedBy: { supervision.end() }),
            part("maintenance") { await maintenance.run() },
            service("delivery") {
                let delivery = Task { await registry.run { await deliver(on: $0) } }
                try? await gracefulShutdown()
                registry.finish()
                await finish(delivery)
            },
            part(
                "channels that are owed",
                {
                    await beginOwed()
                    for await _ in added.stream { await beginOwed() }
                }, endedBy: { added.finish() }),
            takingCommands(),
            part("story") {
                guard let story else { return }
                await story()
                ending.set(.fine)
                post(.stop)
            }, watching(watcher),
        ]
        let logger = Logger(label: "saldovakt") { _ in SwiftLogNoOpLogHandler() }
        try await ServiceGroup(configuration: .init(services: parts, logger: logger)).run()
        await close()
        return ending.status
    }

    private typealias Part = ServiceGroupConfiguration.ServiceConfiguration

    /// A part that works until its turn to end comes, and is cancelled then.
    private func part(_ name: String, _ work: @escaping @Sendable () async -> Void) -> Part {
        service(name) { await cancelWhenGracefulShutdown(work) }
    }

    /// A part that works until its turn to end comes, and ends `work` by `end`.
    private func part(
        _ name: String, _ work: @escaping @Sendable () async -> Void = {},
        endedBy end: @escaping @Sendable () async -> Void
    ) -> Part {
        service(name) {
            async let working: Void = work()
            try? await gracefulShutdown()
            await end()
            await working
        }
    }

    /// A service whose early end waits for its turn: the group would take it for a failure.
    private func service(_ name: String, _ run: @escaping @Sendable () async -> Void) -> Part {
        let service = ClosureService {
            await run()
            try? await gracefulShutdown()
        }
        return Part(service: service, serviceName: name)
    }

    /// Processes commands of other processes as soon as they are stored, from now on.
    private func takingCommands() -> Part {
        let inbox = ExternalChangeInbox.signal(folder: options.stateFolder)
        // Where the system gives no watch, commands are found at the next poll.
        let signals = try? inbox.listen()
        return part("commands") {
            defer { extendLifetime(inbox) }
            guard let signals else { return }
            for await _ in signals { post(.command) }
        }
    }

    /// The watcher, which a trigger ends; when it has ended, all other parts end.
    private func watching(_ watcher: Watcher) -> Part {
        let service = ClosureService {
            var watcher = watcher
            await withGracefulShutdownHandler {
                await watcher.run(triggers: triggers.stream, post: post)
            } onGracefulShutdown: {
                post(.stop)
            }
        }
        return Part(
            service: service, successTerminationBehavior: .gracefullyShutdownGroup,
            serviceName: "watcher")
    }

    /// Turns signals into triggers: SIGHUP reloads, SIGTERM and SIGINT stop after the running
    /// cycle.
    ///
    /// A second SIGTERM or SIGINT does not wait for the cycle. A SIGHUP because the terminal is
    /// gone stops too: nobody would see that the watcher continues.
    private func forward(_ signals: UnixSignalsSequence, hadTerminal: Bool) async {
        var isStopping = false
        for await signal in signals {
            let isHangup = signal == .sighup && hadTerminal && !Terminal.isInteractive
            if signal == .sighup, !isHangup {
                post(.reload)
                continue
            }
            if isStopping {
                console.close()
                ExitStatus.signalled(signal.rawValue).leave()
            }
            isStopping = true
            ending.set(.signalled(signal.rawValue))
            post(.stop)
        }
    }

    private func deliver(on line: ChannelRegistry.Line) async {
        let desktop = line.channel as? DesktopChannel
        let clicks = Task {
            guard let desktop else { return }
            let program = line.settings.show.map(spec(for:))
            for await action in desktop.actions { await follow(action, program) }
        }
        // Tries the notifications that wait for a desktop as soon as there is one.
        let readiness = Task {
            guard let desktop else { return }
            for await _ in desktop.readiness { await hasten(line) }
        }
        // A closed receiver of the former channel may be back.
        if line.isReplacement { await hasten(line) }
        await dispatcher(of: line).run(wakeUps: line.signal)
        // What was under way until now is tried again by the channel that took its place.
        for next in registry.current where next.settings.name == line.settings.name {
            next.signal.post()
        }
        clicks.cancel()
        readiness.cancel()
    }

    private func hasten(_ line: ChannelRegistry.Line) async {
        do {
            try await store.hasten(channel: line.channel.name, at: clock.now)
            line.signal.post()
        } catch { console.show(.storeFailed(error)) }
    }

    /// The program that a click starts; its window may stay open for a day.
    private func spec(for program: CommandSettings) -> ProcessSpec {
        var spec = ProcessSpec(program, resolver: options.configuration.resolver)
        spec.limit = program.timeout ?? .seconds(86_400)
        return spec
    }

    /// Performs a click on a popup; commands about alerts are stored as from the command line.
    private func follow(_ action: DesktopAction, _ program: ProcessSpec?) async {
        let alert = AlertReference(
            notificationID: action.notificationID, ruleID: action.ruleID,
            accountID: action.accountID)
        switch action.choice {
        case .show: await show(action, program)
        case .snooze: await perform(.snooze(alert, .seconds(86_400)))
        case .acknowledge: await perform(.acknowledge(alert))
        }
    }

    /// Performs an action that a person asked for with a click or a key.
    private func perform(_ action: LiveAction) async {
        let now = clock.now
        func end(_ length: Duration) -> Date { now.addingTimeInterval(length / .seconds(1)) }
        switch action {
        case .acknowledge(let alert): await give(.acknowledge(alert), at: now)
        case .snooze(let alert, let length): await give(.snooze(alert, until: end(length)), at: now)
        case .silence(let scope, let length):
            await give(.addSilence(Silence(scope, from: now, until: end(length))), at: now)
        case .endSilence(let id): await give(.endSilence(id: id), at: now)
        case .poll: post(.poll)
        case .interrupt: kill(getpid(), SIGINT)
        case .quit:
            ending.set(.fine)
            post(.stop)
        }
    }

    private func give(_ kind: UserCommand.Kind, at now: Date) async {
        do {
            try await store.add(UserCommand(at: now, kind: kind))
            post(.command)
        } catch { console.show(.storeFailed(error)) }
    }

    private func show(_ action: DesktopAction, _ program: ProcessSpec?) async {
        let found = try? await store.entries(notificationPrefix: action.notificationID, limit: 1)
        guard let notification = found?.first?.notification else { return }
        guard var spec = program else { return console.point(to: notification) }
        spec.input = NotificationCoding.bytes(notification)
        spec.addDesktop(activationToken: action.activationToken)
        // A window may stay open for long; the next click must not wait for it.
        Task { [spec] in
            let report = await ChildProcess.run(spec)
            guard report.ending != .exited(0) else { return }
            Terminal.complain("desktop: warning: the program of 'Show' failed")
        }
    }
}
