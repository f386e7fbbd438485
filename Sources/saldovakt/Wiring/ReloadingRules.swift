import Alerts
import Finance
import Foundation
import Rules
import Settings
import Watch

/// The rules file and, when a reload is asked for, the channels of the settings file.
///
/// New settings are taken over only together with rules that fit them and with channels that can be
/// made: a mistake in either file leaves everything as it was, and is told. Banks, intervals and the
/// rest of the settings are read at the start only.
actor ReloadingRules: RuleSource {
    private let source: FileRuleSource
    private let desk: ChannelDesk
    private let settingsFile: String?
    private let pollInterval: Duration
    private var configuration: Configuration

    /// Starts with what is in force.
    init(
        source: FileRuleSource, desk: ChannelDesk, configuration: Configuration,
        settingsFile: String?, pollInterval: Duration
    ) {
        self.source = source
        self.desk = desk
        self.configuration = configuration
        self.settingsFile = settingsFile
        self.pollInterval = pollInterval
    }

    func load(force: Bool) async -> RuleLoad {
        let former = configuration
        let next = force ? readSettings() : former
        await source.use(next)
        let load = await source.load(force: force)
        guard case .loaded(let rules, _) = load else {
            await source.use(former)
            return load
        }
        do {
            try desk.follow(next, rules, isReload: force)
            configuration = next
            return load
        } catch {
            await source.use(former)
            return .rejected([Self.finding(error, settingsFile ?? Configuration.usualFile)])
        }
    }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] {
        await source.findings(facts: facts, transactions: transactions, bindings: bindings)
    }

    func surroundings() -> RuleSurroundings? {
        RuleSurroundings(
            policy: configuration.policy(pollInterval: pollInterval),
            aliases: configuration.aliases, channels: configuration.channelNames)
    }

    /// The settings as the file has them now; the ones in force if it can't be used.
    private func readSettings() -> Configuration {
        do {
            return try Configuration(file: settingsFile)
        } catch {
            let text = (error as? CommandFailure)?.text ?? "\(error)"
            Terminal.complain(text + "\nthe old settings stay in force")
            return configuration
        }
    }

    private static func finding(_ error: CommandFailure, _ path: String) -> RuleFinding {
        RuleFinding(
            file: path, line: 1, column: 1, code: "channel-unusable",
            message: error.text.split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " "))
    }
}
