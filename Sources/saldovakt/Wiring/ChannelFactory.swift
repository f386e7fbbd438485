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
    let resolver: SecretResolver
    let transport: any HTTPTransport
    /// Carries mails and MQTT messages; another one, because mail servers may hold it up.
    let messages: any MessageTransport
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
        return try checked(name) {
            try MailChannel(name: name, options: options, transport: messages)
        }
    }

    private func make(_ mqtt: MQTTSettings, named name: String) throws -> any Channel {
        var options = MQTTOptions(server: mqtt.url, topic: mqtt.topic)
        options.user = try mqtt.user.map { try resolver.value($0) }
        options.password = try mqtt.password.map { try resolver.secret($0) }
        return try checked(name) {
            try MQTTChannel(name: name, options: options, transport: messages)
        }
    }

    private func make(_ webhook: WebhookSettings, named name: String) throws -> any Channel {
        let receiver = try receiver(webhook, of: name)
        let headers = try webhook.headers.map {
            WebhookHeader($0.name, try resolver.value($0.value))
        }
        return try checked(name) {
            try WebhookChannel(
                name: name, receiver: receiver, options: WebhookOptions(headers: headers),
                transport: transport)
        }
    }

    /// Turns what a channel does not like about its settings into the command's failure.
    func checked<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
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

extension ChannelFactory {
    /// The service behind a webhook, with its secrets.
    func receiver(_ webhook: WebhookSettings, of name: String) throws -> WebhookReceiver {
        let parts = try WebhookSecrets(webhook, resolver)
        return switch webhook.format {
        case .json, .slack: try signed(webhook, parts, of: name)
        case .mattermost: .mattermost(url: try parts.url)
        case .discord: .discord(url: try parts.url)
        case .teams: .teams(url: try parts.url)
        case .googleChat: .googleChat(url: try parts.url)
        case .rocketChat: .rocketChat(url: try parts.url)
        case .telegram:
            .telegram(server: parts.server, token: try parts.token, chat: try parts.place)
        case .matrix: .matrix(server: try parts.url, token: try parts.token, room: try parts.place)
        case .ntfy:
            .ntfy(server: parts.server, topic: try parts.place, token: parts.optionalToken)
        case .gotify: .gotify(server: try parts.url, token: try parts.token)
        case .pushover:
            .pushover(server: parts.server, token: try parts.token, user: try parts.user)
        case .zulip:
            .zulip(
                server: try parts.url, user: try parts.user, token: try parts.token,
                stream: try parts.place, topic: webhook.heading)
        case .homeAssistant:
            .homeAssistant(url: try parts.url, token: parts.optionalToken)
        }
    }

    private func signed(
        _ webhook: WebhookSettings, _ parts: WebhookSecrets, of name: String
    ) throws -> WebhookReceiver {
        let secrets = try webhook.signingSecrets.compactMap {
            SigningSecret(try resolver.signingSecret($0))
        }
        return webhook.format == .json
            ? .json(url: try parts.url, signingSecrets: secrets)
            : .slack(url: try parts.url, signingSecrets: secrets)
    }
}

/// The resolved parts of a webhook; the ones that a format needs were there when the file was read.
private struct WebhookSecrets {
    let server: Secret?
    let optionalToken: Secret?
    private let optionalUser: Secret?
    private let optionalPlace: Secret?

    init(_ webhook: WebhookSettings, _ resolver: SecretResolver) throws {
        server = try webhook.url.map { try resolver.address($0) }
        optionalToken = try webhook.token.map { try resolver.secret($0) }
        optionalUser = try webhook.user.map { try resolver.value($0) }
        optionalPlace = try webhook.place.map { try resolver.value($0) }
    }

    var url: Secret { get throws { try needed(server, "url") } }

    var token: Secret { get throws { try needed(optionalToken, "token") } }

    var user: Secret { get throws { try needed(optionalUser, "user") } }

    var place: Secret { get throws { try needed(optionalPlace, "chat, room, stream or topic") } }

    private func needed(_ secret: Secret?, _ key: String) throws -> Secret {
        guard let secret else {
            throw CommandFailure(
                .wrong, code: "channel-settings", problem: "a webhook has no \(key)",
                fix: "add it to the channel's entry in the settings file")
        }
        return secret
    }
}
