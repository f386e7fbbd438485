import Alerts
import Channels
import Console
import Finance
import Fleet
import Foundation
import HTTP
import Rules
import Settings
import Watch

/// Makes the parts of a fleet's household from its rules and settings files.
struct FleetParts: Sendable {
    let resolver: SecretResolver

    /// Reads both files; the findings of both are one fault.
    ///
    /// - Parameter names: the files' names, for findings.
    func read(
        _ rules: [UInt8], _ settings: [UInt8],
        as names: (rules: String, settings: String) = ("rules.json", "settings.json")
    ) throws(HouseholdFault) -> HouseholdParts {
        let configuration = try configuration(settings, names.settings)
        let loaded = RulesFile.load(
            rules, fileName: names.rules, channels: configuration.channelNames)
        guard let set = loaded.ruleSet else {
            throw HouseholdFault(FindingRenderer.text(loaded.findings))
        }
        let local = set.rules.flatMap { rule in
            rule.notify.filter { configuration.settings.channel(named: $0)?.kind.isLocal ?? true }
                .map { "\(names.rules): rule '\(rule.id)': \(Self.needsScreen($0))" }
        }
        guard local.isEmpty else { throw HouseholdFault(local.joined(separator: "\n")) }
        let (zone, aliases) = (configuration.settings.timeZone, configuration.aliases)
        let policy = configuration.policy(configuration.pollIntervals)
        return (set, PipelineBuilder(zone: zone, policy: policy, aliases: aliases))
    }

    /// Makes a channel; those that need a screen are refused.
    func channel(
        _ settings: [UInt8], _ name: String, over transport: any HTTPTransport,
        _ messages: any MessageTransport
    ) throws(HouseholdFault) -> any Channel {
        let configuration = try configuration(settings)
        guard let channel = configuration.settings.channel(named: name) else {
            throw HouseholdFault(
                "settings.json: no channel has the name '\(name)'; fix: add it, or change the rules"
            )
        }
        guard !channel.kind.isLocal else {
            throw HouseholdFault("settings.json: \(Self.needsScreen(name))")
        }
        do {
            return try ChannelFactory(
                resolver: resolver, transport: transport, messages: messages,
                zone: configuration.settings.timeZone, language: configuration.language,
                write: { _ in false }
            ).channel(channel)
        } catch { throw HouseholdFault(error.text) }
    }

    private static func needsScreen(_ channel: String) -> String {
        "the channel '\(channel)' needs a screen; fix: notify by webhook, mail, mqtt or command"
    }

    private func configuration(
        _ settings: [UInt8], _ name: String = "settings.json"
    ) throws(HouseholdFault) -> Configuration {
        let loaded = SettingsFile.load(bytes: settings, fileName: name)
        guard let found = loaded.settings else {
            throw HouseholdFault(loaded.findings.map(\.description).joined(separator: "\n"))
        }
        return Configuration(settings: found, resolver: resolver)
    }
}
