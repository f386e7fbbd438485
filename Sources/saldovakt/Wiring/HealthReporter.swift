import Console
import Finance
import Foundation
import HTTP
import Service
import Settings
import Watch

/// Reports to the service manager and to the heartbeat's address.
///
/// The heartbeat is sent only after a complete cycle; after any other the failure is reported.
struct HealthReporter: Sendable {
    private let systemd = SystemdNotifier(environment: ProcessInfo.processInfo.environment)
    private let heartbeat: Heartbeat?
    private let console: any WatchConsole
    private let cycles: AsyncStream<Bool>
    private let continuation: AsyncStream<Bool>.Continuation

    /// Reads the address of the heartbeat, if the settings name one.
    ///
    /// - Throws: ``SecretError`` if it can't be read.
    init(
        configuration: Configuration, transport: any HTTPTransport, console: any WatchConsole
    ) throws {
        self.console = console
        heartbeat = try configuration.settings.heartbeat.map {
            let address = try configuration.resolver.address($0.url)
            return Heartbeat(url: address.reveal(), transport: transport)
        }
        (cycles, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func note(_ event: WatchEvent) {
        switch event {
        case .started: systemd.notify(.ready)
        case .stopped: systemd.notify(.stopping)
        case .cycled(let isComplete):
            systemd.notify(.watchdog)
            if heartbeat != nil { continuation.yield(isComplete) }
        case .polled, .notified, .delivered, .deliveryFailed, .rulesLoaded, .rulesRejected,
            .rulesDoubtful, .storeFailed, .clockStepped, .waiting:
            break
        }
    }

    func run() async {
        guard let heartbeat else { return }
        for await isComplete in cycles {
            let outcome = isComplete ? await heartbeat.complete() : await heartbeat.fail()
            if outcome != .reported { console.warn("heartbeat: warning: \(outcome)") }
        }
    }

    func end() {
        continuation.finish()
    }
}
