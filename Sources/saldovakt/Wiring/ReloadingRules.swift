import Alerts
import Finance
import Foundation
import Rules
import Settings
import Watch

/// The rules file and, when a reload is asked for, the channels of the settings file; also when rules
/// name a channel that the settings in force do not have: who adds one saves two files.
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
    /// The settings file as it was read or refused last.
    private var settingsText: Data?
    /// Whether the newest rules wait for a channel.
    private var lacksChannel = false

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
        settingsText = FileManager.default.contents(atPath: settingsFile ?? Configuration.usualFile)
    }

    func load(force: Bool) async -> RuleLoad {
        if !force {
            let load = follow(await source.load(force: false), with: nil)
            guard lacksChannel, settingsNow != settingsText else { return load }
        }
        settingsText = settingsNow
        return await reload(with: readSettings())
    }

    /// Takes over new settings with rules that fit them.
    private func reload(with next: Configuration) async -> RuleLoad {
        let former = configuration
        await source.use(next)
        let load = follow(await source.load(force: true), with: next)
        if case .loaded = load { return load }
        await source.use(former)
        return load
    }

    /// Has the channels follow what was read, with new settings if there are any.
    private func follow(_ load: RuleLoad, with next: Configuration?) -> RuleLoad {
        switch load {
        case .unchanged: return load
        case .rejected(let findings):
            lacksChannel = findings.contains { $0.code == "unknown-channel" }
            return load
        case .loaded(let rules, _):
            lacksChannel = false
            do {
                try desk.follow(next ?? configuration, rules, isReload: next != nil)
            } catch {
                return .rejected([Self.finding(error, settingsFile ?? Configuration.usualFile)])
            }
            if let next { configuration = next }
            return load
        }
    }

    private var settingsNow: Data? {
        FileManager.default.contents(atPath: settingsFile ?? Configuration.usualFile)
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
