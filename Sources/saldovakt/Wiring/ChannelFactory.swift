import Alerts
import Channels
import Finance
import Foundation
import HTTP
import Settings

/// Makes live channels from the settings.
struct ChannelFactory: Sendable {
    /// Reads the secrets.
    let resolver: SecretResolver
    /// Carries the webhooks.
    let transport: any HTTPTransport
    /// The zone of times on the terminal.
    let zone: TimeZone
    /// Takes the lines of the terminal channel.
    let write: @Sendable (String) -> Void

    /// Makes the channels of those names, in the order of the settings.
    ///
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    func channels(_ settings: [ChannelSettings], named names: Set<String>) throws
        -> [any Channel]
    {
        var channels: [any Channel] = []
        var failures: [String] = []
        for channel in settings where names.contains(channel.name) {
            do {
                channels.append(try make(channel))
            } catch let error as SecretError {
                failures.append(error.description)
            } catch let error as CommandFailure {
                failures.append(error.text)
            }
        }
        guard failures.isEmpty else {
            throw CommandFailure(.environment, text: failures.joined(separator: "\n"))
        }
        return channels
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
        case .webhook(let webhook):
            try make(webhook, named: channel.name)
        }
    }

    private func make(_ webhook: WebhookSettings, named name: String) throws -> any Channel {
        let key = try webhook.signingSecret.map { try resolver.signingSecret($0) }
        let headers = try webhook.headers.map {
            WebhookHeader($0.name, try resolver.value($0.value))
        }
        do {
            return try WebhookChannel(
                name: name, url: try resolver.address(webhook.url),
                options: WebhookOptions(
                    format: webhook.format == .json ? .json : .slack,
                    signingSecrets: try key.map { [try SigningSecret($0)] } ?? [],
                    headers: headers),
                transport: transport)
        } catch let error as WebhookSettingsError {
            throw CommandFailure(
                .wrong, where: "channel \(name)", code: "channel-settings",
                problem: "\(error)", fix: "mend the channel's entry in the settings file")
        } catch let error as SigningSecretError {
            throw CommandFailure(
                .wrong, where: "channel \(name)", code: "signing-secret", problem: "\(error)",
                fix: "make a key of 24 to 64 random bytes and write it as whsec_ and base64")
        }
    }
}

extension DetailLevel {
    /// The same level as the alerts module names it.
    var detail: Detail {
        switch self {
        case .generic: .generic
        case .summary: .summary
        case .full: .full
        }
    }
}
