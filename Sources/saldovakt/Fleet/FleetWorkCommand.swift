import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import Service
import Threads
import UnixSignals

/// `saldovakt fleet work`: evaluates and delivers until it is stopped.
struct FleetWorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Evaluates households and delivers their notifications.",
        discussion: """
            Start as many as you like, on as many machines. One that dies loses nothing: what it \
            had claimed is due again when its lease ends. SIGTERM and SIGINT end it after what it \
            is doing, with status 143 and 130.
            """)

    @OptionGroup var options: FleetOptions

    @Option(help: "How many connections to each database.") var connections = 4

    @Option(help: "How many households are claimed at once.") var claim = 64

    @Option(help: "How long claims and attempts to deliver hold; 60s without it.")
    var lease: IntervalArgument?

    @Option(help: .value("megabytes", "How much memory recently evaluated households may take."))
    var shelf = 512

    @Option(help: .value("port", "Serve figures for Prometheus on 127.0.0.1.")) var metrics: Int?

    @Flag(help: "Do what is due now, then end.") var once = false

    func validate() throws {
        guard (2...100).contains(connections), (1...10_000).contains(claim),
            (1...1_000_000).contains(shelf)
        else {
            throw ValidationError(
                "--connections takes 2 to 100, --claim 1 to 10000, --shelf 1 to 1000000")
        }
        guard (1...65_535).contains(metrics ?? 1) else {
            throw ValidationError("--metrics takes a port, 1 to 65535")
        }
        let lease = lease?.duration ?? .seconds(60)
        guard .seconds(1) <= lease, lease <= .seconds(3_600) else {
            throw ValidationError("--lease takes 1s to 1h")
        }
    }

    func run() async throws {
        let shards = try FleetShards(file: options.shards, connections: connections)
        let counters = FleetCounters(FleetCounts())
        let read = FleetParts(resolver: shards.resolver)
        let lease = lease?.duration ?? .seconds(60)
        let shift = FleetShift(shards: shards, loops: max(1, connections / 2)) {
            [claim, shelf] engine, fleet in
            let worker = FleetWorker(
                engine: engine, fleet: fleet, claims: claim, lease: lease, cacheBytes: shelf << 20,
                counters: counters
            ) { rules, settings in try read.read(rules, settings) }
            let dispatcher = FleetDispatcher(engine: engine, lease: lease, counters: counters) {
                settings, name in try read.channel(settings, name)
            }
            return (worker, dispatcher)
        }
        if once {
            if let status = try await shift.once() { throw status }
            return
        }
        _ = try await shards.check()
        let page = LoopbackServer(metrics: { await shards.all.metrics(counters) })
        if let metrics { try await page.listen(on: metrics, fix: "name another port") }
        Terminal.write("working on \(shards.all.map(\.name).joined(separator: ", "))")
        let status = try await shift.run()
        await page.stop()
        if let status { throw status }
    }
}

/// The workers and dispatchers of one process.
private struct FleetShift: Sendable {
    typealias Part = (worker: FleetWorker, dispatcher: FleetDispatcher)

    /// How long notifications are kept that were delivered, merged or abandoned.
    private static let kept = Duration.seconds(31 * 86_400)

    let shards: FleetShards
    /// How many loops claim and evaluate in each database.
    let loops: Int
    /// Makes the workers of a database, from it and its fleet's identifier.
    let make: @Sendable (PostgresFleet, String) -> Part

    /// Processes due households and delivers due notifications once.
    func once() async throws -> ExitStatus? {
        try await Self.untilSignal {
            let (_, failure) = try await shards.answers { engine in
                let part = make(engine, try await engine.identifier())
                // A cancelled worker gives its claims back, so that they are due again at once.
                while !Task.isCancelled, try await part.worker.work() > 0 {}
                try await part.dispatcher.run(untilIdle: true)
            }
            if let failure { throw failure }
        }
    }

    /// Works until SIGTERM or SIGINT.
    func run() async throws -> ExitStatus? {
        try await Self.untilSignal {
            await withTaskGroup(of: Void.self) { group in
                for shard in shards.all { group.addTask { await work(on: shard) } }
            }
        }
    }

    /// Works until the work is done, or SIGTERM or SIGINT comes.
    ///
    /// After a signal it finishes the work under way, and returns the signal's status.
    private static func untilSignal(
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> ExitStatus? {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
            group.addTask {
                try await work()
                return nil
            }
            group.addTask {
                await signals.first { _ in true }.map { .signalled($0.rawValue) }
            }
            let status = try await group.next()
            group.cancelAll()
            try await group.waitForAll()
            return status ?? nil
        }
    }

    /// Works on a database as soon as it can be reached.
    private func work(on shard: FleetShards.Shard) async {
        let engine = shard.engine
        let log = ShardLog(shard.name)
        let fleet = await Self.persist(log) { try await engine.identifier() }
        guard let fleet else { return }
        let part = make(engine, fleet)
        await withTaskGroup(of: Void.self) { group in
            func persist(_ work: @escaping @Sendable () async throws -> Void) {
                group.addTask {
                    await Self.persist(log) { () -> Void? in
                        try await work()
                        return nil
                    }
                }
            }
            for _ in 0..<loops {
                persist {
                    let count = try await part.worker.work()
                    if count == 0 { try? await Task.sleep(for: .milliseconds(200)) }
                }
            }
            persist {
                while try await engine.forget(endedBefore: Self.kept) > 0 {}
                try? await Task.sleep(for: .seconds(3_600))
            }
            persist { try await part.dispatcher.run() }
        }
    }

    /// Repeats an operation that returns nothing or fails because an engine can't be reached.
    @discardableResult
    private static func persist<Result: Sendable>(
        _ log: ShardLog, _ work: () async throws -> Result?
    ) async -> Result? {
        var refusals = 0
        while !Task.isCancelled {
            do {
                let result = try await work()
                refusals = 0
                log.worked()
                if let result { return result }
            } catch {
                log.failed(error)
                // A server that refuses connections or rights is not asked every second.
                let state = (error as? FleetError)?.state?.prefix(2)
                refusals = ["28", "3D", "42", "53"].contains(state) ? min(refusals + 1, 5) : 0
                try? await Task.sleep(for: .seconds(min(30, 1 << refusals)))
            }
        }
        return nil
    }
}

/// Reports each failure of a shard's loops once, and their end when none has failed for a while.
private final class ShardLog: Sendable {
    private static let quiet = Duration.seconds(5)
    private static let mostReported = 20

    private let name: String
    private let state = Lock((reported: Set<String>(), last: ContinuousClock.now))

    init(_ name: String) { self.name = name }

    func failed(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        let text =
            (error as? FleetError).map { CommandFailure($0, of: name).text } ?? "\(name): \(error)"
        let isNews = state.withLock { state in
            state.last = .now
            let hasRoom = state.reported.count < Self.mostReported
            return hasRoom && state.reported.insert(text).inserted
        }
        if isNews { Terminal.complain(text) }
    }

    func worked() {
        let isOver = state.withLock { state in
            guard !state.reported.isEmpty, .now - state.last >= Self.quiet else { return false }
            state.reported = []
            return true
        }
        if isOver { Terminal.complain("\(name): works again") }
    }
}

extension [FleetShards.Shard] {
    /// The metrics page for Prometheus.
    fileprivate func metrics(_ counters: FleetCounters) async -> String {
        var reports: [FleetReport] = []
        for shard in self {
            guard let status = try? await shard.engine.status() else { continue }
            reports.append(FleetReport(shard: shard.name, status: status))
        }
        let inDoubt = map(\.engine.commitsInDoubt).reduce(0, +)
        return reports.metrics(
            counters.withLock { $0 }, inDoubt: inDoubt, shards: map(\.name))
    }
}
