import Banks
import Console
import Finance
import Foundation
import HTTP
import SandboxBank
import Settings

/// The sandbox's story as a bank's answers, one for each step; step 0 is before it begins.
struct SandboxStory: Sendable {
    let firstDay: CalendarDay
    let zone: TimeZone
    /// The name of the bank in the answers.
    var source = "sandbox"

    static let steps = 0...SandboxScenario.demo.lastStep

    /// The answers at some steps, read as from any bank.
    ///
    /// - Parameter now: when all are read; without it, at noon of the step's day.
    func answers(_ steps: ClosedRange<Int>, at now: Date? = nil) async throws -> [Snapshot] {
        var scenario = SandboxScenario.demo
        scenario.start = .day(firstDay)
        let server = SandboxServer(SandboxConfiguration(scenario: scenario))
        let port = try await server.start()
        let transport = CurlTransport(options: .standard)
        var answers: [Snapshot] = []
        for step in 0...steps.upperBound {
            let state = step == 0 ? server.state : server.advance()
            guard steps.contains(step) else { continue }
            let noon = state.day.instant(minutesAfterMidnight: 720 + step, in: zone)
            let clock = StoppedClock(now: now ?? noon)
            answers.append(
                await SbankenSource(
                    configuration: configuration(scenario.credentials, port: port),
                    transport: transport, clock: clock
                ).fetch(FetchRequest()))
        }
        await server.stop()
        return answers
    }

    private func configuration(
        _ credentials: SandboxCredentials, port: Int
    ) -> SbankenConfiguration {
        let settings = SbankenSettings(sandboxOn: port)
        return SbankenConfiguration(id: source, settings, timeZone: zone) { reference in
            reference == settings.clientID
                ? Secret(credentials.clientId) : credentials.clientSecret
        }
    }
}

extension SandboxStory {
    init(endingOn day: CalendarDay, in zone: TimeZone) {
        let length = SandboxScenario.demo.timeline.last?.day ?? 0
        self.init(firstDay: day.adding(days: -length), zone: zone)
    }
}

extension SbankenSettings {
    /// The settings of a sandbox on a port of this machine, with the secrets in variables.
    init(sandboxOn port: Int) {
        self.init(
            clientID: SecretReference(.environment("DEMO_CLIENT_ID")),
            clientSecret: SecretReference(.environment("DEMO_CLIENT_SECRET")))
        apiURL = "http://127.0.0.1:\(port)" + SandboxDialect.v2.basePath
        authURL = "http://127.0.0.1:\(port)/identityserver/connect/token"
    }
}

/// A clock that shows one instant.
private struct StoppedClock: WallClock {
    let now: Date
    let running = Duration.zero

    func sleep(until instant: Date) async throws {}
}
