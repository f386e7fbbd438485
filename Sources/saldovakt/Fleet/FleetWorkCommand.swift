import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import HTTP
import Service
import Threads
import UnixSignals

/// `saldovakt fleet work`: evaluates and delivers until it is stopped.
struct FleetWorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Evaluates households and delivers their notifications.",
        discussion: """
            Start as many as you like, on as many machines. One that dies loses nothing: what it \
            had claimed is due again when its lease ends. SIGTERM ends it after what it is doing.
            """)

    @OptionGroup var options: FleetOptions

    @Option(help: "How many connections to each database.")
    var connections = 4

    @Option(help: "How many households are claimed at once.")
    var claim = 64

    @Option(help: "How long claims and attempts to deliver hold; 60s without it.")
    var lease: IntervalArgument?

    @Option(help: .value("megabytes", "How much memory recently evaluated households may take."))
    var shelf = 512

    @Option(help: .value("port", "Serve figures for Prometheus on 127.0.0.1."))
    var metrics: Int?

    @Flag(help: "Do what is due now, then end.")
    var once = false

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
        let shards = try await options.open(connections: connections)
        let transport = CurlTransport(options: .standard)
        let messages = CurlTransport(options: .standard)
        let counters = FleetCounters(FleetCounts())
        let shift = FleetShift(
            loops: max(1, connections / 2),
            parts: try await parts(shards, counters, over: transport, messages))
        if once {
            try await shift.once()
        } else {
            let page = LoopbackServer(metrics: { await shards.all.metrics(counters) })
            if let metrics { try await page.listen(on: metrics, fix: "name another port") }
            Terminal.write("working on \(shards.all.map(\.name).joined(separator: ", "))")
            await shift.run()
            await page.stop()
        }
        transport.close()
        messages.close()
    }

    private func parts(
        _ shards: FleetShards, _ counters: FleetCounters, over transport: any HTTPTransport,
        _ messages: any MessageTransport
    ) async throws -> [FleetShift.Part] {
        let read = FleetParts(resolver: shards.resolver)
        let lease = lease?.duration ?? .seconds(60)
        var made: [FleetShift.Part] = []
        for shard in shards.all {
            let worker = FleetWorker(
                engine: shard.engine, fleet: try await shard.ask { try await $0.identifier() },
                claims: claim, lease: lease, shelfBytes: shelf << 20, counters: counters
            ) { rules, settings in try read.read(rules, settings) }
            let dispatcher = FleetDispatcher(
                engine: shard.engine, lease: lease, counters: counters
            ) { settings, name in try read.channel(settings, name, over: transport, messages) }
            made.append((shard, worker, dispatcher))
        }
        return made
    }
}

/// The workers and dispatchers of one process.
private struct FleetShift: Sendable {
    typealias Part = (shard: FleetShards.Shard, worker: FleetWorker, dispatcher: FleetDispatcher)

    /// How long notifications stay that were delivered, merged or given up.
    private static let kept = Duration.seconds(31 * 86_400)

    /// How many loops claim and evaluate in each database.
    let loops: Int
    let parts: [Part]

    /// Works on what is due now and delivers it.
    func once() async throws {
        for part in parts {
            try await part.shard.ask { _ in
                while try await part.worker.work() > 0 {}
                try await part.dispatcher.run(untilIdle: true)
            }
        }
    }

    /// Works until SIGTERM or SIGINT, and ends after what is under way.
    func run() async {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        await withTaskGroup(of: Void.self) { group in
            for part in parts {
                func persist(_ work: @escaping @Sendable () async throws -> Void) {
                    group.addTask { await Self.persist(part.shard.name, work) }
                }
                for _ in 0..<loops {
                    persist {
                        let count = try await part.worker.work()
                        if count == 0 { try? await Task.sleep(for: .milliseconds(200)) }
                    }
                }
                persist {
                    while try await part.shard.engine.forget(endedBefore: Self.kept) > 0 {}
                    try? await Task.sleep(for: .seconds(3_600))
                }
                persist { try await part.dispatcher.run() }
            }
            for await _ in signals { break }
            group.cancelAll()
        }
    }

    /// Repeats what an engine that can't be reached interrupts; says so when it begins and when it ends.
    private static func persist(_ name: String, _ work: @Sendable () async throws -> Void) async {
        var failure: FleetError?
        while !Task.isCancelled {
            do {
                try await work()
                if failure != nil { Terminal.complain("\(name): works again") }
                failure = nil
            } catch {
                let error = error as? FleetError
                if let error, failure != error {
                    Terminal.complain(CommandFailure(error, of: name).text)
                }
                failure = error
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}

extension [FleetShards.Shard] {
    /// The page of figures for Prometheus; a database that can't be reached is missing from it.
    fileprivate func metrics(_ counters: FleetCounters) async -> String {
        var reports: [FleetReport] = []
        for shard in self {
            guard let status = try? await shard.engine.status() else { continue }
            reports.append(FleetReport(shard: shard.name, status: status))
        }
        let inDoubt = map(\.engine.commitsInDoubt).reduce(0, +)
        return reports.metrics(counters.withLock { $0 }, inDoubt: inDoubt)
    }
}
