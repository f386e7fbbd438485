extension WebhookSettings {
    /// The kinds of receivers, by the word for `format`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The notice contract, signed as in Standard Webhooks.
        case json
        /// An incoming webhook of Slack, or of what speaks like it.
        case slack
        /// An incoming webhook of Mattermost.
        case mattermost
        /// A webhook of a Discord channel.
        case discord
        /// A workflow of Microsoft Teams that takes adaptive cards.
        case teams
        /// An incoming webhook of a Google Chat space.
        case googleChat = "google-chat"
        /// A bot of Telegram.
        case telegram
        /// A room on a Matrix homeserver.
        case matrix
        /// A topic of ntfy.
        case ntfy
        /// An application of a Gotify server.
        case gotify
        /// An application of Pushover.
        case pushover
        /// An incoming webhook of Rocket.Chat.
        case rocketChat = "rocket-chat"
        /// A bot of Zulip.
        case zulip
        /// Home Assistant: a webhook, or with a `token` a notify service.
        case homeAssistant = "home-assistant"
    }
}

extension WebhookSettings.Format {
    /// The keys without which nothing can be sent.
    public var neededKeys: [String] {
        switch self {
        case .json, .slack, .mattermost, .discord, .teams, .googleChat, .rocketChat,
            .homeAssistant:
            ["url"]
        case .telegram: ["token", "chat"]
        case .matrix: ["url", "token", "room"]
        case .ntfy: ["topic"]
        case .gotify: ["url", "token"]
        case .pushover: ["token", "user"]
        case .zulip: ["url", "user", "token", "stream"]
        }
    }

    /// The keys that have a meaning, beside those of every webhook.
    public var optionalKeys: [String] {
        switch self {
        case .json, .slack: ["signingSecret"]
        case .telegram, .pushover: ["url"]
        case .ntfy: ["url", "token"]
        case .zulip: ["topic"]
        case .homeAssistant: ["token"]
        case .mattermost, .discord, .teams, .googleChat, .matrix, .gotify, .rocketChat: []
        }
    }
}
