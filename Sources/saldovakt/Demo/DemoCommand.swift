import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import SandboxBank
import Settings
import Store
import Threads
import Watch

/// `saldovakt demo`: the main job with a bank of its own, in about a minute.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Plays a story of ten bank days against a sandbox bank; needs nothing.",
        discussion: """
            Pocket money runs low, a big purchase is reserved and booked under another text, the \
            bank has an outage, salary arrives. Notices go to the desktop if there is one, to \
            the terminal, and to a webhook that the demo receives itself and shows. Nothing is \
            kept.
            """)

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-demo-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let status = try await DemoStory(stateFolder: folder.path).play()
        throw status
    }
}

/// Sets the stage of the demo and plays it: sandbox bank, webhook receiver and a real watcher.
struct DemoStory: Sendable {
    private let stateFolder: String
    private let pollInterval = Duration.seconds(1)

    /// Keeps the demo's state in `stateFolder`, which the caller removes.
    init(stateFolder: String) {
        self.stateFolder = stateFolder
    }

    /// Plays the story to its end.
    ///
    /// - Returns: fine at the end of the story, the signal's status if a signal ended it.
    /// - Throws: ``CommandFailure`` if a part could not be started.
    func play() async throws -> ExitStatus {
        let scenario = SandboxScenario.demo
        let bank = SandboxServer(SandboxConfiguration(scenario: scenario))
        let key = DemoSettings.signingKey()
        let receiver = WebhookReceiver()
        let console = DemoConsole()
        let status: ExitStatus
        do {
            let bankPort = try await bank.start()
            let hookPort = try await receiver.start()
            console.note("a sandbox bank answers on port \(bankPort), a webhook on \(hookPort)")
            let showing = Task { await show(receiver, key: key, on: console) }
            let daemon = try makeDaemon(
                DemoSettings(scenario: scenario, bankPort: bankPort, hookPort: hookPort, key: key),
                console)
            status = try await daemon.run { await notify(scenario, bank, console) }
            await receiver.stop()
            await showing.value
        } catch let error as SandboxServerError {
            throw CommandFailure(.environment, text: "\(error)")
        }
        await bank.stop()
        return status
    }

    private func makeDaemon(_ demo: DemoSettings, _ console: DemoConsole) throws -> Daemon {
        let configuration = demo.configuration
        let result = RulesFile.load(
            Array(DemoRules.text.utf8), fileName: "rules/demo.json",
            channels: configuration.channelNames)
        guard let rules = result.ruleSet else {
            throw CommandFailure(.wrong, text: FindingRenderer.text(result.findings))
        }
        for rule in rules.rules { console.note("rule \(rule.id): \(rule.sentence)") }
        let order = Daemon.Order(
            configuration: configuration, stateFolder: stateFolder, interval: pollInterval)
        return try Daemon(
            order: order, rules: rules, ruleSource: nil,
            store: try SQLiteAlertStore.open(folder: stateFolder), console: console)
    }

    /// Takes step after step, each when the watcher has looked at the one before.
    private func notify(
        _ scenario: SandboxScenario, _ bank: SandboxServer, _ console: DemoConsole
    ) async {
        var polls = console.polls.makeAsyncIterator()
        guard await polls.next() != nil else { return }
        for step in scenario.timeline {
            let state = bank.advance()
            console.note("bank day \(state.day): \(step.note ?? "")")
            // The first of two polls may have begun before the step.
            for _ in 0..<2 where await polls.next() == nil { return }
        }
    }

    private func show(_ receiver: WebhookReceiver, key: Secret, on console: DemoConsole) async {
        for await request in receiver.requests {
            let verdict =
                DemoSignature.isGenuine(request, key: key) ? "signature is genuine" : "FORGED"
            console.note(
                "webhook received, \(verdict): \(String(decoding: request.body, as: UTF8.self))")
        }
    }
}

/// Rules that never change.
struct FixedRules: RuleSource {
    func load(force: Bool) async -> RuleLoad { .unchanged }

    func surroundings() async -> ReloadedConfiguration? { nil }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] { [] }
}

/// Shows the story on the terminal: what the bank does, what the watcher says of it.
final class DemoConsole: WatchConsole {
    /// One element per poll; ends with the demo.
    let polls: AsyncStream<Void>
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let polled: AsyncStream<Void>.Continuation
    private let notifiedSelfAlerts = Lock<Set<String>>([])

    init() {
        (polls, polled) = AsyncStream.makeStream()
    }

    func show(_ event: WatchEvent) {
        switch event {
        case .polled(let report):
            if case .failed(let failure) = report.outcome { once("bank: \(failure.problem)") }
            polled.yield(())
        case .deliveryFailed(let channel, _, let problem, _):
            once("\(channel): \(problem.problem)")
        case .storeFailed(let error):
            once(CommandFailure(error).text)
        case .started, .cycled, .notified, .delivered, .rulesLoaded, .rulesRejected, .rulesDoubtful,
            .clockStepped, .waiting, .stopped:
            break
        }
    }

    func notify(_ line: String) -> Bool {
        output.write("▶ \(line)", isNotification: true)
    }

    func warn(_ line: String) {
        once(line)
    }

    func point(to notification: AlertNotification) {
        note("shown: \(notification.data.title)")
    }

    func close() {
        polled.finish()
        output.finish()
    }

    /// Writes a line about the stage.
    func note(_ text: String) {
        output.write("  \(text)")
    }

    /// Writes a failure that would repeat with every poll only once.
    private func once(_ text: String) {
        guard notifiedSelfAlerts.withLock({ $0.insert(text).inserted }) else { return }
        note("(\(text))")
    }
}
