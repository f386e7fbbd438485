import ArgumentParser
import Settings

/// `saldovakt channels list`: the names that rules may use.
struct ChannelsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the channels that rules may name.")

    @OptionGroup var settings: SettingsOptions

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let channels = try Configuration(file: settings.settings).settings.channels
        if json {
            Terminal.write(JSONText.array(channels.map(Self.object)))
            return
        }
        var table = Table([("Channel", .left), ("Kind", .left), ("Shows", .left)])
        for channel in channels {
            table.add([channel.name, Self.kind(channel), channel.detail.rawValue])
        }
        table.write(orSay: "there is no channel")
    }

    private static func object(_ channel: ChannelSettings) -> String {
        JSONText.object([
            ("name", JSONText.string(channel.name)), ("kind", JSONText.string(kind(channel))),
            ("detail", JSONText.string(channel.detail.rawValue)),
        ])
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
