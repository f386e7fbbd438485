import Finance

/// The types of channels in the file, by their names there.
private enum ChannelType: String, CaseIterable {
    case desktop, terminal, webhook, mail, mqtt, command

    /// The keys for it, beside `type` and `detail`.
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
    static let allKeys = allCases.flatMap(\.keys).reduce(into: ["type", "detail"]) { keys, key in
        if !keys.contains(key) { keys.append(key) }
    }
}

extension SettingsReader {
    func channels(_ fields: SettingsFields) -> [ChannelSettings] {
        fields.members("channels", "an object of channels by name").compactMap(channel)
    }

    private func channel(_ member: JSONMember) -> ChannelSettings? {
        let name = member.key
        guard log.isName(name, at: member.keyRange),
            let fields = SettingsFields(
                member.value, "the channel '\(name)'", known: ChannelType.allKeys, in: log)
        else { return nil }
        // `desktop` and `terminal` imply their type.
        let isBuiltIn = ChannelSettings.builtIn.contains { $0.name == name }
        let reserved = isBuiltIn ? ChannelType(rawValue: name) : nil
        if reserved == nil, fields.required("type") == nil { return nil }
        guard
            let type = fields["type"] == nil ? reserved : fields.word("type", as: ChannelType.self)
        else { return nil }
        if let reserved, type != reserved {
            log.report(
                "reserved-channel", "this name always means the \(name) itself: '\(name)'",
                fix: "give the channel another name", at: member.keyRange)
            return nil
        }
        let detail = fields.word("detail", as: DetailLevel.self)
        reportUseless(
            fields, known: type.keys + ["type", "detail"], "a channel of type '\(type.rawValue)'"
        ) { _ in "remove it, or set a \"type\" that has it" }
        guard let kind = kind(type, fields) else { return nil }
        var channel = ChannelSettings(name: name, kind: kind, detail: detail)
        if type == .desktop, fields["command"] != nil { channel.show = command(fields) }
        return channel
    }

    /// Reports keys that have no meaning for a channel.
    private func reportUseless(
        _ fields: SettingsFields, known: [String], _ here: String, fix: (String) -> String
    ) {
        for member in fields.node.members ?? []
        where ChannelType.allKeys.contains(member.key) && !known.contains(member.key) {
            log.report(
                "useless-key", "'\(member.key)' has no meaning for \(here)", fix: fix(member.key),
                at: member.keyRange)
        }
    }

    private func kind(_ type: ChannelType, _ fields: SettingsFields) -> ChannelSettings.Kind? {
        switch type {
        case .desktop: .desktop
        case .terminal: .terminal
        case .webhook: webhook(fields).map { .webhook($0) }
        case .mail: mail(fields).map { .mail($0) }
        case .mqtt: mqtt(fields).map { .mqtt($0) }
        case .command: command(fields).map { .command($0) }
        }
    }

    /// The address of a server, with nothing after its host and port.
    private func server(_ fields: SettingsFields, schemes: [String], form: String) -> String? {
        guard fields.required("url") != nil else { return nil }
        return fields.address("url", form: form) { WebAddress.isServer($0, schemes: schemes) }
    }

    private static let mailAddressForm = "an address such as \"kari@example.org\""

    private func mail(_ fields: SettingsFields) -> MailSettings? {
        let url = server(
            fields, schemes: ["smtps://", "smtp://"], form: "smtps://host:465 or smtp://host:587")
        _ = fields.required("from")
        let from = fields.destination(
            "from", "a mail address", form: Self.mailAddressForm, Destination.isMailAddress)
        let recipients = recipients(fields)
        let startTLS = fields.flag("startTLS")
        let (user, password) = login(fields)
        guard let url, let from, let recipients else { return nil }
        return MailSettings(
            url: url, from: from, to: recipients, user: user, password: password,
            requiresEncryption: startTLS ?? true)
    }

    private func login(
        _ fields: SettingsFields
    ) -> (user: ConfidentialText?, password: SecretReference?) {
        // With one of the two alone, the other would be sent as an empty text.
        for (key, other) in [("user", "password"), ("password", "user")] where fields[key] != nil {
            _ = fields.required(other)
        }
        return (fields.confidentialName("user"), fields.reference("password"))
    }

    /// One address or a list of them.
    private func recipients(_ fields: SettingsFields) -> [String]? {
        guard let node = fields.required("to") else { return nil }
        let nodes = node.elements ?? [node]
        if nodes.isEmpty {
            log.reportKind(
                of: node, "to", expected: "an address or a list of them", found: "an empty list")
        }
        let addresses = nodes.compactMap { node -> String? in
            guard let text = log.text(of: node, "to") else { return nil }
            if Destination.isMailAddress(text) { return text }
            log.report(
                .destination("to", "a mail address", form: Self.mailAddressForm), at: node.range)
            return nil
        }
        return addresses.isEmpty || addresses.count < nodes.count ? nil : addresses
    }

    private func mqtt(_ fields: SettingsFields) -> MQTTSettings? {
        let url = server(fields, schemes: ["mqtt://"], form: "mqtt://host:1883")
        _ = fields.required("topic")
        let topic = fields.destination(
            "topic", "an MQTT topic to publish on",
            form: "one without '#' and '+', such as \"saldovakt/alerts\"", Destination.isMQTTTopic)
        let (user, password) = login(fields)
        guard let url, let topic else { return nil }
        return MQTTSettings(url: url, topic: topic, user: user, password: password)
    }
}

extension SettingsReader {
    /// A webhook, whose keys depend on its format.
    private func webhook(_ fields: SettingsFields) -> WebhookSettings? {
        // They have the same meaning in every format, so they are checked even if that is unknown.
        let headers = fields.members("headers", "an object of headers by name").map(header)
        guard
            let format = fields["format"] == nil
                ? .json : fields.word("format", as: WebhookSettings.Format.self)
        else { return nil }
        // Keys of other types are reported already.
        let foreign = ChannelType.allKeys.filter { !ChannelType.webhook.keys.contains($0) }
        reportUseless(
            fields, known: format.keys + ["format", "headers"] + foreign,
            "the format '\(format.rawValue)'"
        ) { key in
            let others = WebhookSettings.Format.allCases.filter { $0.keys.contains(key) }
            return others.isEmpty
                ? "remove it"
                : "remove it, or set \"format\" to one of "
                    + SettingsFields.list(others.map(\.rawValue))
        }
        var webhook = WebhookSettings(format: format)
        let before = log.findings.count
        for key in format.neededKeys { _ = fields.required(key) }
        for key in format.keys where fields[key] != nil { read(key, of: fields, into: &webhook) }
        webhook.headers = headers.compactMap(\.self)
        return log.findings.count == before && webhook.headers.count == headers.count
            ? webhook : nil
    }

    private func read(
        _ key: String, of fields: SettingsFields, into webhook: inout WebhookSettings
    ) {
        switch key {
        case "url":
            // Beside a token, the address is that of a server and no password.
            let isServer = webhook.format.neededKeys.contains("token")
            webhook.url = fields.requiredAddress("url", isConfidential: !isServer)
        case "signingSecret": webhook.signingSecrets = signingSecrets(fields)
        case "token": webhook.token = fields.reference("token")
        // The user of Pushover is a key, that of Zulip an address of a bot.
        case "user" where webhook.format == .pushover:
            webhook.user = fields.reference("user").map { .reference($0) }
        case "user": webhook.user = fields.confidentialName("user")
        case "topic" where webhook.format == .zulip:
            webhook.heading = fields.destination("topic", "a topic", Destination.isHeading)
        default: webhook.place = fields.confidential(key) { place(key, of: fields) }
        }
    }

    /// One reference, or a list of them during a key change.
    private func signingSecrets(_ fields: SettingsFields) -> [SecretReference] {
        guard let node = fields["signingSecret"], let elements = node.elements else {
            return fields.reference("signingSecret").map { [$0] } ?? []
        }
        guard (1...4).contains(elements.count) else {
            log.reportKind(
                of: node, "signingSecret", expected: "a reference, or a list of one to four",
                found: "a list of \(elements.count)")
            return []
        }
        return elements.compactMap { log.reference($0, "signingSecret") }
    }

    private func place(_ key: String, of fields: SettingsFields) -> String? {
        switch key {
        case "chat":
            // Chats have numbers; a person may write one as a JSON number.
            if let number = fields[key]?.number, Destination.isTelegramChat(number) {
                return number
            }
            return fields.destination(
                key, "a chat of Telegram", form: "its number, or \"@name\" of a channel",
                Destination.isTelegramChat)
        case "room":
            return fields.destination(
                key, "the id of a Matrix room",
                form: "the internal id that begins with '!'; the room's advanced settings show it",
                Destination.isMatrixRoom)
        case "stream": return fields.destination(key, "a stream", Destination.isHeading)
        default:
            // The topic of ntfy is its only secret: it lets anyone read and write there.
            log.literalAddresses += [fields[key]?.range].compactMap(\.self)
            return fields.destination(
                key, "a topic of ntfy",
                form: "letters, digits, '-' and '_', at most 64, or a reference",
                Destination.isNtfyTopic)
        }
    }

    private func header(_ member: JSONMember) -> WebhookSettings.Header? {
        let (name, node) = (member.key.lowercased(), member.value)
        guard Destination.isHeader(name) else {
            log.report(
                "header", "this header is not allowed here: '\(member.key)'",
                fix: "remove it; lengths, types and signatures are written by saldovakt",
                at: member.keyRange)
            return nil
        }
        let secrets = ["auth", "token", "key", "secret", "cookie", "password"]
        if node.members != nil || secrets.contains(where: { name.contains($0) }) {
            return log.reference(node, member.key).map {
                WebhookSettings.Header(name: member.key, value: .reference($0))
            }
        }
        guard let text = log.text(of: node, member.key) else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            log.report(
                "header", "the value has a line break or control character in it: '\(member.key)'",
                fix: "write the value on one line", at: node.range)
            return nil
        }
        return WebhookSettings.Header(name: member.key, value: .literal(Secret(text)))
    }
}

extension WebhookSettings.Format { fileprivate var keys: [String] { neededKeys + optionalKeys } }
