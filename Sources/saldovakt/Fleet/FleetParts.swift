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

/// What a fleet makes of a household's rules and settings files.
struct FleetParts: Sendable {
    let resolver: SecretResolver

    /// Reads both files; every finding of both in one fault.
    func read(_ rules: [UInt8], _ settings: [UInt8]) throws(HouseholdFault) -> HouseholdParts {
        let configuration = try configuration(settings)
        let loaded = RulesFile.load(
            rules, fileName: "rules.json", channels: configuration.channelNames)
        guard let set = loaded.ruleSet else {
            throw HouseholdFault(FindingRenderer.text(loaded.findings))
        }
        let (zone, aliases) = (configuration.settings.timeZone, configuration.aliases)
        let policy = configuration.policy(configuration.pollIntervals)
        return (set, PipelineBuilder(zone: zone, policy: policy, aliases: aliases))
    }

    /// Only channels that need no screen.
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
            throw HouseholdFault(
                "settings.json: the channel '\(name)' needs a screen; fix: a fleet sends by webhook, mail, mqtt and command"
            )
        }
        do {
            return try ChannelFactory(
                resolver: resolver, transport: transport, messages: messages,
                zone: configuration.settings.timeZone, language: configuration.language,
                write: { _ in false }
            ).channel(channel)
        } catch {
            throw HouseholdFault(error.text)
        }
    }

    private func configuration(_ settings: [UInt8]) throws(HouseholdFault) -> Configuration {
        let loaded = SettingsFile.load(bytes: settings, fileName: "settings.json")
        guard let found = loaded.settings else {
            throw HouseholdFault(loaded.findings.map(\.description).joined(separator: "\n"))
        }
        return Configuration(settings: found, resolver: resolver)
    }
}
