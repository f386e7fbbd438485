import Finance

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

extension SettingsReader {
    mutating func channels(_ fields: SettingsFields) -> [ChannelSettings] {
        members("channels", of: fields, expected: "an object of channels by name")
            .compactMap { channel($0) }
    }

    private mutating func channel(_ member: JSONMember) -> ChannelSettings? {
        let name = member.key
        let owner = "the channel '\(name)'"
        guard isName(name, at: member.keyRange),
            let fields = object(member.value, owner, known: ChannelType.allKeys)
        else { return nil }
        let reserved = ChannelType(reservedName: name)
        // `desktop` and `terminal` say their type by their name.
        if reserved == nil, required("type", of: fields) == nil { return nil }
        guard
            let type = fields["type"] == nil
                ? reserved : word("type", of: fields, as: ChannelType.self)
        else { return nil }
        if let reserved, type != reserved {
            report(
                "reserved-channel", "this name always means the \(name) itself: '\(name)'",
                fix: "give the channel another name", at: member.keyRange)
            return nil
        }
        let detail = word("detail", of: fields, as: DetailLevel.self)
        guard let kind = kind(type, fields) else { return nil }
        var channel = ChannelSettings(name: name, kind: kind, detail: detail)
        if type == .desktop, fields["command"] != nil { channel.show = command(fields) }
        return channel
    }

    private mutating func kind(
        _ type: ChannelType, _ fields: SettingsFields
    ) -> ChannelSettings.Kind? {
        let known = type.keys + ["type", "detail"]
        for member in fields.node.members ?? []
        where ChannelType.allKeys.contains(member.key) && !known.contains(member.key) {
            report(
                "useless-key",
                "'\(member.key)' has no meaning for a channel of type '\(type.rawValue)'",
                fix: "remove it, or set a \"type\" that has it", at: member.keyRange)
        }
        switch type {
        case .desktop: return .desktop
        case .terminal: return .terminal
        case .webhook: return webhook(fields).map { .webhook($0) }
        case .mail: return mail(fields).map { .mail($0) }
        case .mqtt: return mqtt(fields).map { .mqtt($0) }
        case .command: return command(fields).map { .command($0) }
        }
    }
}

extension SettingsReader {
    private static let mailAddressForm = "an address such as \"kari@example.org\""

    mutating func mail(_ fields: SettingsFields) -> MailSettings? {
        let url = server(
            "url", of: fields, schemes: ["smtps://", "smtp://"],
            form: "smtps://host:465 or smtp://host:587")
        let from = sender(fields)
        let recipients = recipients(fields)
        let startTLS = flag("startTLS", of: fields)
        let user = confidential("user", of: fields)
        let password = optionalSecret("password", of: fields)
        guard let url, let from, let recipients else { return nil }
        var mail = MailSettings(url: url, from: from, to: recipients)
        mail.requiresEncryption = startTLS ?? true
        mail.user = user
        mail.password = password
        return mail
    }

    mutating func mqtt(_ fields: SettingsFields) -> MQTTSettings? {
        let url = server("url", of: fields, schemes: ["mqtt://"], form: "mqtt://host:1883")
        _ = required("topic", of: fields)
        let topic = destination(
            "topic", of: fields, "an MQTT topic to publish on",
            form: "one without '#' and '+', such as \"saldovakt/alerts\"", Destination.isMQTTTopic)
        let user = confidential("user", of: fields)
        let password = optionalSecret("password", of: fields)
        guard let url, let topic else { return nil }
        var mqtt = MQTTSettings(url: url, topic: topic)
        mqtt.user = user
        mqtt.password = password
        return mqtt
    }

    /// A program that takes notifications or brings a bank's answers.
    mutating func command(_ fields: SettingsFields) -> CommandSettings? {
        let timeout = duration("timeout", of: fields)
        guard let node = required("command", of: fields) else { return nil }
        let words = node.elements?.map(\.string) ?? []
        guard let program = words.first ?? nil, Destination.isProgram(program),
            words.allSatisfy({ $0.map { !$0.utf8.contains(0) } ?? false })
        else {
            report(
                "command", "'command' does not name a program",
                fix: "write a list: the program's absolute path, or one from ~/, then its"
                    + " arguments",
                at: node.range)
            return nil
        }
        return CommandSettings(
            program: program, arguments: words.dropFirst().compactMap(\.self), timeout: timeout)
    }

    private mutating func sender(_ fields: SettingsFields) -> String? {
        _ = required("from", of: fields)
        return destination(
            "from", of: fields, "a mail address", form: Self.mailAddressForm,
            Destination.isMailAddress)
    }

    /// One address or a list of them.
    private mutating func recipients(_ fields: SettingsFields) -> [String]? {
        guard let node = required("to", of: fields) else { return nil }
        let nodes = node.elements ?? [node]
        let before = findings.count
        let addresses = nodes.compactMap { mailAddress($0, "to") }
        if nodes.isEmpty {
            reportKind(
                of: node, "to", expected: "an address or a list of them", found: "an empty list")
        }
        return findings.count == before ? addresses : nil
    }

    private mutating func mailAddress(_ node: JSONNode, _ key: String) -> String? {
        guard let text = text(of: node, key)?.text else { return nil }
        if Destination.isMailAddress(text) { return text }
        reportDestination(key, "a mail address", form: Self.mailAddressForm, at: node.range)
        return nil
    }
}
