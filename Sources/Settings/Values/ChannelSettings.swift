public import Finance

/// A named way to notify someone.
public struct ChannelSettings: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case desktop
        case terminal
        case webhook(WebhookSettings)
        case mail(MailSettings)
        case mqtt(MQTTSettings)
        case command(CommandSettings)
    }

    public var name: String
    public var kind: Kind
    public var detail: DetailLevel
    /// The program that a click on a desktop popup starts; by default the watcher shows a line.
    public var show: CommandSettings?

    public init(name: String, kind: Kind, detail: DetailLevel? = nil) {
        self.name = name
        self.kind = kind
        self.detail = detail ?? kind.standardDetail
    }

    static let builtIn: [(name: String, kind: Kind)] = [
        ("desktop", .desktop), ("terminal", .terminal),
    ]

    /// The channels, with missing ones of those that always exist added at the end.
    static func withBuiltIn(_ channels: [ChannelSettings]) -> [ChannelSettings] {
        let missing = builtIn.filter { known in !channels.contains { $0.name == known.name } }
        return channels + missing.map { ChannelSettings(name: $0.name, kind: $0.kind) }
    }
}

extension ChannelSettings.Kind {
    /// Everything on the person's own machine and network and in `json`; no amounts in a chat or a
    /// mail, which other people's servers store.
    public var standardDetail: DetailLevel {
        switch self {
        case .desktop, .terminal, .command, .mqtt: .full
        case .mail: .summary
        case .webhook(let webhook): webhook.format == .json ? .full : .summary
        }
    }
}

/// How mails are sent: one server, one sender, some recipients.
public struct MailSettings: Sendable, Hashable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var url: String
    public var from: String
    public var to: [String]
    public var user: ConfidentialText?
    public var password: SecretReference?
    /// Whether an `smtp://` connection must be encrypted; without, it stays in the own network.
    public var requiresEncryption = true
}

/// Where notifications are published over MQTT.
public struct MQTTSettings: Sendable, Hashable {
    /// The broker, `mqtt://host:1883`, in the own network.
    public var url: String
    public var topic: String
    public var user: ConfidentialText?
    public var password: SecretReference?
}

/// Where and how a webhook is sent.
///
/// ``Format/neededKeys`` lists the parts that a format needs; the reader has checked that they are
/// there.
public struct WebhookSettings: Sendable, Hashable {
    public struct Header: Sendable, Hashable {
        public var name: String
        public var value: ConfidentialText
    }

    public var format: Format
    /// A secret that lets anyone write there, so it is never shown.
    ///
    /// `nil` if the service has one address for everybody.
    public var url: ConfidentialText?
    /// The signing keys, the new one first during a key change; read them with
    /// ``SecretResolver/signingSecret(_:)``.
    public var signingSecrets: [SecretReference]
    public var headers: [Header]
    /// The sender's token at the service (`token`).
    public var token: SecretReference?
    /// The user's key or account (`user`).
    public var user: ConfidentialText?
    /// The destination inside the service: `chat`, `room`, `stream`, or the `topic` of ntfy.
    public var place: ConfidentialText?
    /// The heading there: the `topic` of Zulip.
    public var heading: String?

    public init(
        format: Format, url: ConfidentialText? = nil, signingSecrets: [SecretReference] = [],
        headers: [Header] = []
    ) {
        self.format = format
        self.url = url
        self.signingSecrets = signingSecrets
        self.headers = headers
    }
}

extension WebhookSettings {
    /// The kinds of receivers, by the word for `format`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The notification contract, signed as in Standard Webhooks.
        case json
        /// An incoming webhook of Slack, or of a compatible service.
        case slack
        case mattermost
        case discord
        /// A workflow of Microsoft Teams that takes adaptive cards.
        case teams
        case googleChat = "google-chat"
        case telegram
        case matrix
        case ntfy
        case gotify
        case pushover
        case rocketChat = "rocket-chat"
        case zulip
        /// Home Assistant: a webhook, or with a `token` a notify service.
        case homeAssistant = "home-assistant"
    }
}

extension WebhookSettings.Format {
    /// The keys that are required.
    public var neededKeys: [String] {
        switch self {
        case .json, .slack, .mattermost, .discord, .teams, .googleChat, .rocketChat, .homeAssistant:
            ["url"]
        case .telegram: ["token", "chat"]
        case .matrix: ["url", "token", "room"]
        case .ntfy: ["topic"]
        case .gotify: ["url", "token"]
        case .pushover: ["token", "user"]
        case .zulip: ["url", "user", "token", "stream"]
        }
    }

    /// The optional keys, beside those of every webhook.
    var optionalKeys: [String] {
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
