import Alerts
import Console
import Finance
import Service
import Settings
import Store

/// The page of figures for Prometheus, if the settings want one.
struct MetricsPage: Sendable {
    private let server: MetricsServer
    private let port: Int

    /// Prepares the page; `nil` if the settings want none.
    init?(
        _ settings: MetricsSettings?, store: SQLiteAlertStore, keeper: StatusKeeper,
        clock: any WallClock
    ) {
        guard let settings else { return nil }
        port = settings.port
        server = MetricsServer {
            let report = try? await StatusReport.read(
                store, holder: "this process", statistics: keeper.statistics, at: clock.now)
            // Without the store there is nothing true to show; what is missing raises an alarm.
            return report?.metrics ?? ""
        }
    }

    /// Begins to listen on 127.0.0.1.
    ///
    /// - Throws: ``CommandFailure`` if the port can't be had.
    func start() async throws(CommandFailure) {
        do {
            _ = try await server.start(port: port)
        } catch {
            let isTaken = error == .portTaken(port)
            throw CommandFailure(
                .environment, where: "metrics", code: isTaken ? "port-taken" : "port-refused",
                problem: "can't listen on 127.0.0.1: '\(port)'",
                fix: "name another port with --metrics or under \"metrics\" in the settings"
                    + (isTaken ? ", or stop the program that has it" : ""))
        }
    }

    /// Stops listening.
    func stop() async {
        await server.stop()
    }
}
