/// The types of channels that the file knows, with the name each has there.
enum ChannelType: String, CaseIterable {
    case desktop, terminal, webhook, mail, mqtt, command

    /// The type that a channel of that name always has; only two names say it.
    init?(reservedName name: String) {
        guard let type = ChannelType(rawValue: name), type == .desktop || type == .terminal else {
            return nil
        }
        self = type
    }

    /// The keys that have a meaning for it, beside `type` and `detail`.
    var keys: [String] {
        switch self {
        case .desktop: ["command", "timeout"]
        case .terminal: []
        case .webhook:
            [
                "format", "url", "signingSecret", "headers", "token", "user", "chat", "room",
                "stream", "topic",
            ]
        case .mail: ["url", "from", "to", "user", "password", "startTLS"]
        case .mqtt: ["url", "topic", "user", "password"]
        case .command: ["command", "timeout"]
        }
    }

    /// Every key that some channel can have.
    static let allKeys = ["type", "detail"] + unique(allCases.flatMap(\.keys))

    private static func unique(_ keys: [String]) -> [String] {
        keys.enumerated().filter { !keys.prefix($0.offset).contains($0.element) }.map(\.element)
    }
}
