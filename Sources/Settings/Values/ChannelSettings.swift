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
