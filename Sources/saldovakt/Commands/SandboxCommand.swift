import ArgumentParser
import Console
import Foundation
import SandboxBank
import UnixSignals

/// `saldovakt sandbox`: a stand-in for the bank, to try rules against.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Serves a bank that speaks Sbanken's v1 and v2, on this machine only.",
        // Every command's configuration is made at every start; only this one's help is long.
        discussion: CommandLine.arguments.contains("sandbox") ? SandboxHelp.text : "")

    @Option(help: "The port on 127.0.0.1; 0 takes any free one.")
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "A scenario file, or one of the built-in ones: sample, demo.", valueName: "file"))
    var scenario = "demo"

    @Option(help: "The dialect to print settings for; both are served.")
    var dialect: SandboxDialect = .v2

    @Option(
        help: ArgumentHelp(
            "Take a step of the story each time this much has passed.", valueName: "duration"))
    var lapse: IntervalArgument?

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535")
        }
    }

    func run() async throws {
        var configuration = SandboxConfiguration(scenario: try readScenario())
        configuration.port = port
        configuration.lapse = lapse?.duration
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let server = SandboxServer(configuration)
        do {
            let port = try await server.start()
            introduce(configuration.scenario, port)
        } catch {
            throw CommandFailure(.environment, text: "\(error)")
        }
        for await signal in signals {
            await server.stop()
            throw ExitStatus.signalled(signal.rawValue)
        }
    }

    private func readScenario() throws -> SandboxScenario {
        if let builtIn = SandboxScenario.builtIn(named: scenario) { return builtIn }
        do {
            return try SandboxScenario(contentsOf: scenario)
        } catch {
            throw CommandFailure(error.isUnreadable ? .environment : .wrong, text: "\(error)")
        }
    }

    private func introduce(_ scenario: SandboxScenario, _ port: Int) {
        Terminal.write(
            SandboxHelp.connection(port: port, scenario: scenario, dialect: dialect)
                + "listening on \(port)")
    }
}
