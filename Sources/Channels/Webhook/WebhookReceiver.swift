public import Finance

/// The service behind a webhook: where it is and how it is spoken to.
///
/// ```swift
/// let receiver = WebhookReceiver.slack(url: Secret("https://hooks.slack.com/services/…"))
/// ```
public struct WebhookReceiver: Sendable {
    /// How it is spoken to.
    let dialect: any WebhookDialect
    /// The keys to sign with; several while a receiver changes from an old one to a new one.
    var signingSecrets: [SigningSecret] = []
    /// Whether identifier and time go along even when nothing is signed.
    var namesTheEvent = false

    /// A receiver of the notice itself, as published, with the headers of Standard Webhooks.
    public static func json(
        url: Secret, signingSecrets: [SigningSecret] = []
    ) -> WebhookReceiver {
        WebhookReceiver(
            dialect: JSONDialect(url: url), signingSecrets: signingSecrets, namesTheEvent: true)
    }

    /// An incoming webhook of Slack, or of what speaks like it.
    public static func slack(
        url: Secret, signingSecrets: [SigningSecret] = []
    ) -> WebhookReceiver {
        WebhookReceiver(dialect: SlackDialect(url: url), signingSecrets: signingSecrets)
    }

    /// An incoming webhook of Mattermost.
    public static func mattermost(url: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: MattermostDialect(url: url))
    }

    /// A webhook of a Discord channel.
    public static func discord(url: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: DiscordDialect(url: url))
    }

    /// A workflow of Microsoft Teams that posts the cards it gets.
    public static func teams(url: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: TeamsDialect(url: url))
    }

    /// An incoming webhook of a Google Chat space.
    public static func googleChat(url: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: GoogleChatDialect(url: url))
    }

    /// An incoming webhook of Rocket.Chat.
    public static func rocketChat(url: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: RocketChatDialect(url: url))
    }

    /// Home Assistant: its webhook, or with a token the address of a notify service.
    public static func homeAssistant(url: Secret, token: Secret? = nil) -> WebhookReceiver {
        WebhookReceiver(dialect: HomeAssistantDialect(url: url, token: token))
    }
}

extension WebhookReceiver {
    /// A bot of Telegram and the chat it writes into.
    public static func telegram(
        server: Secret? = nil, token: Secret, chat: Secret
    ) -> WebhookReceiver {
        WebhookReceiver(dialect: TelegramDialect(server: server, token: token, chat: chat))
    }

    /// A user of a Matrix homeserver and the room it writes into, `!id:server`.
    public static func matrix(server: Secret, token: Secret, room: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: MatrixDialect(server: server, token: token, room: room))
    }

    /// A topic of ntfy; with a token where the server asks for one.
    public static func ntfy(
        server: Secret? = nil, topic: Secret, token: Secret? = nil
    ) -> WebhookReceiver {
        WebhookReceiver(dialect: NtfyDialect(server: server, topic: topic, token: token))
    }

    /// An application of a Gotify server.
    public static func gotify(server: Secret, token: Secret) -> WebhookReceiver {
        WebhookReceiver(dialect: GotifyDialect(server: server, token: token))
    }

    /// An application of Pushover and the user or group it writes to.
    public static func pushover(
        server: Secret? = nil, token: Secret, user: Secret
    ) -> WebhookReceiver {
        WebhookReceiver(dialect: PushoverDialect(server: server, token: token, user: user))
    }

    /// A bot of Zulip, the stream it writes into and the topic there.
    public static func zulip(
        server: Secret, user: Secret, token: Secret, stream: Secret, topic: String? = nil
    ) -> WebhookReceiver {
        WebhookReceiver(
            dialect: ZulipDialect(
                server: server, user: user, token: token, stream: stream,
                topic: topic ?? "saldovakt"))
    }
}
