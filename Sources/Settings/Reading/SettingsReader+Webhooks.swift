import Finance

extension SettingsReader {
    /// A webhook: which of its keys have a meaning says its format.
    mutating func webhook(_ fields: SettingsFields) -> WebhookSettings? {
        guard let format = format(fields) else { return nil }
        reportUselessKeys(format, fields)
        var webhook = WebhookSettings(format: format)
        let before = findings.count
        for key in format.neededKeys where fields[key] == nil { _ = required(key, of: fields) }
        let keys = format.neededKeys + format.optionalKeys
        for key in keys where fields[key] != nil { read(key, of: fields, into: &webhook) }
        webhook.headers = headers(fields)
        return findings.count == before ? webhook : nil
    }

    private mutating func format(_ fields: SettingsFields) -> WebhookSettings.Format? {
        fields["format"] == nil
            ? .json : word("format", of: fields, as: WebhookSettings.Format.self)
    }

    private mutating func reportUselessKeys(
        _ format: WebhookSettings.Format, _ fields: SettingsFields
    ) {
        let common = ["format", "headers"]
        for member in fields.node.members ?? []
        where ChannelType.webhook.keys.contains(member.key) && !common.contains(member.key)
            && !format.hasMeaning(for: member.key)
        {
            let others = WebhookSettings.Format.allCases.filter { $0.hasMeaning(for: member.key) }
            report(
                "useless-key",
                "'\(member.key)' has no meaning for the format '\(format.rawValue)'",
                fix: others.isEmpty
                    ? "remove it"
                    : "remove it, or set \"format\" to one of " + Self.list(others.map(\.rawValue)),
                at: member.keyRange)
        }
    }

    private mutating func read(
        _ key: String, of fields: SettingsFields, into webhook: inout WebhookSettings
    ) {
        switch key {
        case "url":
            // Beside a token, the address is that of a server and works like no password.
            let isServer = webhook.format.neededKeys.contains("token")
            webhook.url = address("url", of: fields, isConfidential: !isServer)
        case "signingSecret": webhook.signingSecrets = signingSecrets(fields)
        case "token": webhook.token = optionalSecret("token", of: fields)
        case "user": webhook.user = user(of: fields, webhook.format)
        case "topic" where webhook.format == .zulip:
            webhook.heading = destination(key, of: fields, "a topic", Destination.isHeading)
        default: webhook.place = place(key, of: fields)
        }
    }

    /// One reference, or a list of them while a receiver changes from an old key to a new one.
    private mutating func signingSecrets(_ fields: SettingsFields) -> [SecretReference] {
        guard let node = fields["signingSecret"] else { return [] }
        guard let elements = node.elements else {
            return reference(node, "signingSecret").map { [$0] } ?? []
        }
        guard (1...4).contains(elements.count) else {
            reportKind(
                of: node, "signingSecret", expected: "a reference, or a list of one to four",
                found: "a list of \(elements.count)")
            return []
        }
        return elements.compactMap { reference($0, "signingSecret") }
    }

    /// The user of Pushover is a key, that of Zulip an address of a bot.
    private mutating func user(
        of fields: SettingsFields, _ format: WebhookSettings.Format
    ) -> ConfidentialText? {
        format == .pushover
            ? optionalSecret("user", of: fields).map { .reference($0) }
            : confidential("user", of: fields)
    }

    private mutating func place(_ key: String, of fields: SettingsFields) -> ConfidentialText? {
        guard let node = fields[key] else { return nil }
        if node.members != nil { return reference(node, key).map { .reference($0) } }
        switch key {
        case "chat":
            // Chats have numbers; a person may well write one as a number.
            if let number = node.number, Destination.isTelegramChat(number) {
                return .literal(Secret(number))
            }
            return destination(
                key, of: fields, "a chat of Telegram",
                form: "its number, or \"@name\" of a channel",
                Destination.isTelegramChat
            ).map { .literal(Secret($0)) }
        case "room":
            return destination(
                key, of: fields, "the id of a Matrix room",
                form: "the internal id that begins with '!'; the room's advanced settings show it",
                Destination.isMatrixRoom
            ).map { .literal(Secret($0)) }
        case "stream":
            return destination(key, of: fields, "a stream", Destination.isHeading)
                .map { .literal(Secret($0)) }
        default:
            // The topic of ntfy is its only secret: it lets anyone read and write there.
            literalAddresses.append(node.range)
            return destination(
                key, of: fields, "a topic of ntfy",
                form: "letters, digits, '-' and '_', at most 64, or a reference",
                Destination.isNtfyTopic
            ).map { .literal(Secret($0)) }
        }
    }

    private mutating func headers(_ fields: SettingsFields) -> [WebhookSettings.Header] {
        members("headers", of: fields, expected: "an object of headers by name")
            .compactMap { header($0) }
    }

    private mutating func header(_ member: JSONMember) -> WebhookSettings.Header? {
        let rules = HeaderRules(name: member.key)
        guard rules.isAllowed else {
            report(
                "header", "this header is not allowed here: '\(member.key)'",
                fix: "remove it; lengths, types and signatures are written by saldovakt",
                at: member.keyRange)
            return nil
        }
        let node = member.value
        if node.members != nil || rules.isSecret {
            return reference(node, member.key).map {
                WebhookSettings.Header(name: member.key, value: .reference($0))
            }
        }
        guard let text = text(of: node, member.key)?.text else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            report(
                "header", "the value has a line break or control character in it: '\(member.key)'",
                fix: "write the value on one line", at: node.range)
            return nil
        }
        return WebhookSettings.Header(name: member.key, value: .literal(Secret(text)))
    }
}

extension WebhookSettings.Format {
    fileprivate func hasMeaning(for key: String) -> Bool {
        neededKeys.contains(key) || optionalKeys.contains(key)
    }
}

/// What a header of a webhook may be called, and whether its value is a secret.
struct HeaderRules {
    /// The name in lower case.
    private let name: String

    /// Looks at a name as it is written in the file.
    init(name: String) {
        self.name = name.lowercased()
    }

    /// Whether the name is a header's (RFC 9110, section 5.6.2) and not one of those that the
    /// program or the connection writes.
    var isAllowed: Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isTokenByte) else {
            return false
        }
        return !Self.own.contains(name) && !name.hasPrefix("webhook-")
    }

    /// Whether such a header usually carries a credential.
    var isSecret: Bool {
        ["auth", "token", "key", "secret", "cookie", "password"].contains { name.contains($0) }
    }

    private static let own: Set<String> = [
        "connection", "content-encoding", "content-length", "content-type", "expect", "host",
        "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
