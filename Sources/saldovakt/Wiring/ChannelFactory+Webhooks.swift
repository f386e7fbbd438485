import Channels
import Console
import Finance
import Settings

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
