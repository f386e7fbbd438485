public import Finance

/// A named way to tell someone.
public struct ChannelSettings: Sendable, Hashable {
    /// What the channel is made of.
    public enum Kind: Sendable, Hashable {
        /// A desktop notification.
        case desktop
        /// A line on the terminal.
        case terminal
        /// A request to an address.
        case webhook(WebhookSettings)
        case mail(MailSettings)
        /// A message to an MQTT broker.
        case mqtt(MQTTSettings)
        /// A program of the person's own.
        case command(CommandSettings)
    }

    /// The name that rules use.
    public var name: String
    /// What the channel is made of.
    public var kind: Kind
    /// How much it may show.
    public var detail: DetailLevel
    /// What a click on a desktop's popup starts, if not the standard: a line of the watcher's own.
    public var show: CommandSettings?

    /// Makes a channel; without `detail` it is the default of its kind.
    public init(name: String, kind: Kind, detail: DetailLevel? = nil) {
        self.name = name
        self.kind = kind
        self.detail = detail ?? kind.standardDetail
    }

    /// The names that exist without being written down, with their kinds.
    static let builtIn: [(name: String, kind: Kind)] = [
        ("desktop", .desktop), ("terminal", .terminal),
    ]

    /// The channels with the ones that always exist added at the end where they are missing.
    static func withBuiltIn(_ channels: [ChannelSettings]) -> [ChannelSettings] {
        let missing = builtIn.filter { known in !channels.contains { $0.name == known.name } }
        return channels + missing.map { ChannelSettings(name: $0.name, kind: $0.kind) }
    }
}

extension ChannelSettings.Kind {
    /// Everything on the person's own machine and network and in `json`, no amounts in a chat or
    /// a mail, which strangers' servers keep.
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
    /// The sender's address.
    public var from: String
    /// The recipients' addresses, at least one.
    public var to: [String]
    /// The name to sign in with, if the server wants one.
    public var user: ConfidentialText?
    /// The password to sign in with.
    public var password: SecretReference?
    /// Whether an `smtp://` connection has to be encrypted; without, it stays in the own network.
    public var requiresEncryption = true
}

/// Where notices are published over MQTT.
public struct MQTTSettings: Sendable, Hashable {
    /// The broker, `mqtt://host:1883`, in the own network.
    public var url: String
    /// The topic of every notice.
    public var topic: String
    /// The name to sign in with, if the broker wants one.
    public var user: ConfidentialText?
    /// The password to sign in with.
    public var password: SecretReference?
}
