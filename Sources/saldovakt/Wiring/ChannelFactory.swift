import Alerts
import Channels
import Console
import Finance
import Foundation
import HTTP
import Programs
import Settings

/// Makes live channels from the settings.
struct ChannelFactory: Sendable {
    /// Reads the secrets.
    let resolver: SecretResolver
    /// Carries the webhooks.
    let transport: any HTTPTransport
    /// Carries mails and MQTT messages; another one, because mail servers may hold it up.
    let messages: any MessageTransport
    /// The zone of times on the terminal.
    let zone: TimeZone
    /// Takes the lines of the terminal channel; false for one that it can't.
    let write: @Sendable (String) -> Bool

    /// Makes the channels of those names, in the order of the settings.
    ///
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    func channels(_ settings: [ChannelSettings], named names: Set<String>) throws
        -> [any Channel]
    {
        var channels: [any Channel] = []
        var failures: [String] = []
        for settings in settings where names.contains(settings.name) {
            do throws(CommandFailure) {
                channels.append(try channel(settings))
            } catch {
                failures.append(error.text)
            }
        }
        guard failures.isEmpty else {
            throw CommandFailure(.environment, text: failures.joined(separator: "\n"))
        }
        return channels
    }

    /// Makes one channel.
    ///
    /// - Throws: ``CommandFailure`` if a secret can't be read or the channel can't be as it is set.
    func channel(_ settings: ChannelSettings) throws(CommandFailure) -> any Channel {
        do {
            return try make(settings)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(.environment, text: "\(error)")
        }
    }

    private func make(_ channel: ChannelSettings) throws -> any Channel {
        switch channel.kind {
        case .desktop:
            DesktopChannel(name: channel.name)
        case .terminal:
            TerminalChannel(
                name: channel.name,
                options: TerminalOptions(usesColour: Terminal.hasColour, timeZone: zone),
                write: write)
        case .webhook(let webhook): try make(webhook, named: channel.name)
        case .mail(let mail): try make(mail, named: channel.name)
        case .mqtt(let mqtt): try make(mqtt, named: channel.name)
        case .command(let command):
            CommandChannel(name: channel.name, program: ProcessSpec(command, resolver: resolver))
        }
    }

    private func make(_ mail: MailSettings, named name: String) throws -> any Channel {
        var options = MailOptions(
            server: mail.url, from: mail.from, to: mail.to, timeZone: zone)
        options.user = try mail.user.map { try resolver.value($0) }
        options.password = try mail.password.map { try resolver.secret($0) }
        options.requiresEncryption = mail.requiresEncryption
        return try mended(name) {
            try MailChannel(name: name, options: options, transport: messages)
        }
    }

    private func make(_ mqtt: MQTTSettings, named name: String) throws -> any Channel {
        var options = MQTTOptions(server: mqtt.url, topic: mqtt.topic)
        options.user = try mqtt.user.map { try resolver.value($0) }
        options.password = try mqtt.password.map { try resolver.secret($0) }
        return try mended(name) {
            try MQTTChannel(name: name, options: options, transport: messages)
        }
    }

    private func make(_ webhook: WebhookSettings, named name: String) throws -> any Channel {
        let receiver = try receiver(webhook, of: name)
        let headers = try webhook.headers.map {
            WebhookHeader($0.name, try resolver.value($0.value))
        }
        return try mended(name) {
            try WebhookChannel(
                name: name, receiver: receiver, options: WebhookOptions(headers: headers),
                transport: transport)
        }
    }

    /// Turns what a channel does not like about its settings into the command's failure.
    func mended<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch {
            throw CommandFailure(
                .wrong, where: "channel \(name)", code: "channel-settings",
                problem: "\(error)", fix: "correct the channel's entry in the settings file")
        }
    }
}

extension ChannelSettings.Kind {
    /// Whether it needs neither a network nor a secret.
    var isLocal: Bool {
        switch self {
        case .desktop, .terminal: true
        case .webhook, .mail, .mqtt, .command: false
        }
    }
}
