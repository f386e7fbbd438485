import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import Recording
import Rules
import SandboxBank
import Settings
import Store
import Threads
import UnixSignals
import Watch

/// `saldovakt demo`: runs `watch` against a sandbox bank, in about a minute.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Plays a story of ten bank days against a sandbox bank; needs nothing.",
        discussion: """
            Pocket money runs low, a big purchase is reserved and booked under another text, the \
            bank has an outage, salary arrives. Notifications go to the desktop if there is one, to \
            the terminal, and to a webhook that the demo receives itself and shows. Nothing is \
            kept.
            """)

    @Flag(help: "Show the whole body of every webhook.") var verbose = false

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-demo-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let status = try await DemoStory(stateFolder: folder.path, isVerbose: verbose).play()
        if status == .fine {
            Terminal.write(
                """

                Next: saldovakt init
                It sets up your own bank; 'saldovakt init --yes --bank sandbox' takes an invented one.
                """)
        }
        throw status
    }
}

/// Sets up and runs the demo: sandbox bank, webhook receiver and a real watcher.
private struct DemoStory: Sendable {
    let stateFolder: String
    let isVerbose: Bool
    private let scenario = SandboxScenario.demo
    private let console = DemoConsole()
    /// A fresh key of 32 random bytes, in the form of Standard Webhooks.
    private let key = Secret(
        "whsec_" + Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    )

    func play() async throws -> ExitStatus {
        let bank = SandboxServer(SandboxConfiguration(scenario: scenario))
        let receiver = SandboxBank.WebhookReceiver()
        let bankPort = try await bank.start()
        let hookPort = try await receiver.start()
        console.note("a sandbox bank answers on port \(bankPort), a webhook on \(hookPort)")
        let showing = Task { await show(receiver) }
        let daemon = try makeDaemon(configuration(bankPort: bankPort, hookPort: hookPort))
        let status = try await daemon.run { await perform(bank) }
        await receiver.stop()
        await showing.value
        await bank.stop()
        return status
    }

    private func makeDaemon(_ configuration: Configuration) throws -> Daemon {
        let result = RulesFile.load(
            Array(DemoRules.text.utf8), fileName: "rules/demo.json",
            channels: configuration.channelNames)
        guard let rules = result.ruleSet else {
            throw CommandFailure(.wrong, text: FindingRenderer.text(result.findings))
        }
        for rule in rules.rules { console.note("rule \(rule.id): \(rule.sentence)") }
        let options = Daemon.Options(
            configuration: configuration, stateFolder: stateFolder, interval: .seconds(1))
        return try Daemon(
            options: options, rules: rules, ruleSource: nil,
            store: try SQLiteAlertStore.open(folder: stateFolder), console: console)
    }

    /// The settings with the demo's own bank and receiver; no file is read.
    private func configuration(bankPort: Int, hookPort: Int) -> Configuration {
        let bank = SbankenSettings(sandboxOn: bankPort)
        let hook = WebhookSettings(
            format: .json, url: .literal(Secret("http://127.0.0.1:\(hookPort)/hook")),
            signingSecrets: [SecretReference(.environment("DEMO_SIGNING_KEY"))])
        let resolver = SecretResolver(
            environment: [
                "DEMO_CLIENT_ID": scenario.credentials.clientId,
                "DEMO_CLIENT_SECRET": scenario.credentials.clientSecret.reveal(),
                "DEMO_SIGNING_KEY": key.reveal(),
            ], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        return Configuration(
            settings: SaldovaktSettings(
                banks: [BankSettings(id: "sandbox", access: .sbanken(bank))],
                channels: [ChannelSettings(name: "hook", kind: .webhook(hook))]),
            resolver: resolver)
    }

    /// Takes the steps of the story, each after the watcher has polled twice.
    private func perform(_ bank: SandboxServer) async {
        var polls = console.polls.stream.makeAsyncIterator()
        guard await polls.next() != nil else { return }
        for step in scenario.timeline {
            let state = bank.advance()
            console.note("bank day \(state.day): \(step.note ?? "")")
            // The first of two polls may have begun before the step.
            for _ in 0..<2 where await polls.next() == nil { return }
        }
    }

    /// Kind, rule and title of a notification.
    private static func words(of body: [UInt8]) -> String? {
        guard let root = PositionedJSON(body).root, let type = root["type"]?.string else {
            return nil
        }
        let rule = root["data"]?["rule"]?["id"]?.string
        return [type, rule, root["data"]?["title"]?.string].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Shows the receiver's notifications, and checks their signatures as Standard Webhooks 1.0.0
    /// says.
    private func show(_ receiver: SandboxBank.WebhookReceiver) async {
        for await request in receiver.requests {
            let isGenuine = SigningSecret(key)?.verifies(
                id: request.header("webhook-id") ?? "",
                timestamp: request.header("webhook-timestamp") ?? "", body: request.body,
                signatures: request.header("webhook-signature") ?? "")
            let verdict = isGenuine == true ? "signature is genuine" : "FORGED"
            let words = isVerbose ? nil : Self.words(of: request.body)
            console.note(
                "webhook received, \(verdict): "
                    + (words ?? String(decoding: request.body, as: UTF8.self)))
        }
    }
}

/// Rules that never change.
struct FixedRules: RuleSource {
    func load(force: Bool) async -> RuleLoad { .unchanged }

    func reloadedConfiguration() async -> ReloadedConfiguration? { nil }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] { [] }
}

/// Shows the demo on the terminal: the bank's steps and the watcher's reactions.
private final class DemoConsole: WatchConsole {
    /// One element per poll; ends with the demo.
    let polls = AsyncStream<Void>.makeStream()
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let known = Lock<Set<String>>([])

    func show(_ event: WatchEvent) {
        switch event {
        case .polled(let report):
            if case .failed(let failure) = report.outcome { once("bank: \(failure.problem)") }
            polls.continuation.yield()
        case .deliveryFailed(let channel, _, let problem, _): once("\(channel): \(problem.problem)")
        case .storeFailed(let error): once(CommandFailure(error).text)
        default: break
        }
    }

    func notify(_ line: String) -> Bool { output.write("▶ \(line)", isNotification: true) }

    func warn(_ line: String) { once(line) }

    func point(to notification: AlertNotification) { note("shown: \(notification.data.title)") }

    func close() {
        polls.continuation.finish()
        output.finish()
    }

    func note(_ text: String) { output.write("  \(text)") }

    /// Writes a failure only once if it repeats with every poll.
    private func once(_ text: String) {
        guard known.withLock({ $0.insert(text).inserted }) else { return }
        note("(\(text))")
    }
}

/// The rules of the demo: the text of `rules/demo.json`, so that an installed program has them.
///
/// A test compares the two.
enum DemoRules: Sendable {
    static let text = #"""
        {
          "$schema": "./rules.schema.json",
          "version": 1,
          "rules": [
            {
              "id": "pocket-money",
              "when": "available of Lommepenger under 100 NOK, until over 150 NOK",
              "notify": ["desktop", "terminal", "hook"],
              "message": "{account}: {available} left"
            },
            {
              "id": "big-debit",
              "when": "new debit over 500",
              "notify": ["desktop", "terminal", "hook"]
            },
            {
              "id": "pay-day",
              "when": "new credit over 20 000 NOK except own transfers",
              "notify": ["desktop", "terminal", "hook"],
              "urgency": "low"
            },
            {
              "id": "bank",
              "when": "bank is unreachable",
              "notify": ["desktop", "terminal", "hook"],
              "urgency": "critical"
            }
          ]
        }

        """#
}

/// `saldovakt sandbox`: runs a stand-in for the bank, to try rules with.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Serves a stand-in for the banks that saldovakt knows, on this machine only.",
        // Every command's configuration is made at every start; only the help of this one is long.
        discussion: CommandLine.arguments.contains("sandbox") ? SandboxHelp.text : "")

    @Option(help: "The port on 127.0.0.1; 0 takes any free one.") var port = 8080

    @Option(help: .value("file", "A scenario file, or one of the built-in ones: sample, demo."))
    var scenario = "demo"

    @Option(help: "The bank to print settings for; all are served.")
    var bank: SandboxInterface = .sbanken

    @Option(help: "The form of Sbanken's API to print settings for; both are served.")
    var dialect: SandboxDialect = .v2

    @Option(help: .value("duration", "Take a step of the story each time this much has passed."))
    var lapse: IntervalArgument?

    @Flag(
        help: """
            Answer one poll as the program of a 'command' bank does, each time a step further in \
            the story; 'init --bank sandbox' sets that up.
            """) var answer = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535")
        }
    }

    func run() async throws {
        if answer { return try await answerPoll() }
        let scenario =
            try SandboxScenario.builtIn(named: scenario) ?? SandboxScenario(contentsOf: scenario)
        var configuration = SandboxConfiguration(scenario: scenario)
        configuration.port = port
        configuration.lapse = lapse?.duration
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let server = SandboxServer(configuration)
        let port = try await server.start()
        Terminal.write(
            SandboxHelp.connection(port: port, scenario: scenario, bank: bank, dialect: dialect)
                + "listening on \(port)")
        for await signal in signals {
            await server.stop()
            throw ExitStatus.signalled(signal.rawValue)
        }
    }

    /// Reads the request from standard input, and the step of the story from the bank's folder.
    private func answerPoll() async throws {
        let input = FileHandle.standardInput.readDataToEndOfFile()
        let folder = ProcessInfo.processInfo.environment["SALDOVAKT_STATE"]
        guard let folder, let source = PositionedJSON(Array(input)).root?["source"]?.string else {
            throw CommandFailure(
                .usage, where: "saldovakt sandbox --answer", code: "no-request",
                problem: "this is not started by a bank of type 'command'",
                fix: "run 'saldovakt init --bank sandbox', then 'saldovakt watch'")
        }
        let file = URL(filePath: folder).appending(path: "story")
        let words = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: " ") ?? []
        let zone = Configuration.zone
        let today = SandboxStory(endingOn: CalendarDay(of: Date(), in: zone), in: zone)
        var story =
            words.first.flatMap { CalendarDay(isoText: String($0)) }
            .map { SandboxStory(firstDay: $0, zone: zone) } ?? today
        story.source = source
        let step = min(words.last.flatMap { Int($0) } ?? 0, SandboxStory.steps.upperBound)
        for snapshot in try await story.answers(step...step, at: SystemClock().now) {
            Terminal.put(
                String(decoding: SnapshotLineWriter().line(snapshot), as: UTF8.self) + "\n")
        }
        try RulesText.replace(
            file.path, with: Array("\(story.firstDay) \(step + 1)".utf8), what: "story", mode: 0o600
        )
    }
}
