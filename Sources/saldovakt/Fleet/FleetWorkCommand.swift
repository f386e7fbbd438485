import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import FleetStore
import Foundation
import HTTP
import Logging
import Service
import ServiceLifecycle
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
        guard connections >= 2, (1...10_000).contains(claim), shelf >= 1 else {
            throw ValidationError(
                "--connections takes at least 2, --claim 1 to 10000, --shelf at least 1")
        }
    }

    func run() async throws {
        let shards = try await options.open(connections: connections)
        let transport = CurlTransport(options: .standard)
        let messages = CurlTransport(options: .standard)
        let shift = try await FleetShift(
            shards: shards, limits: limits, loops: max(1, connections / 2), transport: transport,
            messages: messages)
        if once {
            try await shift.once()
        } else {
            let page = metrics.map { FleetMetricsPage(port: $0, shards: shards, shift.counters) }
            try await page?.start()
            Terminal.write("working on \(shards.all.map(\.name).joined(separator: ", "))")
            try await shift.run()
            await page?.stop()
        }
        transport.close()
        messages.close()
    }

    private var limits: FleetWorker.Limits {
        var limits = FleetWorker.Limits()
        limits.claim = claim
        if let lease { limits.lease = lease.duration }
        limits.shelfBytes = shelf << 20
        return limits
    }
}

/// The workers and dispatchers of one process.
struct FleetShift: Sendable {
    /// How long notifications stay that were delivered, merged or given up.
    private static let kept = Duration.seconds(31 * 86_400)

    let counters = FleetCounters()
    /// How many loops claim and evaluate in each database.
    private let loops: Int
    private let parts:
        [(shard: FleetShards.Shard, worker: FleetWorker, dispatcher: FleetDispatcher)]

    init(
        shards: FleetShards, limits: FleetWorker.Limits, loops: Int,
        transport: any HTTPTransport, messages: any MessageTransport
    ) async throws {
        self.loops = loops
        let read = FleetParts(resolver: shards.resolver)
        var made: [(FleetShards.Shard, FleetWorker, FleetDispatcher)] = []
        for shard in shards.all {
            let fleet = try await shard.reporting { (engine) throws(FleetError) in
                try await engine.identifier()
            }
            let worker = FleetWorker(
                engine: shard.engine, fleet: fleet, limits: limits, counters: counters
            ) { (rules, settings) throws(HouseholdFault) in try read.read(rules, settings) }
            let dispatcher = FleetDispatcher(
                engine: shard.engine, lease: limits.lease, counters: counters
            ) {
                (settings, name) throws(HouseholdFault) in
                try read.channel(settings, name, over: transport, messages)
            }
            made.append((shard, worker, dispatcher))
        }
        parts = made
    }

    /// Works on what is due now and delivers it.
    func once() async throws {
        for part in parts {
            try await part.shard.reporting { (_) throws(FleetError) in
                while try await part.worker.work() > 0 {}
                try await part.dispatcher.drain()
            }
        }
    }

    /// Works until SIGTERM or SIGINT.
    func run() async throws {
        let logger = Logger(label: "saldovakt") { _ in SwiftLogNoOpLogHandler() }
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        for part in parts {
            let name = part.shard.name
            for _ in 0..<loops {
                services.append(
                    Self.service {
                        await Self.persist(name) { () throws(FleetError) in
                            let count = try await part.worker.work()
                            if count == 0 { try? await Task.sleep(for: .milliseconds(200)) }
                        }
                    })
            }
            services.append(
                Self.service {
                    await Self.persist(name) { () throws(FleetError) in
                        while try await part.shard.engine.forget(endedBefore: Self.kept) > 0 {}
                        try? await Task.sleep(for: .seconds(3_600))
                    }
                })
            services.append(
                Self.service {
                    await Self.persist(name) { () throws(FleetError) in
                        try await part.dispatcher.run()
                    }
                })
        }
        try await ServiceGroup(
            configuration: .init(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }

    private static func service(
        _ work: @escaping @Sendable () async -> Void
    ) -> ServiceGroupConfiguration.ServiceConfiguration {
        .init(service: FleetService(work: work))
    }

    /// Repeats what an engine that can't be reached interrupts; says so when it begins and when it ends.
    private static func persist(
        _ name: String, _ work: @Sendable () async throws(FleetError) -> Void
    ) async {
        var failure: FleetError?
        while !Task.isCancelled {
            do throws(FleetError) {
                try await work()
                if failure != nil { Terminal.complain("\(name): works again") }
                failure = nil
            } catch {
                if failure != error { Terminal.complain(CommandFailure(error, of: name).text) }
                failure = error
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}

/// Work that is cancelled when the process is to end.
private struct FleetService: ServiceLifecycle.Service {
    let work: @Sendable () async -> Void

    func run() async throws { await cancelWhenGracefulShutdown(work) }
}

/// The page of figures for Prometheus.
private struct FleetMetricsPage: Sendable {
    private let server: LoopbackServer
    private let port: Int

    init(port: Int, shards: FleetShards, _ counters: FleetCounters) {
        self.port = port
        server = LoopbackServer { target in
            guard target.prefix(while: { $0 != "?" }) == "/metrics" else { return nil }
            var reports: [FleetReport] = []
            for shard in shards.all {
                guard let status = try? await shard.engine.status() else { continue }
                reports.append(FleetReport(shard: shard.name, status: status))
            }
            return LoopbackAnswer(
                reports.metrics(
                    counters.counts,
                    inDoubt: shards.all.map(\.engine.commitsInDoubt).reduce(0, +)),
                contentType: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    func start() async throws(CommandFailure) {
        do { _ = try await server.start(port: port) } catch {
            throw CommandFailure(
                .environment, where: "metrics", code: "port-refused",
                problem: "can't listen on 127.0.0.1: '\(port)'", fix: "name another port")
        }
    }

    func stop() async { await server.stop() }
}
