import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import HTTP
import Settings

/// `saldovakt channels`: the ways to you.
struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "Lists and tries the channels of your settings.",
        subcommands: [ChannelsListCommand.self, ChannelsTestCommand.self])
}

/// `saldovakt channels list`: the names that rules may use.
struct ChannelsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the channels that rules may name.")

    @OptionGroup var settings: SettingsOptions

    @Flag(help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let channels = try settings.load().settings.channels
        var rows = DataRows(["name", "kind", "detail"])
        var table = Table([("Channel", .left), ("Kind", .left), ("Shows", .left)])
        for channel in channels {
            let cells = [channel.name, Self.kind(channel), channel.detail.rawValue]
            rows.add(cells)
            table.add(cells)
        }
        if json { Terminal.write(rows.json) } else { table.write(orSay: "there is no channel") }
    }

    private static func kind(_ channel: ChannelSettings) -> String {
        switch channel.kind {
        case .desktop: "desktop"
        case .terminal: "terminal"
        case .webhook(let webhook): "webhook \(webhook.format.rawValue)"
        case .mail: "mail"
        case .mqtt: "mqtt"
        case .command: "command"
        }
    }
}

/// `saldovakt channels test NAME`: sends a sample through the real queue, signing and retries.
struct ChannelsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a sample notification through one channel.",
        discussion: """
            The sample is clearly marked as one. It goes through an outbox like any other, in a \
            folder of its own, so that a running watch is not disturbed. With --wait it is tried \
            again as notifications are. Status 4 if it was not delivered.
            """)

    @Argument(help: "The channel's name.")
    var name: String

    @Option(help: "How long to try again, such as 1m.")
    var wait: IntervalArgument?

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let configuration = try settings.load()
        guard let channel = configuration.settings.channel(named: name) else {
            throw unknown(configuration)
        }
        let transport = CurlTransport(options: .standard)
        let messages = CurlTransport(options: .standard)
        let live = try ChannelFactory(
            resolver: configuration.resolver, transport: transport, messages: messages,
            zone: configuration.settings.timeZone,
            write: { Terminal.put(Array("\($0)\n".utf8), to: STDOUT_FILENO) }
        ).channels([channel], named: [name])
        var isDelivered = true
        for way in live {
            let sample = try await SampleDelivery(
                channel: way, detail: channel.detail, zone: configuration.settings.timeZone)
            isDelivered = try await sample.run(for: wait?.duration ?? .zero) && isDelivered
            await sample.end()
            if let desktop = way as? DesktopChannel { await desktop.shutdown() }
        }
        transport.close()
        messages.close()
        guard isDelivered else { throw ExitStatus.environment }
        if let caution = Self.caution(channel.kind) { Terminal.write(caution) }
    }

    /// What "delivered" does not mean, for receivers that confirm less than others.
    private static func caution(_ kind: ChannelSettings.Kind) -> String? {
        switch kind {
        case .mqtt: "nobody confirms a message over MQTT: see whether it arrived"
        case .webhook(let webhook) where webhook.format == .teams:
            "Teams has only accepted it: see whether the workflow has posted it"
        case .webhook(let webhook) where webhook.format == .homeAssistant && webhook.token == nil:
            "Home Assistant says yes to every id: see whether the automation ran"
        default: nil
        }
    }

    private func unknown(_ configuration: Configuration) -> CommandFailure {
        let names = configuration.channelNames.sorted().joined(separator: ", ")
        return CommandFailure(
            .wrong, code: "unknown-channel", problem: "no channel has this name: '\(name)'",
            fix: "the settings have: \(names)")
    }
}
